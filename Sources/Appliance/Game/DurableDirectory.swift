import DeviceIO
import Glibc
import Localization

/// A directory whose files survive a power cut at any moment, with either their old or their new
/// contents.
///
/// Its functions block until the data is on disk, which can take a second on a memory card. It does
/// not follow links in the directory. When root works in another user's directory, it does so with
/// that user's rights.
final class DurableDirectory {
  /// Its path, without a trailing slash.
  let path: String
  private let descriptor: CInt
  private let owner: DirectoryOwner?
  private let syncDescriptor: (CInt) -> CInt
  /// The locked file's descriptor; nil if none is locked.
  private var lockDescriptor: CInt?
  private static let lockName = ".lock"

  /// Opens the directory; creates it and its parents if they are missing.
  ///
  /// - Parameter sync: Waits until a file or directory is on disk; `fsync` by default.
  init(_ path: String, sync: @escaping (CInt) -> CInt = fsync) throws(GameRecordError) {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    let owner = DirectoryOwner(ofPath: trimmed)
    descriptor = try owner.act(on: trimmed) { () throws(GameRecordError) in
      try Self.make(trimmed)
      let descriptor = open(trimmed, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw GameRecordError(Message("opening"), trimmed, status: errno)
      }
      return descriptor
    }
    self.path = trimmed
    self.owner = owner
    syncDescriptor = sync
  }

  deinit {
    if let lockDescriptor { close(lockDescriptor) }
    close(descriptor)
  }

  /// Locks out other processes as long as this value exists, or until the process is killed.
  ///
  /// - Parameter patience: How long to wait for another holder of the lock before throwing.
  func lock(patience: Duration = .zero) throws(GameRecordError) {
    // The lock is a file that nobody else may open: anybody who can read a directory can lock it.
    let flags = O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    let lock = try owner.act(on: path) { () throws(GameRecordError) in
      let lock = openat(descriptor, Self.lockName, flags, 0o600)
      // On a read-only file system nobody writes anyway.
      guard lock >= 0 || errno == EROFS else { throw failure(Message("locking"), Self.lockName) }
      return lock
    }
    guard lock >= 0 else { return }
    let limit = ContinuousClock.now + patience
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      let status = errno
      guard status == EINTR || status == EWOULDBLOCK && ContinuousClock.now < limit else {
        close(lock)
        throw GameRecordError(Message("locking"), path, status: status)
      }
      usleep(10_000)
    }
    lockDescriptor = lock
  }

  /// Replaces a file with `bytes`: writes aside, syncs, renames, and syncs the renaming.
  func replace(_ name: String, with bytes: [UInt8]) throws(GameRecordError) {
    let aside = name + ".new"
    try owner.act(on: path) { () throws(GameRecordError) in
      do throws(GameRecordError) {
        try write(bytes, to: aside)
        try put(aside, inPlaceOf: name)
      } catch {
        unlinkat(descriptor, aside, 0)
        throw error
      }
    }
  }

  /// The file's bytes; nil if it is missing or longer than `limit`.
  func read(_ name: String, limit: Int) throws(GameRecordError) -> [UInt8]? {
    // Non-blocking: it may be a pipe.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    let file = try owner.act(on: path) { () throws(GameRecordError) in
      let file = openat(descriptor, name, flags)
      // A link that is not followed gives ELOOP.
      guard file >= 0 || errno == ENOENT || errno == ELOOP else {
        throw failure(Message("reading"), name)
      }
      return file
    }
    guard file >= 0 else { return nil }
    defer { close(file) }
    do throws(SmallFile.Failure) {
      return try SmallFile.bytes(of: file, limit: limit)
    } catch {
      guard case .status(let status) = error else { return nil }
      errno = status
      throw failure(Message("reading"), name)
    }
  }

  /// Whether anything of that name exists.
  func contains(_ name: String) -> Bool {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Renames a file, replacing any file with that name, and syncs the renaming.
  func rename(_ name: String, to other: String) throws(GameRecordError) {
    try owner.act(on: path) { () throws(GameRecordError) in try put(name, inPlaceOf: other) }
  }

  /// Removes a file, and syncs that; does nothing if it is missing.
  func remove(_ name: String) throws(GameRecordError) { try remove([name]) }

  /// Removes files with a single sync: each sync may take a second.
  func remove(_ names: [String]) throws(GameRecordError) {
    try owner.act(on: path) { () throws(GameRecordError) in
      var isChanged = false
      for name in names {
        guard unlinkat(descriptor, name, 0) != 0 else {
          isChanged = true
          continue
        }
        guard errno == ENOENT else { throw failure(Message("removing"), name) }
      }
      if isChanged { try sync() }
    }
  }

  /// The regular files, with their sizes in bytes, sorted by name.
  func files() throws(GameRecordError) -> [(name: String, size: Int)] {
    let copy = try owner.act(on: path) { () throws(GameRecordError) in
      let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard copy >= 0 else { throw failure(Message("listing"), ".") }
      return copy
    }
    guard let stream = fdopendir(copy) else {
      close(copy)
      throw failure(Message("listing"), ".")
    }
    return SmallFile.names(of: stream).compactMap { name in
      var status = stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return (name, Int(status.st_size))
    }
  }

  private func put(_ name: String, inPlaceOf other: String) throws(GameRecordError) {
    guard renameat(descriptor, name, descriptor, other) == 0 else {
      throw failure(Message("renaming"), name)
    }
    try sync()
  }

  /// Writes a new file, replaces the remains of a power cut, and waits until it is on disk.
  private func write(_ bytes: [UInt8], to name: String) throws(GameRecordError) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw failure(Message("writing"), name)
    }
    let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw failure(Message("writing"), name) }
    defer { close(file) }
    if geteuid() == 0 { try shareAsDirectory(file, name) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(Message("writing"), name) }
      written += count
    }
    guard syncDescriptor(file) == 0 else { throw failure(Message("syncing"), name) }
  }

  /// Makes a file that root writes readable for everybody who may list the directory: root's umask
  /// may be strict, but the service must read the file.
  private func shareAsDirectory(_ file: CInt, _ name: String) throws(GameRecordError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, fchmod(file, status.st_mode & 0o644) == 0 else {
      throw failure(Message("writing"), name)
    }
  }

  /// Waits until the directory's file names are on disk.
  private func sync() throws(GameRecordError) {
    guard syncDescriptor(descriptor) == 0 else { throw failure(Message("syncing"), ".") }
  }

  /// The error for `errno` on a file.
  private func failure(_ activity: Message, _ name: String) -> GameRecordError {
    let status = errno
    return GameRecordError(activity, name == "." ? path : "\(path)/\(name)", status: status)
  }

  /// Creates a directory and its parents.
  private static func make(_ path: String) throws(GameRecordError) {
    guard !path.isEmpty else { throw GameRecordError(Message("making"), "\"\"", status: ENOENT) }
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try make(String(path[..<slash]))
      if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    }
    throw GameRecordError(Message("making"), path, status: errno)
  }
}
