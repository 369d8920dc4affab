import ApplianceCore
import ChessLanguage
import Speech
import TestSupport
import Testing

@testable import Appliance

/// `evaluate`, with the real recognizer.
@Suite(.timeLimit(.patientMinutes(5))) struct EvaluatorTests {
  @Test(arguments: [("again", EvaluationOutcome.Verdict.right), ("phrase", .refused)])
  func whatWasRefusedIsHeardAgain(member: String, verdict: EvaluationOutcome.Verdict) async throws {
    let silence = TestSound.write(
      wav([Int16](repeating: 0, count: 16_000)), "silence-\(member).wav")
    let move = TestSound.write(wav(try Synthesizer.say("pawn to e four")), "e4-\(member).wav")
    let manifest = EvaluationManifest(
      #"{"audio": "\#(silence)", "\#(member)": "\#(move)", "uci": "e2e4"}"#.utf8, file: "m")
    let test = try #require(manifest.cases.first, "\(manifest.problems)")
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    let evaluator = Evaluator(
      try MoveListener(Configuration(), model: model), language: try EnglishLanguage.shared.get())
    #expect(try await evaluator.evaluate(test).verdict == verdict)
  }

  /// A file of 16 kHz, mono.
  private func wav(_ samples: [Int16]) -> [UInt8] {
    func bytes(_ numbers: Int32...) -> [UInt8] {
      numbers.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
    }
    let sound = samples.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
    let length = Int32(sound.count)
    return Array("RIFF".utf8) + bytes(length + 36) + Array("WAVEfmt ".utf8)
      + bytes(16, 0x1_0001, 16_000, 32_000, 0x10_0002) + Array("data".utf8) + bytes(length) + sound
  }
}
