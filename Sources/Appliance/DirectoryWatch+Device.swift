import DeviceIO

extension DirectoryWatch {
  /// Watches for the device at `path` to come, in its directory or in the nearest one above that
  /// there is.
  init(forDevice path: String) throws(BlockingThread.Unavailable) {
    try self.init()
    var directory = path[...]
    while let slash = directory.lastIndex(of: "/") {
      directory = directory[..<slash]
      if add(directory.isEmpty ? "/" : String(directory), [.created, .attributes]) != nil {
        return
      }
    }
    _ = add(".", [.created, .attributes])
  }
}
