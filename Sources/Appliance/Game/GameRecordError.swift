import DeviceIO
import Glibc
import Localization

/// Why the game's record could not be read or written.
package struct GameRecordError: ExplainedError, Sendable, Hashable {
  /// The failed activity, as in "writing".
  package var activity: Message
  /// The file or directory.
  package var path: String
  /// The C status, `errno`.
  package var status: Int32

  init(_ activity: Message, _ path: String, status: Int32) {
    self.activity = activity
    self.path = path
    self.status = status
  }

  /// Whether the directory is missing and cannot be created, or is not a directory.
  var isMissing: Bool { status == ENOENT || status == ENOTDIR }

  /// What failed, the system's reason, and what to do about it.
  package var message: Message {
    let advice =
      switch status {
      case ENOENT, ENOTDIR:
        Message("make that directory, or name another as the game's directory")
      case EWOULDBLOCK:
        Message("another spokenmove keeps its game there; stop it, or name another directory")
      case EACCES, EPERM:
        Message("give the service's user the right to write there, or name another directory")
      case ENOSPC, EDQUOT, EFBIG: Message("the disk is full: free some space")
      case EROFS: Message("the disk is mounted read-only: mount it writable")
      default: Message("check the disk")
      }
    return Message("\(activity) \(path) failed (\(SystemStatus.text(status))): \(advice).")
  }
}
