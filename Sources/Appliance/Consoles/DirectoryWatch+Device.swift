import DeviceIO
import Glibc

extension DirectoryWatch {
  /// Watches for the device at `path`, in its directory or the nearest existing parent.
  init(forDevice path: String) throws(BlockingThread.Unavailable) {
    try self.init()
    // A directory that appeared just before the watch on its parent began goes unreported. So the
    // search starts again, at most once per directory of the path.
    for _ in path.split(separator: "/") {
      var (directory, missing) = (path[...], Substring())
      repeat {
        missing = directory
        directory = directory.lastIndex(of: "/").map { directory[..<$0] } ?? "."
      } while add(directory.isEmpty ? "/" : String(directory), [.created, .attributes]) == nil
        && directory != "." && !directory.isEmpty
      if missing == path || access(String(missing), F_OK) != 0 { return }
    }
  }
}
