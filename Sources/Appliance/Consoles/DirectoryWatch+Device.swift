import DeviceIO
import Glibc

extension DirectoryWatch {
  /// Watches for the device at `path` to appear, in its directory or the nearest existing one
  /// above.
  init(forDevice path: String) throws(BlockingThread.Unavailable) {
    try self.init()
    // A directory that appeared just before the watch on the one above began is reported by
    // nobody: the search then begins again, as often as there can be directories.
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
