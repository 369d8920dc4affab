import DeviceIO
import Localization
import Panel

/// A test of button and lights, with a person in front of them.
///
/// Every wait is bounded; a missing answer gives a warning.
struct PanelTest {
  /// How long to wait for a press or an answer.
  var patience = Duration.seconds(20)
  var clock: any Clock<Duration> = QuietClock()
  /// The language of the answers.
  var translation = Translation.english
  /// Gives instructions to the person.
  let say: @Sendable (Message) -> Void
  /// The person's next line; nil at the end of input.
  let answer: @Sendable () async -> String?

  private static let name = "panel test"

  /// Waits for a press and its release.
  func test(_ button: any Button, _ line: PanelLine) async -> Check {
    let name = line.line.description
    if button.isPressed {
      return .failure(
        Self.name, Message("The button on \(name) is pressed, although nobody should touch it."),
        Message(
          "If you are not holding it down: button.active_low or button.bias is the wrong way round, or the wires touch."
        ))
    }
    say(Message("Press the button on \(name) now, and let it go."))
    let presses = await within(patience, clock: clock) {
      var isDown = false
      for await event in button.events {
        if event == .released, isDown { return true }
        isDown = event == .pressed
      }
      return false
    }
    if presses == true {
      return .ok(Self.name, Message("The button on \(name) was pressed and let go."))
    }
    if button.isPressed {
      return .failure(
        Self.name, Message("The button on \(name) was pressed and not let go."),
        Message("It sticks, or it is a switch that stays down: use a push button."))
    }
    return .failure(
      Self.name, Message("The button on \(name) was not pressed."),
      Message(
        "Check the wires: from the line's pin to the button, and from the button to ground (button.active_low: true) or 3.3 V (false). pinout shows the pins."
      ))
  }

  /// Makes the light flash and asks whether it does.
  func test(_ light: any Indicator, _ line: PanelLine) async -> Check {
    let name = line.line.description
    await light.set(.doubleBlink)
    say(
      Message(
        "Does the light on \(name) (\(line.setting)) keep flashing twice? Type y or n, and Enter."))
    let answer = await within(patience, clock: clock) { await self.answer() ?? "" } ?? ""
    await light.set(.off)
    let (yes, no) = (
      Message("y").text(in: translation).first, Message("n").text(in: translation).first
    )
    switch answer.lowercased().first {
    case "y", yes: return .ok(Self.name, Message("The light on \(name) flashes."))
    case "n", no:
      return .failure(
        Self.name, Message("The light on \(name) (\(line.setting)) does not flash."),
        Message(
          "Check the wires: from the line's pin through a resistor of 330 ohms to the LED's longer leg, and from the shorter one to ground. pinout shows the pins."
        ))
    default:
      return .warning(
        Self.name, Message("Nobody said whether the light on \(name) flashes."),
        Message("Run it again and type y or n: spokenmove doctor --panel"))
    }
  }
}
