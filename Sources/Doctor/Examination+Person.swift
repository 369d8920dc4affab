import Appliance
import ApplianceCore
import DeviceIO
import Dialogue
import Localization
import Panel
import PanelGPIO
import Speech

/// Checks that need a person at the board.
extension Examination {
  /// Asks a person to press the button and watch the lights; `say` gives instructions, and `answer`
  /// returns typed answers, in the language of `translation`.
  package func panelTest(
    in translation: Translation = .english,
    say: @escaping @Sendable (Message) -> Void, answer: @escaping @Sendable () async -> String?
  ) async -> [Check] {
    let test = PanelTest(translation: translation, say: say, answer: answer)
    var checks: [Check] = []
    for line in configuration.panelLines {
      do throws(PanelError) {
        if line.setting == "button.line" {
          let button = try GPIOButton(
            line.line, isActiveLow: line.activeLow, bias: configuration.button.bias,
            debounce: configuration.button.debounce)
          checks.append(await test.test(button, line))
          await button.close()
        } else {
          let light = try SwitchedIndicator(line.line, isActiveLow: line.activeLow)
          checks.append(await test.test(light, line))
          await light.close()
        }
      } catch {
        checks.append(
          .failure(
            "panel test", error.message,
            error.code == .lineBusy
              ? Message(
                "If it is the appliance: sudo systemctl stop spokenmove, and start it again afterwards."
              )
              : Message("See the panel line above.")))
      }
    }
    return checks
  }

  /// How many seconds to wait for speech.
  static let speechLimit = 10

  /// Asks a person to say a move of the start position, and reports the result.
  package func speechTest(say: @escaping @Sendable (Message) -> Void) async -> [Check] {
    let name = "speech"
    var checks: [Check] = []
    do {
      let (listener, model) = try configuration.listener { problem in
        if needsPlayer { throw problem }
        checks.append(
          .warning(
            name, Message(problem),
            Message("Until you fix that, the appliance adapts to nobody's voice.")))
      }
      let language = try await BlockingThread.run(name: "phrases") { [configuration] in
        try configuration.chessLanguage(with: model)
      }
      var dialogue = listener.dialogue(in: language)
      try await listener.prepare(for: dialogue)
      let request = AudioBufferRecognitionRequest()
      request.endpointing = Endpointing(pause: .seconds(1), patience: .seconds(Self.speechLimit))
      let speechEnd = Completion()
      let task = listener.recognizer.recognitionTask(with: request) { event in
        if case .detectedEndOfSpeech = event { speechEnd.finish() }
      }
      say(Message("Say a move, such as \"knight f three\" or \"pawn to e four\"."))
      let device = configuration.microphone
      let hearing = await within(.seconds(Self.speechLimit + 5)) {
        await Hearing.recording(from: device) { count in
          speechEnd.isDone || count >= Self.speechLimit * 16_000
        } take: {
          request.append($0)
        }.hearing
      }
      request.endAudio()
      guard let hearing else {
        task.cancel()
        return checks + [Self.tooLong(name, .seconds(Self.speechLimit + 5))]
      }
      checks += Self.sound(device, hearing, isSpeech: true)
        .filter { $0.name != "microphone" || $0.status != .ok }
      guard case .heard = hearing else { return checks }
      return checks + [Self.understood(Heard(try await task.result), &dialogue)]
    } catch {
      return checks + [.failure(name, Message(error), Message("See the model and grammar lines."))]
    }
  }

  private static func understood(_ heard: Heard, _ dialogue: inout ChessDialogue) -> Check {
    let advice = Message(
      "Speak at your usual pace, a hand's breadth to an arm's length away; spokenmove say lists what can be said."
    )
    if let refusal = heard.refusal { return .warning("speech", refusal.reason, advice) }
    let responses = dialogue.hear(heard)
    let lines = Message.joined(responses.flatMap(\.lines), separator: "\n")
    if case .refused = responses.first { return .warning("speech", lines, advice) }
    let confidence = Int(exactly: (heard.utterance.confidence * 100).rounded()) ?? 0
    return .ok("speech", Message("Understood: \(lines) (\(confidence) % sure)."))
  }
}
