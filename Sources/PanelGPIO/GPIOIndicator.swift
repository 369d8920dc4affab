import DeviceIO
import Localization
import Panel

/// A light on a GPIO line, like gpiozero's `LED(27)`.
package final class GPIOIndicator: FallibleIndicator {
  private let line: GPIOLine
  private let light: SwitchedIndicator

  /// Takes the line; the light is off. Throws `PanelError` if it is missing, busy or forbidden.
  ///
  /// With `isActiveLow` the light is on while the line is low.
  package init(
    _ line: GPIOLineName, isActiveLow: Bool = false, clock: any Clock<Duration> = QuietClock()
  ) throws(PanelError) {
    let line = try GPIOLine(
      line, for: Message("light the indicator on"),
      use: GPIOLine.Use(isOutput: true, isActiveLow: isActiveLow))
    self.line = line
    let light = SwitchedIndicator(clock: clock) { isOn throws(PanelError) in try line.set(isOn) }
    self.light = light
    line.whenLost { [weak light] in light?.lose($0) }
  }

  deinit {
    // The light goes off with the line; a running blinking task finds the line closed.
    line.close()
  }

  /// Failures to switch the light, or its loss, as they happen; ends when it is closed.
  package var losses: AsyncStream<PanelError> { light.losses }

  /// The last failure to switch the light; nil if there was none.
  package var failure: PanelError? { light.failure }

  /// Shows the pattern from now on; returns when the light has been switched once.
  ///
  /// ``failure`` and ``losses`` report a light that cannot be switched.
  package func set(_ pattern: IndicatorPattern) async {
    await light.set(pattern)
  }

  /// Switches the light off and releases the line.
  package func close() async {
    await light.set(.off)
    line.close()
    await light.close()
  }
}
