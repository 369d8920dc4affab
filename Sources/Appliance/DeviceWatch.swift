import CLinux
import Glibc

/// Tells when something happens in the directory in which a device is expected.
///
/// The corresponding C functions are `inotify_init1` and `inotify_add_watch`.
struct DeviceWatch: ~Copyable {
  /// Readable when something has happened; −1 where the system has no watch to give.
  let descriptor: CInt

  /// Watches the directory of `path`, or the nearest one above it that there is.
  init(path: String) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { return }
    let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB)
    var directory = path[...]
    repeat {
      guard let slash = directory.lastIndex(of: "/") else {
        _ = inotify_add_watch(descriptor, ".", mask)
        return
      }
      directory = directory[..<slash]
      let name = directory.isEmpty ? "/" : String(directory)
      if inotify_add_watch(descriptor, name, mask) >= 0 { return }
    } while !directory.isEmpty
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
