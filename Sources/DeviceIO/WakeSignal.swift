import CLinux
import Glibc

/// A descriptor that wakes a thread waiting in `Poll.wait` together with a device.
///
/// The corresponding C function is `eventfd`.
package final class WakeSignal: Sendable {
  /// Readable from the first `raise()` until `lower()`.
  package let descriptor: CInt

  /// Throws if the process has run out of descriptors.
  package init() throws(BlockingThread.Unavailable) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw BlockingThread.Unavailable(status: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Wakes the waiting thread, now or at its next wait. Never blocks.
  package func raise() {
    eventfd_write(descriptor, 1)
  }

  /// Resets the signal, so that the next wait waits. Never blocks.
  package func lower() {
    var count: eventfd_t = 0
    eventfd_read(descriptor, &count)
  }
}
