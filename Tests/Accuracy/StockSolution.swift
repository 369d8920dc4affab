import Appliance
import CPocketSphinx
import Chess
import ChessLanguage
import Foundation
import LanguageModel
import Sound
import Speech

/// What one builds in a day: PocketSphinx with its default settings, the position's grammar, and
/// the first hypothesis.
///
/// The grammar is the appliance's own; as with JSGF, its weights are not multiplied by the language
/// weight.
final class StockSolution {
  private let decoder: OpaquePointer
  private let language: ChessLanguage
  private var known: Set<String> = []

  struct Failure: Error {
    var what: String
  }

  init(model: AcousticModel, language: ChessLanguage) throws {
    err_set_logfp(nil)
    guard let settings = sphinx_config_make() else { throw Failure(what: "no memory") }
    defer { sphinx_config_free(settings) }
    sphinx_config_set_string(settings, "hmm", model.directory)
    sphinx_config_set_string(settings, "dict", "/dev/null")
    guard let decoder = ps_init(settings) else {
      throw Failure(what: "PocketSphinx does not start")
    }
    self.decoder = decoder
    self.language = language
  }

  deinit {
    ps_free(decoder)
  }

  struct Answer {
    /// What counts as accepted, a move in UCI or another meaning.
    var meaning: String?
    /// Seconds from the last sample to it.
    var latency: Double
    /// Seconds of processor time from the first sample to it.
    var processorTime: Double
  }

  func hear(_ test: EvaluationCase) throws -> Answer {
    let grammar = language.bound(to: .position(test.position)).grammar
    for word in Set(grammar.words).subtracting(known) {
      for (index, phones) in (language.lexicon.pronunciations[word] ?? []).enumerated() {
        let name = index == 0 ? word : "\(word)(\(index + 1))"
        ps_add_word(decoder, name, phones.joined(separator: " "), 1)
      }
      known.insert(word)
    }
    let arcs = grammar.arcs.map {
      sphinx_arc_t(source: $0.source, target: $0.target, word: $0.word, weight: min(0, $0.weight))
    }
    let names = grammar.words.map { strdup($0) }
    defer { for name in names { free(name) } }
    let search = names.map { UnsafePointer($0) }.withUnsafeBufferPointer {
      sphinx_grammar_make(
        decoder, Int32(grammar.stateCount), Int32(grammar.start), Int32(grammar.final),
        $0.baseAddress, Int32(names.count), arcs, Int32(arcs.count), 1)
    }
    guard let search, sphinx_grammar_use(decoder, "grammar", search) >= 0 else {
      throw Failure(what: "PocketSphinx refused the grammar")
    }
    fsg_model_free(search)
    var sound: [Int16] = []
    let file = try AudioFile(path: test.audio)
    while let piece = try file.read() { sound += piece.samples }
    let before = ProcessorTime.now
    ps_start_stream(decoder)
    ps_start_utt(decoder)
    for start in stride(from: 0, to: sound.count, by: Evaluator.bufferLength) {
      let piece = sound[start..<min(start + Evaluator.bufferLength, sound.count)]
      _ = piece.withUnsafeBufferPointer {
        ps_process_raw(decoder, $0.baseAddress, $0.count, 0, 0)
      }
    }
    let clock = ContinuousClock()
    let end = clock.now
    ps_end_utt(decoder)
    var score: Int32 = 0
    let text = ps_get_hyp(decoder, &score).map { String(cString: $0) } ?? ""
    let meaning = meaning(of: text, in: test.position)
    return Answer(
      meaning: meaning, latency: end.duration(to: clock.now) / .seconds(1),
      processorTime: ProcessorTime.now - before)
  }

  private func meaning(of text: String, in position: Position) -> String? {
    let words = text.split(separator: " ").map { word in
      // A variant's name has its number.
      String(word.split(separator: "(").first ?? word)
    }
    switch language.bound(to: .position(position)).interpret(words) {
    case .nothing: return nil
    case .moves(let moves, _): return moves.count == 1 ? moves.first?.uci : nil
    case .command, .opening, .answer, .notation: return "another"
    }
  }
}
