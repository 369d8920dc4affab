import CPocketSphinx
import Foundation
import LanguageModel
import TestSupport
import Testing

@testable import Acoustics
@testable import Speech

/// The alignments' scores compared with PocketSphinx's, for the same cepstra and phrases.
@Suite struct AlignmentScoreTests {
  /// PocketSphinx uses logarithms to base 1.0001, in steps of 1,024.
  private static let step = 1_024 * log(1.0001)

  /// Both phrases as chains. `other` comes after extremely unlikely epsilon arcs, so that the
  /// decoder chooses `phrase` however badly it fits.
  ///
  /// Frame scores are relative to the best searched state, so both searches need the same states.
  private func languageModel(_ phrase: String, _ other: String) throws -> CompiledLanguageModel {
    var grammar = Grammar(words: [], stateCount: 2, start: 0, final: 1, arcs: [])
    for (phrase, detours) in [(phrase, 0), (other, 12)].sorted(by: { $0.0 < $1.0 }) {
      var state: Int32 = 0
      for _ in 0..<detours {
        let target = Int32(grammar.stateCount)
        grammar.arcs.append(
          .init(source: state, target: target, word: Grammar.Arc.epsilon, weight: -87))
        state = target
        grammar.stateCount += 1
      }
      for word in phrase.split(separator: " ").map(String.init) {
        let number = grammar.words.firstIndex(of: word) ?? grammar.words.count
        if number == grammar.words.count { grammar.words.append(word) }
        grammar.arcs.append(
          .init(
            source: state, target: Int32(grammar.stateCount), word: Int32(number), weight: 0))
        state = Int32(grammar.stateCount)
        grammar.stateCount += 1
      }
      grammar.arcs.append(.init(source: state, target: 1, word: Grammar.Arc.epsilon, weight: 0))
    }
    return CompiledLanguageModel(
      grammar: grammar, lexicon: try Fixtures.lexicon(grammar.words))
  }

  /// A decoder for mean-normalized cepstra.
  private func decoder(_ configuration: DecoderConfiguration) throws -> PocketSphinxDecoder {
    var model = try Fixtures.model()
    let scratch = try ScratchDirectory()
    let manager = FileManager.default
    for file in try manager.contentsOfDirectory(atPath: model.directory) where file != "feat.params"
    {
      try manager.createSymbolicLink(
        atPath: "\(scratch.path)/\(file)", withDestinationPath: "\(model.directory)/\(file)")
    }
    let parameters =
      try String(contentsOfFile: "\(model.directory)/feat.params", encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("-cmn") } + ["-cmn none", ""]
    model.directory = scratch.path
    try Data(parameters.joined(separator: "\n").utf8)
      .write(to: scratch.url.appending(path: "feat.params"))
    return try PocketSphinxDecoder(model: model, configuration: configuration)
  }

  /// A phrase's log-likelihood by PocketSphinx, and its words.
  private func decoded(
    _ phrase: String, insteadOf other: String, _ cepstra: [Float]
  ) throws -> (score: Double, words: [DecodedSegment]) {
    var configuration = DecoderConfiguration()
    configuration.languageWeight = 1
    configuration.wordInsertionPenalty = 1
    configuration.fillerProbability = .leastNormalMagnitude
    // Without pruning.
    configuration.beam = 0
    configuration.wordBeam = 0
    configuration.phoneBeam = 0
    let decoder = try decoder(configuration)
    try decoder.set(languageModel(phrase, other))
    try decoder.startUtterance()
    // The decoder overwrites its input.
    var values = cepstra
    let status = values.withUnsafeMutableBufferPointer { values in
      var rows = stride(from: 0, to: values.count, by: FrontEnd.cepstrumLength).map {
        values.baseAddress?.advanced(by: $0)
      }
      return ps_process_cep(decoder.decoder, &rows, Int32(rows.count), 0, 1)
    }
    #expect(status >= 0)
    decoder.endUtterance()
    let hypothesis = try #require(decoder.hypothesis())
    #expect(hypothesis.text == phrase)
    let score = hypothesis.segments.reduce(0) { $0 + $1.acousticScore }
    return (Double(score) * Self.step, hypothesis.segments.filter { !$0.isFiller })
  }

  @Test(arguments: [
    ("bishop takes rook", "castle queen side"), ("queen takes rook", "queen takes knight"),
    ("knight takes pawn", "bishop takes rook"), ("castle queen side", "castle king side"),
  ])
  func scoresDifferAsMuchAsInPocketSphinx(said: String, other: String) throws {
    let extractor = try #require(FeatureExtractor.shared(for: Fixtures.model().directory))
    let quiet = [Int16](repeating: 0, count: 4_000)
    let features = extractor.features(of: quiet + (try Fixtures.speak(said)) + quiet)
    let cepstra = extractor.cepstra(of: features.spectrum)
    let model = try PhoneModel(directory: Fixtures.model().directory)
    let both = try languageModel(said, other)
    let lexicon = PhoneLexicon(both.lexicon, model.definition)
    let network = SearchNetwork(both.grammar, lexicon, model)
    let scorer = SenoneScorer(model, senones: network.usedSenones)
    let aligner = PhraseAligner(lexicon, model, scorer)
    let scores = scorer.scores(of: cepstra)
    func aligned(_ phrase: String) throws -> (score: Double, alignment: PhraseAligner.Alignment) {
      let words = phrase.split(separator: " ").map(String.init)
      let alignment = try #require(aligner.align(words, scores))
      // The penalty of pauses is not part of the likelihood.
      let pauses = alignment.phones.count { $0.word < 0 }
      return (
        Double(alignment.score) - Double(pauses) * Double(PhraseAligner.pausePenalty), alignment
      )
    }
    let (right, wrong) = (try aligned(said), try aligned(other))
    let expected = try decoded(said, insteadOf: other, cepstra)
    let expectedWrong = try decoded(other, insteadOf: said, cepstra)
    let difference = right.score - wrong.score
    let expectedDifference = expected.score - expectedWrong.score
    #expect(expectedDifference > 20)
    #expect(abs(difference - expectedDifference) < 0.08 * expectedDifference)
    // The words are at the same positions.
    for (place, word) in expected.words.enumerated() {
      let phones = right.alignment.phones.filter { $0.word == place }
      #expect(abs(try #require(phones.first).first - word.firstFrame) <= 2)
      #expect(abs(try #require(phones.last).end - 1 - word.lastFrame) <= 2)
    }
  }
}
