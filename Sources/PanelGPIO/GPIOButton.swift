import DeviceIO
import Glibc
import Localization
import Panel
import Synchronization

/// A push button on a GPIO line, like gpiozero's `Button(17)`.
///
/// A separate thread waits for the line's edges, and keeps the button until it is closed.
package final class GPIOButton: FallibleButton {
  /// Presses and releases; up to 64 wait, then it drops the oldest.
  package let events: AsyncStream<ButtonEvent>
  private static let operation = Message("watch the button on")
  private let loop: DeviceLoop<ButtonEvent, PanelError>
  private let line: GPIOLine
  /// How long a level must last; zero if the kernel sees to it.
  private let period: Duration
  private let pressed: Mutex<Bool>

  /// Takes the line and watches it. Throws `PanelError` if it is missing, busy or forbidden.
  ///
  /// With `isActiveLow`, as for a button between the line and ground, it is pressed while the line
  /// is low. A press or release counts once it has lasted for `debounce`. `hear` gets them on the
  /// button's thread; then `events` only ends.
  package init(
    _ name: GPIOLineName, isActiveLow: Bool = true, bias: GPIOBias = .pullUp,
    debounce: Duration = .milliseconds(10), hear: (@Sendable (ButtonEvent) -> Void)? = nil
  ) throws(PanelError) {
    let byKernel = GPIOLine.kernelDebounces
    let line = try GPIOLine(
      name, for: Self.operation,
      use: GPIOLine.Use(isActiveLow: isActiveLow, bias: bias, debounce: byKernel ? debounce : .zero)
    )
    do throws(BlockingThread.Unavailable) {
      let (events, sink) = AsyncStream.makeStream(
        of: ButtonEvent.self, bufferingPolicy: .bufferingNewest(64))
      self.events = events
      loop = try DeviceLoop(name: "button") { event in
        if let hear { hear(event) } else { sink.yield(event) }
        return true
      } end: { _ in
        sink.finish()
      }
    } catch {
      throw PanelError(.noResources, Self.operation, "\(name)", error)
    }
    self.line = line
    period = byKernel ? .zero : debounce
    pressed = Mutex(try line.isActive())
    line.whenLost { [loop] in loop.end(because: $0) }
    do throws(BlockingThread.Unavailable) {
      try loop.start { _ throws(PanelError) in try self.watch() }
    } catch {
      throw PanelError(.noResources, Self.operation, "\(name)", error)
    }
  }

  /// Whether it is held down, after debouncing; the last known state once `events` has ended.
  package var isPressed: Bool { pressed.withLock { $0 } }

  /// Why `events` ended by itself; nil if it did not.
  package var failure: PanelError? { loop.failure }

  /// Ends `events`, and returns when the line is released.
  package func close() async {
    await loop.close()
  }

  /// Waits for the line's edges, on the button's thread.
  private func watch() throws(PanelError) {
    defer { line.close() }
    var debouncer = Debouncer(period: period, isPressed: isPressed)
    let descriptor = try line.descriptor()
    var deadline: Duration?
    while true {
      var descriptors = [Poll.reading(descriptor)]
      let event: Debouncer.Event
      switch loop.wait(for: &descriptors, timeout: deadline.map { max(.zero, $0 - Self.now) }) {
      case .woken: return
      case .failed(let status):
        throw PanelError(
          .lineLost, Self.operation, "\(line.name)", status: status,
          advice: .verbatim(SystemStatus.text(-status)))
      case .device:
        let edge = try line.readEdge()
        event = .edge(isActive: edge.isActive, at: edge.time)
      case .timeout:
        // Read the level again: after too many edges, some may be lost.
        event = .waited(isActive: try line.isActive(), at: Self.now)
      }
      deadline = nil
      for action in debouncer.handle(event) {
        switch action {
        case .wait(let time): deadline = time
        case .report(let event):
          pressed.withLock { $0 = event == .pressed }
          loop.report(event)
        }
      }
    }
  }

  /// The kernel's monotonic clock, which timestamps edges. The corresponding C function is
  /// `clock_gettime`.
  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
