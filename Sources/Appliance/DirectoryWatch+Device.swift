import DeviceIO

extension DirectoryWatch {
  /// Watches for the device at `path` to appear, in its directory or the nearest existing one
  /// above.
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
