import Appliance
import ApplianceCore
import ChessLanguage
import DeviceIO
import Localization
import Microphone
import Program
import Sound

extension Enroll {
  /// How often to try a move before skipping it.
  private static let tryLimit = 3
  /// The longest recording of a move, in samples: 20 s.
  private static let sampleLimit = 320_000

  /// Asks the player to say the moves, one after another.
  func listen(
    _ enrolment: Enrolment, _ language: ChessLanguage, _ configuration: Configuration,
    say: @escaping @Sendable (Message) -> Void
  ) async throws -> [Enrolment.Take] {
    let input = Microphone(device: microphone ?? configuration.microphone)
    let presses = try Presses(configuration.button)
    let prompts = EnrolmentPrompt.prompts(in: language).prefix(moves)
    var recordings: [Enrolment.Take] = []
    say(
      Message(
        "Say \(prompts.count) moves as you would in a game. Press \(presses.name), say the move, and press again."
      ))
    prompts: for (index, prompt) in prompts.enumerated() {
      for _ in 0..<Self.tryLimit {
        let asked = Message("\(index + 1) of \(prompts.count): \"\(prompt.phrase)\"")
        guard await presses.next({ say(asked) }) else {
          StandardError.write(
            "spokenmove: There is nothing to press: neither a terminal nor a free button.")
          break prompts
        }
        let sound = try await record(
          from: input, until: presses, tail: configuration.limits.tail, say: say)
        switch try await enrolment.take(sound, of: prompt, number: index + 1) {
        case .success(let recording):
          recordings.append(recording)
          continue prompts
        case .failure(let flaw):
          say(Self.indented(Message("\(flaw.advice) Once more, please.")))
        }
      }
      say(Self.indented(Message("Never mind; the next one.")))
    }
    await presses.close()
    return recordings
  }

  private static func indented(_ message: Message) -> Message {
    .joined([.verbatim("  "), message])
  }

  private func record(
    from input: Microphone, until presses: Presses, tail: Duration,
    say: @escaping @Sendable (Message) -> Void
  ) async throws -> [Int16] {
    let sound = try await input.start()
    let end = Task {
      // As in a game, listen slightly longer: a speaker who presses early is still saying the last
      // word.
      let isPressed = await presses.next { say(Self.indented(Message("Listening."))) }
      if isPressed { try? await QuietClock().sleep(for: tail) }
      await input.stop()
    }
    // Any end of the sound ends the wait.
    defer { presses.giveUp() }
    var samples: [Int16] = []
    for try await buffer in sound {
      samples += buffer.samples
      if samples.count >= Self.sampleLimit { presses.giveUp() }
    }
    presses.giveUp()
    await end.value
    return Array(samples.prefix(Self.sampleLimit))
  }
}
