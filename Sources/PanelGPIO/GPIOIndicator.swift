import DeviceIO
import Panel
import Synchronization

/// A light on a GPIO line, like gpiozero's `LED(27)`.
public final class GPIOIndicator: FallibleIndicator {
  private let line: GPIOLine
  private let blinker: Blinker
  private let failures = Failures()
  /// Why the light has gone, once that is so; ends when it is closed.
  public let losses: AsyncStream<PanelError>
  private let sink: AsyncStream<PanelError>.Continuation

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
    (losses, sink) = AsyncStream.makeStream(
      of: PanelError.self, bufferingPolicy: .bufferingOldest(1))
    blinker = Blinker(clock: clock) { [failures] isOn in
      do throws(PanelError) {
        try line.set(isOn)
      } catch {
        failures.last.withLock { $0 = error }
      }
    }
    line.whenLost { [sink] in sink.yield($0) }
  }

  deinit {
    // The light goes off with the line; a blinking task that is under way finds it closed.
    line.close()
    sink.finish()
  }

  /// Why the light could not be switched when it was last tried in vain; nil where it always could.
  public var failure: PanelError? { failures.last.withLock { $0 } }

  /// Shows the pattern from now on; returns when the light has been switched for the first time.
  ///
  /// A light that cannot be switched is told by ``failure``.
  public func set(_ pattern: IndicatorPattern) async {
    await blinker.show(pattern)
  }

  /// Switches the light off and releases the line.
  public func close() async {
    await blinker.show(.off)
    line.close()
    sink.finish()
  }
}

/// Shared with the light's switch, which may not hold on to the indicator.
private final class Failures: Sendable {
  let last = Mutex<PanelError?>(nil)
}
