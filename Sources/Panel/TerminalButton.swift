import DeviceIO
import Glibc
import Localization

/// The Enter key as a button: an empty line is a press, and its release, because a terminal does
/// not report when a key is released.
public final class TerminalButton: Button {
  /// Presses and releases; up to 64 wait, then it drops the oldest.
  public let events: AsyncStream<ButtonEvent>
  private let loop: DeviceLoop<ButtonEvent, Never>

  /// Reads lines from `descriptor`, which must stay open, until its end; ignores the others.
  ///
  /// Throws `PanelError` if the process has run out of threads.
  public init(descriptor: CInt = STDIN_FILENO) throws(PanelError) {
    do throws(BlockingThread.Unavailable) {
      (loop, events) = try DeviceLoop.make(
        name: "terminal", limit: nil, keeping: .bufferingNewest(64))
      try loop.start { Self.read(descriptor, $0) }
    } catch {
      throw PanelError(.noResources, Message("read"), "the terminal", error)
    }
  }

  deinit {
    loop.end()
  }

  /// Never, because each press ends immediately.
  public var isPressed: Bool { false }

  /// Ends `events`, and returns when nobody reads the terminal any more.
  public func close() async {
    await loop.close()
  }

  /// The button's thread, which reads the terminal.
  private static func read(_ descriptor: CInt, _ loop: DeviceLoop<ButtonEvent, Never>) {
    var isEmpty = true
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
          if isEmpty {
            loop.report(.pressed)
            loop.report(.released)
          }
          isEmpty = true
        case UInt8(ascii: "\r"): break
        default: isEmpty = false
        }
      }
    }
  }
}
