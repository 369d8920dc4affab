import ApplianceCore
import Chess
import ChessLanguage
import DeviceIO
import Dialogue
import Speech
import TestSupport
import Testing

@testable import Appliance

/// `evaluate`'s verdicts on answers to a recording.
@Suite struct EvaluationJudgingTests {
  @Test(
    arguments: [
      // The typed lines, the spoken words, the right answer, and the verdict.
      ([], "knight f three", #""uci": "g1f3""#, .right),
      ([], "e four", #""uci": "g1f3""#, .wrong),
      ([], "knight e five", #""uci": "g1f3""#, .refused),
      (["d4", "d5", "nf3", "nf6"], "knight d two", #""uci": "b1d2""#, .asked),
      (["d4", "d5", "nf3", "nf6", "nd2"], "first", #""uci": "b1d2""#, .right),
      (["d4", "d5", "nf3", "nf6", "nd2"], "no", #""command": "no""#, .right),
      (["d4", "d5", "nf3", "nf6", "nd2"], "second", #""command": "no""#, .wrong),
      (["e4"], "take back", #""command": "undo""#, .right),
      ([], "take back", #""command": "undo""#, .right),
      (["e4"], "resign", #""command": "resign""#, .right),
      (["e4"], "resign", #""command": "undo""#, .asked),
      (["e4"], "help", #""command": "undo""#, .wrong),
      (["e4", "resign"], "yes", #""result": "1-0""#, .right),
      (["e4", "resign"], "no", #""result": "1-0""#, .refused),
      (["e4", "resign"], "yes", #""command": "no""#, .wrong),
      (["d4"], "no e four", #""corrects": "e2e4""#, .right),
      (["d4"], "not d four but e four", #""corrects": "e2e4""#, .right),
      (["d4"], "no c four", #""corrects": "e2e4""#, .wrong),
      (["d4", "d5", "nf3", "nf6", "e3"], "no knight d two", #""corrects": "b1d2""#, .asked),
      (["d4"], "d five", #""corrects": "e2e4""#, .wrong),
      (["d4"], "e nine", #""corrects": "e2e4""#, .refused),
      (["resign"], "knight a six", #""uci": null"#, .right),
    ] as [([String], String, String, EvaluationOutcome.Verdict)])
  func answersGetTheirVerdict(
    typed: [String], said: String, right: String, verdict: EvaluationOutcome.Verdict
  ) throws {
    #expect(try outcome(typed: typed, said: said, right: right).verdict == verdict)
  }

  /// A line of a manifest, and the dialogue at its beginning.
  private func line(
    typed: [String], right: String
  ) throws -> (test: EvaluationCase, dialogue: ChessDialogue) {
    let manifest = EvaluationManifest(
      #"{"audio": "a.wav", "typed": \#(typed), \#(right)}"#.utf8, file: "m")
    let test = try #require(manifest.cases.first, "\(manifest.problems)")
    let dialogue = Configuration().dialogue(
      in: try EnglishLanguage.shared.get(), about: Game(start: test.position))
    return (test, dialogue)
  }

  private func outcome(
    typed: [String], said: String, right: String
  ) throws -> EvaluationOutcome {
    var (test, dialogue) = try line(typed: typed, right: right)
    try test.prepare(&dialogue)
    let before = dialogue
    let responses = dialogue.read(said)
    return EvaluationOutcome(
      of: test, responses, before: before, after: dialogue, latency: 0, duration: 1, elapsed: 0,
      processorTime: 0)
  }

  @Test(arguments: [
    ("no e four", "undo, e4"), ("no d five", "refused: not_legal"), ("c five", "c5"),
    ("take back", "undo"),
  ])
  func theOutcomeTellsTheMoveOfACorrection(said: String, got: String) throws {
    let right = #""corrects": "e2e4""#
    #expect(try outcome(typed: ["d4"], said: said, right: right).got.contains(got))
  }

  @Test(
    arguments: [
      (["d4"], #""corrects": "a1a8""#, #""a1a8" after ["d4"]: It is not legal instead of d2d4."#),
      (["d4"], #""corrects": "d2d4""#, "It is the move that it would replace."),
      ([], #""corrects": "e2e4""#, #""e2e4": There is no move to correct."#),
      (["d4"], #""uci": "e2e4""#, #""e2e4" after ["d4"]: It is not legal there."#),
      (["d4", "resign", "yes"], #""result": "0-1""#, "The game is over before the recording."),
      (
        [], #""fen": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "result": "1-0""#,
        #""1-0": The game is over before the recording."#
      ),
      (["e4", "e4"], #""uci": null"#, #""e4" after ["e4", "e4"]: "#),
    ] as [([String], String, String)])
  func impossibleAnswersAreFaultsOfTheLine(
    typed: [String], right: String, reason: String
  ) throws {
    var (test, dialogue) = try line(typed: typed, right: right)
    let error = try thrown(PlainError.self) { try test.prepare(&dialogue) }
    #expect(error.description.contains(reason), "\(error)")
  }

  /// As in a game, it asks before it changes the language.
  @Test func anInstalledLanguageCanBeChosen() throws {
    let spoken = try outcome(
      typed: ["speak German"], said: "no", right: #""command": "no""#)
    #expect(spoken.verdict == .right)
  }
}
