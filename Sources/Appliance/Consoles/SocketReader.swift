import ApplianceCore
import Glibc

/// A program at the other end of a connection; closed with it.
final class SocketReader {
  /// How many bytes may wait for it, besides a large answer: more than a game's lines.
  static let limit = 256 * 1_024
  /// How many bytes may wait for it in all: two of the largest answers, and more.
  static let largeLimit = 8 * 1_024 * 1_024
  /// How long it may take nothing of a large answer.
  static let patience = Duration.seconds(10)

  let descriptor: CInt
  /// Bytes still to send; a slice, so that sent ones are dropped from the front at no cost.
  private var pending: ArraySlice<UInt8> = []
  /// How many of the waiting bytes are a large answer's.
  private var large = 0
  /// When it last took something, or was first given a large answer.
  private var progress = ContinuousClock.now
  private var input = ProgramInput()
  /// Whether it may still send something.
  private(set) var sends = true
  /// Whether it has gone, or has been too slow.
  private(set) var isGone = false
  /// Whether it has been too slow.
  private(set) var isSlow = false

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Whether something waits to be sent.
  var isWaiting: Bool { !pending.isEmpty && !isGone }

  /// When it counts as too slow unless it takes something of a large answer; nil without one.
  var deadline: ContinuousClock.Instant? { large > 0 && !isGone ? progress + Self.patience : nil }

  /// What to wait for. It can ask for more when it has taken a large answer.
  var poll: pollfd {
    let events = (sends && large == 0 ? Int16(POLLIN) : 0) | (pending.isEmpty ? 0 : Int16(POLLOUT))
    return pollfd(fd: isGone ? -1 : descriptor, events: events, revents: 0)
  }

  /// Sends bytes as soon as it takes them; gives it up if too many wait.
  func send(_ bytes: [UInt8]) {
    guard !isGone else { return }
    guard pending.count - large + bytes.count <= Self.limit else { return giveUp() }
    pending += bytes
    flush()
  }

  /// Sends an answer that may be longer than the limit, in as many parts as it takes; gives it up
  /// if too many wait.
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

  /// Gives it up if it has taken nothing of a large answer for too long.
  func checkProgress(at now: ContinuousClock.Instant = .now) {
    if let deadline, deadline <= now { giveUp() }
  }

  private func giveUp() { (isGone, isSlow) = (true, true) }

  /// Sends what waits, as far as it takes it.
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
      } else if errno != EINTR {
        isGone = errno != EAGAIN
        return
      }
    }
  }

  /// Its bytes since then. At most 4096 bytes are read, so that others have their turn.
  ///
  /// The corresponding C function is `recv`.
  func receive() -> [ProgramInput.Event] {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    guard count > 0 else {
      // It may still read after it has sent all.
      if count == 0 { sends = false } else if errno != EAGAIN, errno != EINTR { isGone = true }
      return []
    }
    return bytes.prefix(count).compactMap { input.receive($0) }
  }

  /// Notes that its end is closed.
  func hangUp() { isGone = true }
}
