import ApplianceCore
import Foundation
import LanguageModel
import Speech
import TestSupport
import Testing

@testable import Appliance

/// An appliance for other phrases than chess: it orders coffee.
@Suite(.tags(.speech)) struct DictationTests {
  private func conversation() throws -> Dictation {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    return Dictation(
      dataFile: root.appending(path: "grammars/examples/coffee.json").path,
      dictionary: try model.pronunciations())
  }

  @Test func phrasesCanBeTyped() async throws {
    let bench = try Bench([], conversation: conversation())
    await bench.becomesAvailable()
    bench.console.typed.yield("Make me a double shot espresso!")
    let result = await bench.message { if case .result = $0 { true } else { false } }
    #expect(
      result?.text == """
        make me a double shot espresso
          orderDrink: numberOfShots double shot, coffeeDrink espresso
        """)
    bench.console.typed.yield("knight to f three")
    let refusal = ConsoleMessage.refused(
      .init(
        code: "not_understood", reason: "That was not understood.", text: "knight to f three"))
    await bench.message { $0 == refusal }
    try await bench.end()
  }

  @Test func theHelpComesFromTheData() async throws {
    let bench = try Bench([], conversation: conversation())
    await bench.becomesAvailable()
    bench.console.typed.yield("help")
    let help = await bench.message { if case .help = $0 { true } else { false } }
    #expect(help?.text?.contains("You can also type anything that you can say.") == true)
    #expect(help?.text?.contains("move") == false)
    let first = await bench.message { $0.text?.hasPrefix("Say, for example, ") == true }
    #expect(first?.text?.contains("\"cancel my order\"") == true)
    bench.console.typed.yield("?")
    await bench.message { $0.text?.hasPrefix("Say, for example, ") == true && $0 != first }
    try await bench.end()
  }

  @Test func aSpokenMoveIsNotAnOrder() async throws {
    let bench = try Bench([.clip("1-pawn")], conversation: conversation())
    await bench.becomesAvailable()
    await bench.recordsAClip()
    await bench.message {
      if case .refused(let why) = $0 { why.code == "not_understood" } else { false }
    }
    try await bench.end()
  }

  @Test(arguments: [(0.0, true), (0.49, true), (0.6, false), (1, false)])
  func cautionDecidesOnAcceptance(caution: Double, isAccepted: Bool) throws {
    let heard = Heard(
      RecognitionResult(
        transcriptions: [Transcription(confidence: 0.5)], isFinal: true, outcome: .recognized))
    if case .result(let utterance) = heard.message(caution: caution) {
      #expect(isAccepted && utterance.confidence == 0.5)
    } else {
      #expect(!isAccepted)
    }
    let sure = Heard(
      RecognitionResult(
        transcriptions: [Transcription(confidence: 0.96)], isFinal: true, outcome: .recognized))
    guard case .result = sure.message(caution: 1) else {
      Issue.record("even the greatest caution takes what is nearly certain")
      return
    }
  }
}
