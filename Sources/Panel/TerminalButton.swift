import DeviceIO
import Glibc
import Localization
import Synchronization

/// The Enter key as a button: an empty line is a press.
///
/// A terminal does not report when a key is released, so either the press ends immediately, or the
/// next Enter releases it.
public final class TerminalButton: Button {
  /// The meaning of Enter.
  public enum Style: Sendable, Hashable {
    /// A press and its release.
    case tap
    /// A press and a release alternately, for push-to-talk mode.
    case alternating
  }

  /// Presses and releases; up to 64 wait, then it drops and counts the oldest.
  public let events: AsyncStream<ButtonEvent>
  private let loop: DeviceLoop<ButtonEvent, Never>
  private let reader: LineReader

  /// Reads lines from `descriptor`, which must stay open, until its end; `line` gets the non-empty
  /// ones.
  ///
  /// Throws `PanelError` if the process has run out of threads.
  public init(
    descriptor: CInt = STDIN_FILENO, style: Style = .tap,
    line: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(PanelError) {
    reader = LineReader(descriptor: descriptor, style: style, other: line)
    do throws(BlockingThread.Unavailable) {
      (loop, events) = try DeviceLoop.make(
        name: "terminal", limit: nil, keeping: .bufferingNewest(64))
      try loop.start { [reader] in reader.run($0) }
    } catch {
      throw PanelError(.noResources, Message("read"), "the terminal", error)
    }
  }

  deinit {
    loop.end()
  }

  /// Whether the last event was a press; with style `tap`, it is released immediately.
  public var isPressed: Bool { reader.isPressed.withLock { $0 } }

  /// The number of events dropped because nobody took them in time.
  public var droppedEvents: Int { loop.dropped }

  /// Ends `events`, and returns when nobody reads the terminal any more.
  public func close() async {
    await loop.close()
  }
}

/// The button's thread, which reads the terminal.
private final class LineReader: Sendable {
  /// The longest line; the rest is cut off.
  private static let longestLine = 1_024

  let isPressed = Mutex(false)
  private let descriptor: CInt
  private let style: TerminalButton.Style
  private let other: @Sendable (String) -> Void

  init(
    descriptor: CInt, style: TerminalButton.Style, other: @escaping @Sendable (String) -> Void
  ) {
    self.descriptor = descriptor
    self.style = style
    self.other = other
  }

  func run(_ loop: DeviceLoop<ButtonEvent, Never>) {
    var line: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 256)
    while true {
      var descriptors = [Poll.reading(descriptor)]
      guard loop.wait(for: &descriptors) == .device else { return }
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return }
      for byte in bytes.prefix(count) {
        switch byte {
        case UInt8(ascii: "\n"):
          take(line, loop)
          line.removeAll(keepingCapacity: true)
        case UInt8(ascii: "\r"): break
        default: if line.count < Self.longestLine { line.append(byte) }
        }
      }
    }
  }

  private func take(_ line: [UInt8], _ loop: DeviceLoop<ButtonEvent, Never>) {
    guard line.isEmpty else { return other(String(decoding: line, as: UTF8.self)) }
    switch style {
    case .tap:
      report(.pressed, loop)
      report(.released, loop)
    case .alternating:
      report(isPressed.withLock { $0 } ? .released : .pressed, loop)
    }
  }

  private func report(_ event: ButtonEvent, _ loop: DeviceLoop<ButtonEvent, Never>) {
    loop.report(event)
    isPressed.withLock { $0 = event == .pressed }
  }
}
