import DeviceIO
import Glibc
import Panel
import Synchronization

/// A push button on a GPIO line, like gpiozero's `Button(17)`.
///
/// Its edges are waited for on a thread of its own, which sleeps until there is one.
public final class GPIOButton: FallibleButton {
  /// Presses and releases; the oldest of more than 64 that nobody took are dropped, and counted.
  public let events: AsyncStream<ButtonEvent>
  private let watch: EdgeWatch

  /// Takes the line and begins to watch it. Throws `PanelError` where it is missing, busy or
  /// forbidden.
  ///
  /// With `isActiveLow`, as for a button between the line and ground, it is pressed while the line
  /// is low. A press or release counts when it has lasted for `debounce`.
  public init(
    _ line: GPIOLineName, isActiveLow: Bool = true, bias: GPIOBias = .pullUp,
    debounce: Duration = .milliseconds(10)
  ) throws(PanelError) {
    let (stream, sink) = AsyncStream.makeStream(
      of: ButtonEvent.self, bufferingPolicy: .bufferingNewest(64))
    events = stream
    let byKernel = GPIOLine.kernelDebounces
    let line = try GPIOLine(
      line, for: EdgeWatch.operation,
      use: GPIOLine.Use(isActiveLow: isActiveLow, bias: bias, debounce: byKernel ? debounce : .zero)
    )
    watch = try EdgeWatch(line: line, period: byKernel ? .zero : debounce, sink: sink)
    try watch.start()
  }

  deinit {
    watch.end()
  }

  /// Whether it is held down, after debouncing; as it was last where `events` has ended.
  public var isPressed: Bool { watch.state.withLock { $0.isPressed } }

  /// How many events were dropped because nobody took them in time.
  public var droppedEvents: Int { watch.state.withLock { $0.dropped } }

  /// Why `events` ended by itself; nil where it did not.
  public var failure: PanelError? { watch.state.withLock { $0.failure } }

  /// Ends `events`, and returns when the line has been released.
  public func close() async {
    watch.end()
    await watch.closed.wait()
  }
}

/// The thread that waits for a line's edges.
private final class EdgeWatch: Sendable {
  struct State {
    var isPressed: Bool
    var dropped = 0
    var failure: PanelError?
  }

  static let operation = "watch the button on"

  let state: Mutex<State>
  let closed = Completion()
  private let line: GPIOLine
  private let period: Duration
  private let sink: AsyncStream<ButtonEvent>.Continuation
  private let endSignal: WakeSignal

  init(
    line: GPIOLine, period: Duration, sink: AsyncStream<ButtonEvent>.Continuation
  ) throws(PanelError) {
    self.line = line
    self.period = period
    self.sink = sink
    state = Mutex(State(isPressed: try line.isActive()))
    do {
      endSignal = try WakeSignal()
    } catch {
      throw Self.noResources(line, error)
    }
  }

  func start() throws(PanelError) {
    line.whenLost { error in
      self.state.withLock { $0.failure = error }
      self.end()
    }
    do {
      try BlockingThread.start(name: "button", limit: .seconds(60)) { self.run() }
    } catch {
      throw Self.noResources(line, error)
    }
  }

  /// Asks the thread to end; never blocks.
  func end() {
    endSignal.raise()
  }

  private func run() {
    do throws(PanelError) {
      try watch()
    } catch {
      state.withLock { $0.failure = error }
    }
    line.close()
    sink.finish()
    closed.finish()
  }

  private func watch() throws(PanelError) {
    var debouncer = Debouncer(period: period, isPressed: state.withLock { $0.isPressed })
    let descriptor = try line.descriptor()
    var deadline: Duration?
    while true {
      var descriptors = [Poll.reading(endSignal.descriptor), Poll.reading(descriptor)]
      let ready = Poll.wait(&descriptors, timeout: deadline.map { max(.zero, $0 - Self.now) })
      guard ready >= 0 else {
        throw PanelError(
          .lineLost, Self.operation, "\(line.name)", status: ready,
          advice: SystemStatus.text(-ready))
      }
      if descriptors[0].revents != 0 { return }
      let event: Debouncer.Event
      if descriptors[1].revents != 0 {
        let edge = try line.readEdge()
        event = .edge(isActive: edge.isActive, at: edge.time)
      } else {
        // The level is read again: edges may have been lost where there were too many.
        event = .waited(isActive: try line.isActive(), at: Self.now)
      }
      deadline = nil
      for action in debouncer.handle(event) {
        switch action {
        case .wait(let time): deadline = time
        case .report(let event): report(event)
        }
      }
    }
  }

  /// The kernel's monotonic clock, which edges are timed by. The corresponding C function is
  /// `clock_gettime`.
  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private func report(_ event: ButtonEvent) {
    state.withLock { $0.isPressed = event == .pressed }
    if case .dropped = sink.yield(event) {
      state.withLock { $0.dropped += 1 }
    }
  }

  private static func noResources(
    _ line: GPIOLine, _ error: BlockingThread.Unavailable
  ) -> PanelError {
    PanelError(
      .noResources, operation, "\(line.name)", status: -error.status, advice: error.description)
  }
}
