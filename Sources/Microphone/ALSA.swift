import CALSA
import Synchronization

/// What is common to all calls of the ALSA library.
///
/// The message handler's storage is one per compiled file that names it, so only this file does.
enum ALSA {
  /// One at a time opens a device: a look at a microphone's availability must not make its
  /// recording find it busy.
  private static let gate = Mutex(())

  private static let quiet: Void = spokenmove_alsa_install()

  /// Runs `body` while nobody else in this process opens a device.
  ///
  /// What ALSA would print on standard error is kept for `message()` from here on. May block while
  /// a device is opened: call it on a thread of its own.
  static func opening<Value: ~Copyable, Failure: Error>(
    _ body: sending () throws(Failure) -> sending Value
  ) throws(Failure) -> sending Value {
    _ = quiet
    return try gate.withLock { _ throws(Failure) -> sending Value in
      spokenmove_alsa_forget()
      return try body()
    }
  }

  /// Makes `message()` tell of what comes from now on, on this thread.
  static func forgetMessage() {
    spokenmove_alsa_forget()
  }

  /// What the library said first about the failure on this thread since it last began to open a
  /// device.
  static func message() -> String {
    String(cString: spokenmove_alsa_text())
  }

  /// The library's text for a negative status. The corresponding C function is `snd_strerror`.
  static func text(_ status: Int32) -> String {
    snd_strerror(status).map { String(cString: $0) } ?? "status \(status)"
  }

  /// Reads the configuration anew at the next opening, for the definitions of a card that has come.
  ///
  /// The corresponding C function is `snd_config_update_free_global`.
  static func forgetConfiguration() {
    gate.withLock { _ in _ = snd_config_update_free_global() }
  }
}
