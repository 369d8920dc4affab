import DeviceIO
import Glibc
import Localization

/// Why the game's record could not be read or written.
package struct GameRecordError: ExplainedError, Sendable, Hashable {
  /// The kind of failure, for programs.
  package enum Code: String, Sendable, Hashable {
    /// The directory is missing and cannot be created, or is not a directory.
    case noDirectory
    /// Another process uses the directory for its game.
    case inUse
    /// A file or directory is not accessible.
    case notPermitted
    /// The disk is full, or this user's quota is exceeded.
    case diskFull
    /// The file system is read-only.
    case readOnly
    /// Any other system error.
    case system
  }

  /// The kind of failure.
  package var code: Code
  /// The failed activity, as in "writing".
  package var activity: Message
  /// The file or directory.
  package var path: String
  /// The C status, `errno`.
  package var status: Int32

  init(_ activity: Message, _ path: String, status: Int32, code: Code? = nil) {
    self.activity = activity
    self.path = path
    self.status = status
    self.code = code ?? Self.code(of: status)
  }

  private static func code(of status: Int32) -> Code {
    switch status {
    case EACCES, EPERM: .notPermitted
    case ENOSPC, EDQUOT, EFBIG: .diskFull
    case EROFS: .readOnly
    case ENOENT, ENOTDIR: .noDirectory
    case EWOULDBLOCK: .inUse
    default: .system
    }
  }

  /// What failed, the system's reason, and what to do about it.
  package var message: Message {
    let advice =
      switch code {
      case .noDirectory: Message("make that directory, or name another as the game's directory")
      case .inUse:
        Message("another spokenmove keeps its game there; stop it, or name another directory")
      case .notPermitted:
        Message("give the service's user the right to, or name another directory")
      case .diskFull: Message("the disk is full: free some space")
      case .readOnly: Message("the disk is mounted read-only: mount it writable")
      case .system: Message("check the disk")
      }
    return Message("\(activity) \(path) failed (\(SystemStatus.text(status))): \(advice).")
  }
}
