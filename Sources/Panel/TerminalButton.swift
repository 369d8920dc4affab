import DeviceIO
import Glibc
import Synchronization

/// The Enter key in the place of a button: an empty line is a press.
///
/// A terminal does not tell when a key is released, so a press is either followed by its release at
/// once, or the next Enter is the release.
public final class TerminalButton: Button {
  /// What an Enter is.
  public enum Style: Sendable, Hashable {
    /// A press and its release.
    case tap
    /// A press and a release in turn, for the push-to-talk mode.
    case alternating
  }

  /// Presses and releases; the oldest of more than 64 that nobody took are dropped, and counted.
  public let events: AsyncStream<ButtonEvent>
  private let reader: LineReader

  /// Reads lines from `descriptor`, which stays open, until its end; `line` is given those that are
  /// not empty.
  ///
  /// Throws `PanelError` where the process has no thread left.
  public init(
    descriptor: CInt = STDIN_FILENO, style: Style = .tap,
    line: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(PanelError) {
    let (stream, sink) = AsyncStream.makeStream(
      of: ButtonEvent.self, bufferingPolicy: .bufferingNewest(64))
    events = stream
    do {
      reader = LineReader(
        descriptor: descriptor, style: style, sink: sink, other: line, endSignal: try WakeSignal())
      try reader.start()
    } catch {
      throw PanelError(
        .noResources, "read", "the terminal", status: -error.status, advice: error.description)
    }
  }

  deinit {
    reader.endSignal.raise()
  }

  /// Whether a press came last; of style `tap` it is released at once.
  public var isPressed: Bool { reader.state.withLock { $0.isPressed } }

  /// How many events were dropped because nobody took them in time.
  public var droppedEvents: Int { reader.state.withLock { $0.dropped } }

  /// Ends `events`, and returns when the terminal is no longer read.
  public func close() async {
    reader.endSignal.raise()
    await reader.closed.wait()
  }
}

/// The thread that reads the terminal.
private final class LineReader: Sendable {
  struct State {
    var isPressed = false
    var dropped = 0
  }

  /// Longer lines are cut: nobody types them.
  private static let longestLine = 1_024

  let state = Mutex(State())
  let closed = Completion()
  let endSignal: WakeSignal
  private let descriptor: CInt
  private let style: TerminalButton.Style
  private let sink: AsyncStream<ButtonEvent>.Continuation
  private let other: @Sendable (String) -> Void

  init(
    descriptor: CInt, style: TerminalButton.Style, sink: AsyncStream<ButtonEvent>.Continuation,
    other: @escaping @Sendable (String) -> Void, endSignal: WakeSignal
  ) {
    self.descriptor = descriptor
    self.style = style
    self.sink = sink
    self.other = other
    self.endSignal = endSignal
  }

  func start() throws(BlockingThread.Unavailable) {
    try BlockingThread.start(name: "terminal") {
      self.read()
      self.sink.finish()
      self.closed.finish()
    }
  }

  private func read() {
    var line: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
      var descriptors = [Poll.reading(endSignal.descriptor), Poll.reading(descriptor)]
      guard Poll.wait(&descriptors, timeout: nil) > 0, descriptors[0].revents == 0 else { return }
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return }
      for byte in bytes.prefix(count) {
        switch byte {
        case UInt8(ascii: "\n"):
          take(line)
          line.removeAll(keepingCapacity: true)
        case UInt8(ascii: "\r"): break
        default: if line.count < Self.longestLine { line.append(byte) }
        }
      }
    }
  }

  private func take(_ line: [UInt8]) {
    guard line.isEmpty else { return other(String(decoding: line, as: UTF8.self)) }
    switch style {
    case .tap:
      report(.pressed)
      report(.released)
    case .alternating:
      report(state.withLock { $0.isPressed } ? .released : .pressed)
    }
  }

  private func report(_ event: ButtonEvent) {
    let result = sink.yield(event)
    state.withLock { state in
      state.isPressed = event == .pressed
      if case .dropped = result { state.dropped += 1 }
    }
  }
}
