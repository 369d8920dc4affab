import LanguageModel
import TestSupport
import Testing

@testable import Acoustics

@Suite struct PhraseAlignerTests {
  private struct Alignments {
    let model: PhoneModel
    let lexicon: PhoneLexicon
    let scorer: SenoneScorer
    let aligner: PhraseAligner

    init() throws {
      model = try MadeUpModel.model()
      lexicon = PhoneLexicon(MadeUpModel.lexicon, model.definition)
      scorer = SenoneScorer(model, senones: 0..<MadeUpModel.senoneCount)
      aligner = PhraseAligner(lexicon, model, scorer)
    }

    func scores(frames: Int, seed: UInt64) -> [Float] {
      var random = SeededGenerator(state: seed)
      return random.floats(frames * scorer.senones.count, in: -12...0)
    }
  }

  static let phrases = [["ab"], ["b"], ["cab", "ca"], ["b", "b"], ["ca", "b", "ab"]]

  @Test(arguments: phrases, [20, 33, 80])
  func phonesAreInOrderAndCoverAllFramesOnce(words: [String], frames: Int) throws {
    let alignments = try Alignments()
    let scores = alignments.scores(frames: frames, seed: UInt64(frames))
    let alignment = try #require(alignments.aligner.align(words, scores))
    let phones = alignment.phones
    #expect(phones.first?.first == 0)
    #expect(phones.last?.end == frames)
    #expect(zip(phones, phones.dropFirst()).allSatisfy { $0.end == $1.first })
    for phone in phones {
      #expect(phone.lengths[3] == 0)
      #expect((0..<3).allSatisfy { phone.lengths[$0] > 0 })
      #expect(Int(phone.lengths.wrappedSum()) == phone.end - phone.first)
      #expect((phone.word < 0) == (phone.number == alignments.model.definition.silence))
    }
    // Each word has one of its pronunciations, in the order of the phrase.
    let spoken = phones.filter { $0.word >= 0 }
    #expect(spoken.map(\.word) == spoken.map(\.word).sorted())
    for (place, word) in words.enumerated() {
      let numbers = spoken.filter { $0.word == place }.map(\.number)
      #expect(alignments.lexicon.variants[word]?.contains(numbers) == true)
    }
    // No two pauses one after another.
    #expect(zip(phones, phones.dropFirst()).allSatisfy { $0.word >= 0 || $1.word >= 0 })
  }

  @Test(.tags(.slow), .skippable(.slow), arguments: phrases, [18, 29, 60])
  func theScoreIsThatOfTheBestAlignment(words: [String], frames: Int) throws {
    let alignments = try Alignments()
    let scores = alignments.scores(frames: frames, seed: UInt64(3 * frames))
    let search = StraightforwardSearch(
      model: alignments.model, lexicon: alignments.lexicon, scorer: alignments.scorer,
      scores: scores, pausePenalty: Double(PhraseAligner.pausePenalty), isLattice: false)
    let alignment = try #require(alignments.aligner.align(words, scores))
    let expected = try #require(search.score(of: words))
    #expect(abs(Double(alignment.score) - expected) < 0.01)
    // The parts add up to the whole: frame scores, transitions and pauses.
    var parts = 0.0
    for (index, phone) in alignment.phones.enumerated() {
      parts += Double(phone.score)
      if phone.word < 0 { parts -= 5 }
      for (state, transition) in alignments.model.transitions[phone.number].enumerated() {
        parts += Double(phone.lengths[state] - 1) * Double(transition.stay)
        // The transition out of the last state does not count.
        if state < 2 || index + 1 < alignment.phones.count { parts += Double(transition.leave) }
      }
    }
    #expect(abs(Double(alignment.score) - parts) < 0.01)
  }

  @Test func pausesAreFound() throws {
    let alignments = try Alignments()
    let width = alignments.scorer.senones.count
    var scores = [Float](repeating: -10, count: 60 * width)
    // Ten frames of silence, twenty of anything else, fifteen of silence, and the rest of anything.
    for frame in 0..<60 {
      let isPause = frame < 10 || (30..<45).contains(frame)
      for senone in 0..<width where (senone < 3) == isPause { scores[frame * width + senone] = 0 }
    }
    let alignment = try #require(alignments.aligner.align(["ab", "ca"], scores))
    let pauses = alignment.phones.filter { $0.word < 0 }
    #expect(pauses.map { [$0.first, $0.end] } == [[0, 10], [30, 45]])
    #expect(alignment.phones.map(\.word) == [-1, 0, 0, -1, 1, 1])
  }

  /// Phrases that begin alike share a search; a phrase without one may be among them.
  @Test func phrasesTogetherAreAlignedAsEachAlone() throws {
    let alignments = try Alignments()
    let words = ["ab", "b", "ca", "cab"]
    var phrases: [[String]] = [["b", "b"], ["missing"], [], ["b", "missing"]]
    for first in words {
      for second in words { phrases += [[first, second], [second], [first, second, first]] }
    }
    let scores = alignments.scores(frames: 24, seed: 7)
    let together = alignments.aligner.align(phrases, by: [scores]).map { $0[0] }
    #expect(together.contains { $0 == nil } && together.contains { $0 != nil })
    for (phrase, found) in zip(phrases, together) {
      let alone = alignments.aligner.align(phrase, scores)
      #expect(found?.score == alone?.score && found?.phones == alone?.phones, "\(phrase)")
    }
  }

  @Test func tooShortRecordingsAreNotAligned() throws {
    let alignments = try Alignments()
    let scores = alignments.scores(frames: 12, seed: 4)
    #expect(alignments.aligner.align([], scores) == nil)
    #expect(alignments.aligner.align(["missing"], scores) == nil)
    #expect(alignments.aligner.align(["unknown"], scores) == nil)
    #expect(alignments.aligner.align(["ab", "missing"], scores) == nil)
    #expect(alignments.aligner.align(["ab"], []) == nil)
    #expect(alignments.aligner.align(["ab"], Array(scores.prefix(5))) == nil)
    // Six phones of three states want eighteen frames.
    #expect(alignments.aligner.align(["cab", "cab"], scores) == nil)
    #expect(alignments.aligner.align(["cab"], scores) != nil)
  }
}
