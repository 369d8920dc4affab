import CALSA
import Synchronization

/// Common to all calls of the ALSA library.
///
/// Each compiled file that names the message handler gets its own storage, so only this file does.
enum ALSA {
  /// Only one thread at a time opens a device: otherwise a check of a microphone's availability
  /// could make a recording find it busy.
  private static let gate = Mutex(())

  private static let quiet: Void = spokenmove_alsa_install()

  /// Runs `body` while nobody else in this process opens a device.
  ///
  /// From here on, `message()` keeps what ALSA would print on standard error. May block while a
  /// device is opened: call it on a thread of its own.
  static func opening<Value: ~Copyable, Failure: Error>(
    _ body: sending () throws(Failure) -> sending Value
  ) throws(Failure) -> sending Value {
    _ = quiet
    return try gate.withLock { _ throws(Failure) -> sending Value in
      spokenmove_alsa_forget()
      return try body()
    }
  }

  /// Clears `message()` for this thread.
  static func forgetMessage() {
    spokenmove_alsa_forget()
  }

  /// The library's first message about the failure on this thread since it last began to open a
  /// device.
  static func message() -> String {
    String(cString: spokenmove_alsa_text())
  }

  /// The library's text for a negative status. The corresponding C function is `snd_strerror`.
  static func text(_ status: Int32) -> String {
    snd_strerror(status).map { String(cString: $0) } ?? "status \(status)"
  }

  /// Makes the next opening read the configuration again, with the definitions of a new card.
  ///
  /// The corresponding C function is `snd_config_update_free_global`.
  static func forgetConfiguration() {
    gate.withLock { _ in _ = snd_config_update_free_global() }
  }
}
