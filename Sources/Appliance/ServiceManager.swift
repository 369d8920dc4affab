import DeviceIO
import Glibc

/// The service manager that started the program, if it wants status reports.
///
/// It names a socket in the environment; the protocol is that of `sd_notify(3)`, without its
/// library.
package struct ServiceManager: Sendable {
  private let socketPath: String?
  /// How often to report that all is well: half the manager's timeout; nil without a watchdog.
  let watchdogInterval: Duration?

  /// Reads NOTIFY_SOCKET and WATCHDOG_USEC.
  package init(
    environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
  ) {
    socketPath = environment("NOTIFY_SOCKET")
    let isMeant = environment("WATCHDOG_PID").map { $0 == String(getpid()) } ?? true
    watchdogInterval = environment("WATCHDOG_USEC").flatMap(Int.init)
      .flatMap { isMeant && $0 > 1 ? .microseconds($0 / 2) : nil }
  }

  /// Reports `state`, such as "READY=1". Never blocks; does nothing without a manager.
  ///
  /// The corresponding C function is `sd_notify`.
  func notify(_ state: String) {
    guard let socketPath else { return }
    // An @ stands for the zero byte at the start of an abstract name.
    let isAbstract = socketPath.hasPrefix("@")
    let path = (isAbstract ? [0] : []) + socketPath.utf8.dropFirst(isAbstract ? 1 : 0)
    guard let address = UnixAddress(path) else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = address.use {
      sendto(descriptor, state, state.utf8.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL), $0, $1)
    }
  }
}
