import CALSA
import Synchronization

/// Shared by all calls of the ALSA library.
///
/// Each file that uses the message handler would compile its own storage, so only this file does.
enum ALSA {
  /// Only one thread at a time opens a device: otherwise an availability check could make a
  /// recording find the microphone busy.
  private static let gate = Mutex(())

  private static let quiet: Void = spokenmove_alsa_install()

  /// Runs `body` while nobody else in this process opens a device.
  ///
  /// From here on, `message()` has what ALSA would print on standard error. May block while a
  /// device opens: call it on a separate thread.
  static func opening<Value: ~Copyable, Failure: Error>(
    _ body: sending () throws(Failure) -> sending Value
  ) throws(Failure) -> sending Value {
    _ = quiet
    return try gate.withLock { _ throws(Failure) -> sending Value in
      spokenmove_alsa_forget()
      return try body()
    }
  }

  /// Clears `message()` on this thread.
  static func forgetMessage() {
    spokenmove_alsa_forget()
  }

  /// The library's first error message on this thread since it last began to open a device.
  static func message() -> String {
    String(cString: spokenmove_alsa_text())
  }

  /// The library's text for a negative status. The corresponding C function is `snd_strerror`.
  static func text(_ status: Int32) -> String {
    snd_strerror(status).map { String(cString: $0) } ?? "status \(status)"
  }

  /// Makes the next opening reread the configuration, with the definitions of a new card.
  ///
  /// The corresponding C function is `snd_config_update_free_global`.
  static func forgetConfiguration() {
    gate.withLock { _ in _ = snd_config_update_free_global() }
  }
}
