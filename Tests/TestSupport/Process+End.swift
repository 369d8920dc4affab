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

  /// How it ended, once it has; fails the test if that takes longer than a minute, times
  /// SPOKENMOVE_PATIENCE of the environment, and kills it.
  ///
  /// Asks the kernel. `waitUntilExit` waits for a descriptor to be closed, which another program
  /// may have inherited that was started at the same moment.
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
        // It was waited for already, so this returns at once.
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
