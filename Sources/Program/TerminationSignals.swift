import ApplianceCore
import DeviceIO
import Glibc

/// The signals that ask the program to end: SIGTERM from a service manager, SIGINT from a terminal,
/// SIGHUP when the terminal closes.
package enum TerminationSignals {
  /// Calls `end` at the first signal, on a separate thread. A later signal ends the program
  /// immediately, and so does the end of `patience`: a disk or a library may never answer. Before
  /// such an end it calls `cleanUp`.
  ///
  /// Signals within `grace` count as one: `timeout`, `sudo` and terminals signal both the program
  /// and its process group, so one request arrives as two signals.
  ///
  /// Does not block signals for `sigwait`: while it waits, the main thread of a Swift program lets
  /// all signals through, even blocked ones. The corresponding C function is `signal`.
  package static func onFirst(
    cleanUp: @escaping @Sendable () -> Void = {}, _ end: @escaping @Sendable () -> Void
  ) throws {
    let received = try WakeSignal()
    signalDescriptor = received.descriptor
    for number in [SIGTERM, SIGINT, SIGHUP] {
      // A signal handler may do hardly anything, but it may write to a descriptor.
      signal(number) { _ in
        var count: UInt64 = 1
        let status = errno
        write(signalDescriptor, &count, MemoryLayout.size(ofValue: count))
        errno = status
      }
    }
    try BlockingThread.start(name: "signals") {
      wait(for: received)
      end()
      var nothing: [pollfd] = []
      _ = Poll.wait(&nothing, timeout: grace)
      received.lower()
      let isAskedAgain = wait(for: received, timeout: patience - grace)
      if !isAskedAgain {
        let seconds = patience.components.seconds
        Log().error("It did not stop within \(seconds) s, so it was stopped by force.")
      }
      ChildProcess.endAll()
      TerminalKeys.restoreTaken()
      cleanUp()
      _exit(1)
    }
  }

  /// How long further signals count as the first one.
  private static let grace = Duration.seconds(1)

  /// How long the program may take to end.
  private static let patience = Duration.seconds(4)

  /// Returns whether there was a signal.
  @discardableResult
  private static func wait(for signal: WakeSignal, timeout: Duration? = nil) -> Bool {
    var descriptors = [Poll.reading(signal.descriptor)]
    return Poll.wait(&descriptors, timeout: timeout) > 0
  }
}

/// The descriptor for the handler. Set once, before there is a handler, because a handler cannot
/// take a lock.
private nonisolated(unsafe) var signalDescriptor: CInt = -1
