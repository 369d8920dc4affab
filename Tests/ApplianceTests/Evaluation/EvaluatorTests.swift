import ApplianceCore
import ChessLanguage
import Speech
import TestSupport
import Testing

@testable import Appliance

/// `evaluate`, with the real recognizer.
@Suite(.timeLimit(.patientMinutes(2))) struct EvaluatorTests {
  @Test(arguments: [("again", EvaluationOutcome.Verdict.right), ("phrase", .refused)])
  func aRefusedRecordingIsFollowedByItsRepetition(
    member: String, verdict: EvaluationOutcome.Verdict
  ) async throws {
    // Sun's format: a second of 16 bits, 16 kHz, mono.
    let header: [UInt32] = [0x2E73_6E64, 24, 32_000, 3, 16_000, 1]
    let silence = TestSound.write(
      header.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
        + [UInt8](repeating: 0, count: 32_000), "silence-\(member).au")
    let move = try ScriptedInput.path("1-pawn")
    let manifest = EvaluationManifest(
      #"{"audio": "\#(silence)", "\#(member)": "\#(move)", "uci": "e2e4"}"#.utf8, file: "m")
    let test = try #require(manifest.cases.first, "\(manifest.problems)")
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    let evaluator = Evaluator(
      try MoveListener(Configuration(), model: model), language: try EnglishLanguage.shared.get())
    #expect(try await evaluator.listen(to: test).outcome.verdict == verdict)
  }
}
