import Appliance
import ApplianceCore
import DeviceIO
import Localization

/// Whether talk in the room wakes an appliance that listens for its name.
struct NameCheck: Sendable {
  let configuration: Configuration
  /// Whether an unusable voice of the player is an error.
  let needsPlayer: Bool

  static let subject = "name"

  /// A problem with the name; nil if it is usable.
  var problem: Check? {
    do {
      _ = try configuration.handsFree(with: configuration.recognition.acousticModel())
      return nil
    } catch {
      return .failure(
        Self.subject, Message(error),
        Message("Choose another recording.name, or write its sounds as recording.name_sounds."))
    }
  }

  /// Processes sound, 16 kHz, in which nobody speaks to the appliance, as the appliance does.
  func check(_ samples: [Int16]) async -> Check {
    do {
      let (listener, model) = try configuration.listener { if needsPlayer { throw $0 } }
      let language = try await BlockingThread.run(name: "phrases") {
        try configuration.chessLanguage(with: model)
      }
      let handsFree = try configuration.handsFree(with: model)
      let evaluator = HandsFreeEvaluator(listener, language: language, handsFree: handsFree)
      try await evaluator.evaluate(room: samples)
      return Self.check(
        await evaluator.figures, name: handsFree.name.text, seconds: samples.count / 16_000)
    } catch {
      return .failure(Self.subject, Message(error), Message("See the model and grammar lines."))
    }
  }

  static func check(_ figures: HandsFreeFigures, name: String, seconds: Int) -> Check {
    let taken = figures.falseAccepts
    let wakes = figures.falseWakes + taken
    guard wakes > 0 else {
      return .ok(
        subject, Message("In \(seconds) s, the room did not wake it; its name is \"\(name)\"."))
    }
    return .warning(
      subject,
      Message(
        "In \(seconds) s, the room woke it by its name \"\(name)\": \(wakes) times; moves or commands taken: \(taken)."
      ),
      Message(
        "Move the microphone away from other voices, such as a radio, or choose a longer recording.name."
      ))
  }
}
