import Chess
import ChessLanguage
import Dialogue
import Speech
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
      (["d4"], "d five", #""corrects": "e2e4""#, .wrong),
      (["d4"], "e nine", #""corrects": "e2e4""#, .refused),
      (["resign"], "knight a six", #""uci": null"#, .right),
    ] as [([String], String, String, EvaluationOutcome.Verdict)])
  func answersGetTheirVerdict(
    typed: [String], said: String, right: String, verdict: EvaluationOutcome.Verdict
  ) throws {
    let lines = typed.map { "\"\($0)\"" }.joined(separator: ", ")
    let manifest = EvaluationManifest(
      #"{"audio": "a.wav", "typed": [\#(lines)], \#(right)}"#.utf8, file: "m")
    let test = try #require(manifest.cases.first, "\(manifest.problems)")
    var dialogue = ChessDialogue(
      language: try EnglishLanguage.shared.get(), game: Game(start: test.position))
    for line in typed { _ = dialogue.read(line) }
    let before = dialogue
    let responses = dialogue.read(said)
    let outcome = EvaluationOutcome(
      of: test, responses, before: before, after: dialogue, latency: 0, duration: 1, elapsed: 0,
      processorTime: 0)
    #expect(outcome.verdict == verdict, "\(responses)")
  }
}
