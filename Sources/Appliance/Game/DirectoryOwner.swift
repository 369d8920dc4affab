import CLinux
import Glibc
import Localization

/// The user in whose directory root works; root then acts with that user's rights.
///
/// Users can put links into directories that they may write to, and root would follow a link
/// anywhere. With the user's rights, root reaches only what the user can reach anyway.
struct DirectoryOwner: Sendable, Hashable {
  fileprivate let user: uid_t
  fileprivate let group: gid_t
}

extension DirectoryOwner {
  /// The first owner on the way to `path` who is not root; nil if there is none, or this process
  /// does not run as root.
  init?(ofPath path: String) {
    guard geteuid() == 0 else { return nil }
    var paths = [path.hasPrefix("/") ? "/" : "."]
    for component in path.split(separator: "/") { paths.append("\(paths.last ?? "")/\(component)") }
    guard let owner = paths.lazy.compactMap(Self.owner).first else { return nil }
    self = owner
  }

  /// The owner of a path, following links; nil if it is root or the path is missing.
  private static func owner(_ path: String) -> DirectoryOwner? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    if status.st_uid == 0, stat(path, &status) != 0 { return nil }
    return status.st_uid == 0
      ? nil : DirectoryOwner(user: status.st_uid, group: status.st_gid)
  }
}

extension DirectoryOwner? {
  /// Runs `work`, which opens and creates files with the owner's rights, if there is an owner;
  /// returns its result.
  ///
  /// Affects only this thread. Throws if the system refuses to change the rights. The corresponding
  /// C functions are `setfsgid` and `setfsuid`.
  func act<Value>(
    on path: String, _ work: () throws(GameRecordError) -> Value
  ) throws(GameRecordError) -> Value {
    guard let self else { return try work() }
    // Both return the previous value, even on failure; the value −1 only reads it.
    let none = UInt32.max
    setfsgid(self.group)
    setfsuid(self.user)
    defer {
      setfsuid(0)
      setfsgid(0)
    }
    guard setfsgid(none) == CInt(self.group), setfsuid(none) == CInt(self.user) else {
      throw GameRecordError(Message("changing to the rights of the owner of"), path, status: EPERM)
    }
    return try work()
  }
}
