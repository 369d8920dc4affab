import Localization
import Panel

/// A pattern of the panel's two lights, and its meaning.
///
/// A table: the machine, the legend and the tests share it.
package struct LightSign: Sendable, Hashable {
  /// Its meaning, for the legend; nil if the legend omits it.
  package let meaning: Message?
  /// Its description, for the legend.
  package let looks: Message
  /// The green light.
  package let available: IndicatorPattern
  /// The red light.
  package let recording: IndicatorPattern
  /// How long it is shown, if it signals an event; nil if it lasts as long as its state.
  package let duration: Duration?

  private init(
    _ meaning: Message?, _ looks: Message, green available: IndicatorPattern,
    red recording: IndicatorPattern, for duration: Duration? = nil
  ) {
    self.meaning = meaning
    self.looks = looks
    self.available = available
    self.recording = recording
    self.duration = duration
  }

  /// The pattern of `light`.
  package func pattern(of light: ApplianceStateMachine.Light) -> IndicatorPattern {
    switch light {
    case .available: available
    case .recording: recording
    }
  }

  /// Both lights are dark: it is working on a recording, or has ended.
  package static let dark = LightSign(nil, Message("both dark"), green: .off, red: .off)
  package static let preparing = LightSign(
    Message("preparing"), Message("green, blinking slowly"), green: .slowBlink, red: .off)
  package static let ready = LightSign(Message("ready"), Message("green"), green: .on, red: .off)
  package static let listening = LightSign(
    Message("ready, and listens for its name"), Message("green with two short gaps every 6 s"),
    green: IndicatorPattern(
      blinking: [.milliseconds(5_500), .milliseconds(150), .milliseconds(200), .milliseconds(150)],
      sign: ":"),
    red: .off)
  package static let hearing = LightSign(
    Message("hears you"), Message("green and red"), green: .on, red: .on)
  /// It was told to stop, and is still recording the last word.
  package static let ending = LightSign(nil, Message("red"), green: .off, red: .on)
  package static let accepted = LightSign(
    Message("done"), Message("one long green"),
    green: IndicatorPattern(once: [.milliseconds(1_200)], sign: "+"),
    red: .off, for: .milliseconds(1_600))
  package static let refused = LightSign(
    Message("refused"), Message("three short red"), green: .off,
    red: IndicatorPattern(
      once: Array(repeating: .milliseconds(150), count: 5), sign: "-"),
    for: .milliseconds(1_150))
  package static let question = LightSign(
    Message("a question"), Message("green and red in turn"),
    green: IndicatorPattern(blinking: [.milliseconds(500), .milliseconds(500)], sign: "?"),
    red: IndicatorPattern(
      blinking: [.milliseconds(500), .milliseconds(500)], startsOn: false, sign: "?"))
  package static let thinking = LightSign(
    Message("the opponent thinks"), Message("green, a short flash every 2 s"),
    green: IndicatorPattern(blinking: [.milliseconds(200), .milliseconds(1_800)], sign: "."),
    red: .off)
  package static let noMicrophone = LightSign(
    Message("no microphone"), Message("green, two flashes again and again"), green: .doubleBlink,
    red: .off)
  package static let fault = LightSign(
    Message("cannot recognize"), Message("both, two flashes again and again"), green: .doubleBlink,
    red: .doubleBlink)
  package static let notSaving = LightSign(
    Message("ready, but the game is not saved"), Message("green with short gaps"),
    green: IndicatorPattern(blinking: [.milliseconds(1_500), .milliseconds(300)], sign: "/"),
    red: .off)

  /// All signs in the legend, the most common first.
  package static let all = [
    ready, listening, hearing, accepted, refused, question, thinking, preparing, noMicrophone,
    notSaving, fault,
  ]

  /// The lights' meanings in one sentence: "Lights: green: ready; …".
  package static let legend = Message(
    "Lights: \(.joined(all.compactMap(\.entry), separator: "; ")).")

  /// A sign and its meaning: "green: ready".
  private var entry: Message? { meaning.map { .joined([looks, $0], separator: ": ") } }
}
