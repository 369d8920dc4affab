import Glibc
import Synchronization

/// A terminal that delivers each key without echo, until it is restored.
package struct TerminalKeys: Sendable {
  private let descriptor: CInt
  /// The terminal's settings before.
  private let attributes: termios

  /// The terminal to restore if the program ends by force.
  private static let taken = Mutex<TerminalKeys?>(nil)

  /// Takes over a terminal; nil if it is no terminal or another program has it.
  ///
  /// Control-C still interrupts. The corresponding C function is `tcsetattr`.
  package init?(_ descriptor: CInt) {
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else { return nil }
    // Changing a shell's terminal from the background would stop this program.
    let group = tcgetpgrp(descriptor)
    guard group < 0 || group == getpgrp() else { return nil }
    self.descriptor = descriptor
    self.attributes = attributes
    attributes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(descriptor, TCSANOW, &attributes) == 0 else { return nil }
    Self.taken.withLock { $0 = self }
  }

  /// Gives back the terminal as it was.
  package func restore() {
    Self.taken.withLock { $0 = nil }
    var attributes = attributes
    tcsetattr(descriptor, TCSANOW, &attributes)
  }

  /// Restores the terminal that was taken over last, if it still is.
  package static func restoreTaken() { taken.withLock { $0 }?.restore() }
}
