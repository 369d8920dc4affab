import CLinux
import Glibc

/// The user whose directory root works in, with whose rights it then does so.
///
/// Whoever may write into a directory may put links there: what root wrote through one would be
/// written wherever that user likes. With the user's own rights nothing can be reached that is not
/// the user's already.
struct DirectoryOwner: Sendable, Hashable {
  private let user: uid_t
  private let group: gid_t

  /// The first on the way to `path` who is not root; nil if there is none, or this process is
  /// not root's.
  init?(ofPath path: String) {
    guard geteuid() == 0 else { return nil }
    var prefix = path.hasPrefix("/") ? "/" : "."
    if let owner = Self.owner(prefix) {
      self = owner
      return
    }
    for component in path.split(separator: "/") {
      prefix += "/\(component)"
      if let owner = Self.owner(prefix) {
        self = owner
        return
      }
    }
    return nil
  }

  private init(user: uid_t, group: gid_t) {
    self.user = user
    self.group = group
  }

  /// The owner of what is there, a link or what it leads to; nil if that is root or nothing is
  /// there.
  private static func owner(_ path: String) -> DirectoryOwner? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    if status.st_uid == 0, stat(path, &status) != 0 { return nil }
    return status.st_uid == 0
      ? nil : DirectoryOwner(user: status.st_uid, group: status.st_gid)
  }

  /// Runs `work`, in which files are opened and made with the owner's rights; returns what it
  /// returns.
  ///
  /// Only this thread is concerned. Throws where the system does not change the rights. The
  /// corresponding C functions are `setfsgid` and `setfsuid`.
  func act<Value>(
    on path: String, _ work: () throws(GameRecordError) -> Value
  ) throws(GameRecordError) -> Value {
    // Both return what was before, whether or not they change it: asking for nobody tells what is.
    let none = UInt32.max
    setfsgid(group)
    setfsuid(user)
    defer {
      setfsuid(0)
      setfsgid(0)
    }
    guard setfsgid(none) == CInt(group), setfsuid(none) == CInt(user) else {
      throw GameRecordError("changing to the rights of the owner of", path, status: EPERM)
    }
    return try work()
  }
}
