import DeviceIO
import Glibc
import Localization
import Panel
import Synchronization

/// A push button on a GPIO line, like gpiozero's `Button(17)`.
///
/// A separate thread waits for the line's edges.
package final class GPIOButton: FallibleButton {
  /// Presses and releases; up to 64 wait, then it drops the oldest.
  package let events: AsyncStream<ButtonEvent>
  private let loop: DeviceLoop<ButtonEvent, PanelError>
  private let watch: EdgeWatch

  /// Takes the line and watches it. Throws `PanelError` if it is missing, busy or forbidden.
  ///
  /// With `isActiveLow`, as for a button between the line and ground, it is pressed while the line
  /// is low. A press or release counts once it has lasted for `debounce`. `hear` gets them on the
  /// button's thread; then `events` only ends.
  package init(
    _ line: GPIOLineName, isActiveLow: Bool = true, bias: GPIOBias = .pullUp,
    debounce: Duration = .milliseconds(10), hear: (@Sendable (ButtonEvent) -> Void)? = nil
  ) throws(PanelError) {
    let byKernel = GPIOLine.kernelDebounces
    let line = try GPIOLine(
      line, for: EdgeWatch.operation,
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
      throw PanelError(.noResources, EdgeWatch.operation, "\(line.name)", error)
    }
    watch = EdgeWatch(
      line: line, period: byKernel ? .zero : debounce, isPressed: try line.isActive())
    line.whenLost { [loop] in loop.end(because: $0) }
    do throws(BlockingThread.Unavailable) {
      try loop.start { [watch] loop throws(PanelError) in try watch.run(loop) }
    } catch {
      throw PanelError(.noResources, EdgeWatch.operation, "\(line.name)", error)
    }
  }

  deinit {
    loop.end()
  }

  /// Whether it is held down, after debouncing; the last known state once `events` has ended.
  package var isPressed: Bool { watch.isPressed.withLock { $0 } }

  /// Why `events` ended by itself; nil if it did not.
  package var failure: PanelError? { loop.failure }

  /// Ends `events`, and returns when the line is released.
  package func close() async {
    await loop.close()
  }
}

/// The button's thread, which waits for a line's edges.
private final class EdgeWatch: Sendable {
  static let operation = Message("watch the button on")

  let isPressed: Mutex<Bool>
  private let line: GPIOLine
  private let period: Duration

  init(line: GPIOLine, period: Duration, isPressed: Bool) {
    self.line = line
    self.period = period
    self.isPressed = Mutex(isPressed)
  }

  func run(_ loop: DeviceLoop<ButtonEvent, PanelError>) throws(PanelError) {
    defer { line.close() }
    var debouncer = Debouncer(period: period, isPressed: isPressed.withLock { $0 })
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
          isPressed.withLock { $0 = event == .pressed }
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
