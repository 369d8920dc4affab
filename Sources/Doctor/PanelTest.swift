import DeviceIO
import Panel

/// A test of button and lights, with a person in front of them.
///
/// Every wait is bounded; a missing answer gives a warning.
struct PanelTest {
  /// How long to wait for a press, and for an answer.
  var patience = Duration.seconds(20)
  var clock: any Clock<Duration> = QuietClock()
  /// Gives instructions to the person.
  let say: @Sendable (String) -> Void
  /// What the person types next; nil if nothing more comes.
  let answer: @Sendable () async -> String?

  private static let name = "panel test"

  /// Waits for a press and its release.
  func test(_ button: any Button, _ line: PanelLine) async -> Check {
    if button.isPressed {
      return .failure(
        Self.name, "The button on \(line.line) is pressed, although nobody should touch it.",
        "If you are not holding it down: button.active_low or button.bias is the wrong way round, or the wires touch."
      )
    }
    say("Press the button on \(line.line) now, and let it go.")
    let presses = await within(patience, clock: clock) {
      var isDown = false
      for await event in button.events {
        if event == .released, isDown { return true }
        isDown = event == .pressed
      }
      return false
    }
    if presses == true {
      return .ok(Self.name, "The button on \(line.line) was pressed and let go.")
    }
    if button.isPressed {
      return .failure(
        Self.name, "The button on \(line.line) was pressed and not let go.",
        "It sticks, or it is a switch that stays down: use a push button.")
    }
    return .failure(
      Self.name, "No press of the button on \(line.line) was seen.",
      "Check the wires: from the line's pin to the button, and from the button to ground (button.active_low: true) or "
        + "3.3 V (false). pinout shows the pins.")
  }

  /// Makes the light flash and asks whether it does.
  func test(_ light: any Indicator, _ line: PanelLine) async -> Check {
    await light.set(.doubleBlink)
    say(
      "Does the light on \(line.line) (\(line.setting)) keep flashing twice? Type y or n, and Enter."
    )
    let answer = await within(patience, clock: clock) { await self.answer() ?? "" } ?? ""
    await light.set(.off)
    switch answer.lowercased().first {
    case "y": return .ok(Self.name, "The light on \(line.line) flashes.")
    case "n":
      return .failure(
        Self.name, "The light on \(line.line) (\(line.setting)) does not flash.",
        "Check the wires: from the line's pin through a resistor of 330 ohms to the LED's longer leg, and from the shorter "
          + "one to ground. pinout shows the pins.")
    default:
      return .warning(
        Self.name, "Nobody said whether the light on \(line.line) flashes.",
        "Run it again and type y or n: spokenmove doctor --panel")
    }
  }
}
