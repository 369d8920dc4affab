import DeviceIO
import Localization
import Panel

extension SwitchedIndicator {
  /// A light on a GPIO line, like gpiozero's `LED(27)`.
  ///
  /// Takes the line; the light is off. Throws `PanelError` if it is missing, busy or forbidden.
  /// With `isActiveLow` the light is on while the line is low.
  package init(
    _ line: GPIOLineName, isActiveLow: Bool = false, clock: any Clock<Duration> = QuietClock()
  ) throws(PanelError) {
    let line = try GPIOLine(
      line, for: Message("light the indicator on"),
      use: GPIOLine.Use(isOutput: true, isActiveLow: isActiveLow))
    // Released, the line is off: a running blinking task finds it closed.
    self.init(clock: clock) { isOn throws(PanelError) in
      try line.set(isOn)
    } release: {
      line.close()
    }
    line.whenLost { [weak self] in self?.lose($0) }
  }
}
