import DeviceIO
import Panel

/// A light on a GPIO line, like gpiozero's `LED(27)`.
public final class GPIOIndicator: FallibleIndicator {
  private let line: GPIOLine
  private let light: SwitchedIndicator

  /// Takes the line; the light is off. Throws `PanelError` where it is missing, busy or forbidden.
  ///
  /// With `isActiveLow` the light is on while the line is low.
  public init(
    _ line: GPIOLineName, isActiveLow: Bool = false, clock: any Clock<Duration> = QuietClock()
  ) throws(PanelError) {
    let line = try GPIOLine(
      line, for: "light the indicator on",
      use: GPIOLine.Use(isOutput: true, isActiveLow: isActiveLow))
    self.line = line
    let light = SwitchedIndicator(clock: clock) { isOn throws(PanelError) in try line.set(isOn) }
    self.light = light
    line.whenLost { [weak light] in light?.lose($0) }
  }

  deinit {
    // The light goes off with the line; a blinking task that is under way finds it closed.
    line.close()
  }

  /// Why the light could not be switched, or has gone, as soon as that is so; ends when it is
  /// closed.
  public var losses: AsyncStream<PanelError> { light.losses }

  /// Why the light could not be switched when it was last tried in vain; nil if it always could.
  public var failure: PanelError? { light.failure }

  /// Shows the pattern from now on; returns when the light has been switched for the first time.
  ///
  /// A light that cannot be switched is told by ``failure`` and ``losses``.
  public func set(_ pattern: IndicatorPattern) async {
    await light.set(pattern)
  }

  /// Switches the light off and releases the line.
  public func close() async {
    await light.set(.off)
    line.close()
    await light.close()
  }
}
