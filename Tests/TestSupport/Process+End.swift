import Foundation
import Glibc
import Testing

extension Process {
  /// How a program ended.
  package struct End: Sendable, Hashable {
    /// The exit status, or the signal that killed it.
    package var status: Int32
    /// Whether it ended by itself.
    package var hasExited: Bool
  }

  /// How it ended, once it has. If that takes longer than a minute, times SPOKENMOVE_PATIENCE,
  /// kills it and fails the test.
  ///
  /// Asks the kernel: `waitUntilExit` waits until a descriptor is closed, which another program
  /// started at the same moment may have inherited.
  @discardableResult
  package func ended(sourceLocation: SourceLocation = #_sourceLocation) -> End {
    let deadline = ContinuousClock.now + .seconds(60 * Patience.factor)
    while true {
      var info = siginfo_t()
      let status = waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT | WNOHANG)
      if status == 0, info.si_signo == SIGCHLD {
        return End(
          status: info._sifields._sigchld.si_status, hasExited: info.si_code == CInt(CLD_EXITED))
      }
      if status < 0, errno == ECHILD {
        // It has already been reaped, so this returns immediately.
        waitUntilExit()
        return End(status: terminationStatus, hasExited: terminationReason == .exit)
      }
      if ContinuousClock.now > deadline {
        Issue.record("the program has not ended", sourceLocation: sourceLocation)
        kill(processIdentifier, SIGKILL)
        return End(status: SIGKILL, hasExited: false)
      }
      usleep(5_000)
    }
  }
}
