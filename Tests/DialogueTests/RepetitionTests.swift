import Chess
import DialogueTestSupport
import Testing

@testable import Dialogue

/// Repetitions of phrases with low confidence.
@Suite struct RepetitionTests {
  private let first = [heard("e four", 0.35), heard("d four", 0.05), heard("e five", 0.1)]

  @Test func twoUncertainRecordingsOfAMoveAddUp() throws {
    var dialogue = try dialogue()
    #expect(refused(dialogue.hear(first))?.reason == .uncertain)
    let responses = dialogue.hear([heard("e four", 0.35), heard("b four", 0.1)])
    let report = try #require(responses.first?.move)
    #expect(report.san == "e4")
    // 8 · 0.35 · 0.35 against 0.5 · 0.55.
    #expect(abs(report.confidence - 0.98 / (0.98 + 0.275)) < 1e-9)
  }

  @Test func twoRepeatedMovesAreAskedAbout() throws {
    var dialogue = try dialogue()
    let near = [heard("e four", 0.26), heard("d four", 0.22)]
    #expect(refused(dialogue.hear(near))?.reason == .uncertain)
    #expect(refused(dialogue.hear(near)) == nil)
    #expect(dialogue.question?.sans == ["e4", "d4"])
  }

  @Test func anotherMoveIsNotARepetition() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear(first)
    #expect(refused(dialogue.hear([heard("d four", 0.35)]))?.reason == .uncertain)
    #expect(dialogue.game == Game())
  }

  @Test func anIllegalMoveSaidTwiceIsNotPlayed() throws {
    var dialogue = try dialogue()
    let illegal = [heard("e five", 0.3), heard("e four", 0.2)]
    #expect(refused(dialogue.hear(illegal)) != nil)
    #expect(refused(dialogue.hear(illegal))?.reason == .notLegal)
    #expect(dialogue.game == Game())
  }

  @Test func wordsFromAnotherPositionDoNotCount() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear(first)
    _ = dialogue.read("a3")
    _ = dialogue.read("undo")
    _ = dialogue.read("yes")
    _ = dialogue.read("h3")
    #expect(refused(dialogue.hear([heard("e five", 0.35)]))?.reason == .uncertain)
  }

  @Test func theThirdTimeCountsWithTheSecond() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("d four", 0.35)])
    _ = dialogue.hear(first)
    #expect(dialogue.hear(first).first?.move?.san == "e4")
  }

  @Test func repeatedNoiseStaysNoise() throws {
    var dialogue = try dialogue()
    for _ in 0..<4 {
      #expect(refused(dialogue.hear([heard("e four", 0.1)])) != nil)
      #expect(refused(dialogue.hear([HeardPhrase]()))?.reason == .notUnderstood)
    }
    #expect(dialogue.game == Game())
  }
}
