import Glibc

/// A folder with made-up files, for example of a machine's /proc, /sys and /dev.
package protocol MadeUpTree {
  /// The folder's path, without a trailing slash.
  var root: String { get }
}

/// A file of a made-up tree that could not be made, and the C error number.
package struct MadeUpTreeError: Error {
  /// What could not be made.
  package let path: String
  /// The C error number.
  package let number: Int32
}

extension MadeUpTree {
  /// Makes a folder with this mode, and its parents.
  package func makeFolder(_ path: String, mode: mode_t = 0o755) {
    var whole = root
    for part in path.split(separator: "/") {
      whole += "/\(part)"
      mkdir(whole, 0o755)
    }
    chmod(whole, mode)
  }

  /// Writes a file, and makes its parent folders.
  package func write(_ text: String, _ path: String) throws {
    makeFolder(path.split(separator: "/").dropLast().joined(separator: "/"))
    guard let file = fopen("\(root)/\(path)", "w") else {
      throw MadeUpTreeError(path: path, number: errno)
    }
    fputs(text, file)
    fclose(file)
  }

  /// Makes a symbolic link, and its parent folders.
  package func link(_ target: String, _ path: String) throws {
    makeFolder(path.split(separator: "/").dropLast().joined(separator: "/"))
    guard symlink(target, "\(root)/\(path)") == 0 else {
      throw MadeUpTreeError(path: path, number: errno)
    }
  }
}
