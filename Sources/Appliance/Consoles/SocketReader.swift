import ApplianceCore
import Glibc

/// A program at the other end of a connection; it closes the connection.
final class SocketReader {
  /// How many bytes may wait for it, apart from a large answer: more than a game's lines.
  static let limit = 256 * 1_024
  /// How many bytes may wait for it altogether: two of the largest answers, and more.
  static let largeLimit = 8 * 1_024 * 1_024
  /// How long it may leave a large answer untouched.
  static let patience = Duration.seconds(10)

  let descriptor: CInt
  /// Bytes still to send; a slice, which drops sent ones from the front for free.
  private var pending: ArraySlice<UInt8> = []
  /// How many of the pending bytes belong to a large answer.
  private var large = 0
  /// When it last took bytes, or was first given a large answer.
  private var progress = ContinuousClock.now
  private var input = ProgramInput()
  /// Whether it may still send bytes.
  private(set) var sends = true
  /// Whether it has gone, or has been too slow.
  private(set) var isGone = false
  /// Whether it has been too slow.
  private(set) var isSlow = false

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Whether bytes are pending.
  var isWaiting: Bool { !pending.isEmpty && !isGone }

  /// When it counts as too slow unless it takes some of a large answer; nil without one.
  var deadline: ContinuousClock.Instant? { large > 0 && !isGone ? progress + Self.patience : nil }

  /// The events to poll for. It can ask for more once it has taken a large answer.
  var poll: pollfd {
    let events = (sends && large == 0 ? Int16(POLLIN) : 0) | (pending.isEmpty ? 0 : Int16(POLLOUT))
    return pollfd(fd: isGone ? -1 : descriptor, events: events, revents: 0)
  }

  /// Sends bytes as soon as it takes them; disconnects it if too many are pending.
  func send(_ bytes: [UInt8]) {
    guard !isGone else { return }
    guard pending.count - large + bytes.count <= Self.limit else { return giveUp() }
    pending += bytes
    flush()
  }

  /// Sends an answer that may exceed the limit, in as many parts as necessary; disconnects it if
  /// too many bytes are pending.
  func send(large bytes: [UInt8]) {
    guard !isGone else { return }
    guard pending.isEmpty || pending.count + bytes.count <= Self.largeLimit else {
      return giveUp()
    }
    if large == 0 { progress = .now }
    large += bytes.count
    pending += bytes
    flush()
  }

  /// Disconnects it if it has left a large answer untouched for too long.
  func checkProgress(at now: ContinuousClock.Instant = .now) {
    if let deadline, deadline <= now { giveUp() }
  }

  private func giveUp() { (isGone, isSlow) = (true, true) }

  /// Sends as many pending bytes as it takes.
  ///
  /// The corresponding C function is `send`.
  func flush() {
    while !pending.isEmpty, !isGone {
      let count = pending.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
      }
      if count > 0 {
        pending.removeFirst(count)
        large = min(large, pending.count)
        progress = .now
      } else if errno == EPIPE {
        // It reads no more, but what it sent before counts.
        (pending, large) = ([], 0)
      } else if errno != EINTR {
        isGone = errno != EAGAIN
        return
      }
    }
  }

  /// The bytes that have arrived; at most 4096, to be fair to the others.
  ///
  /// The corresponding C function is `recv`.
  func receive() -> [ProgramInput.Event] {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    guard count > 0 else {
      // It may still read after it has sent everything.
      if count == 0 { sends = false } else if errno != EAGAIN, errno != EINTR { isGone = true }
      return []
    }
    return bytes.prefix(count).compactMap { input.receive($0) }
  }

  /// Notes that it has closed its end.
  func hangUp() { isGone = true }
}
