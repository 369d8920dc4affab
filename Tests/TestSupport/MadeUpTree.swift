import Glibc

/// A folder with files made up for a test, as of a machine's /proc, /sys and /dev.
package protocol MadeUpTree {
  /// The folder's path, without a slash at its end.
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
  /// Makes a folder and those it lies in; the mode is its own.
  package func makeFolder(_ path: String, mode: mode_t = 0o755) {
    var whole = root
    for part in path.split(separator: "/") {
      whole += "/\(part)"
      mkdir(whole, 0o755)
    }
    chmod(whole, mode)
  }

  /// Writes a file, and the folders it lies in.
  package func write(_ text: String, _ path: String) throws {
    makeFolder(path.split(separator: "/").dropLast().joined(separator: "/"))
    guard let file = fopen("\(root)/\(path)", "w") else {
      throw MadeUpTreeError(path: path, number: errno)
    }
    fputs(text, file)
    fclose(file)
  }

  /// Makes a symbolic link, and the folders it lies in.
  package func link(_ target: String, _ path: String) throws {
    makeFolder(path.split(separator: "/").dropLast().joined(separator: "/"))
    guard symlink(target, "\(root)/\(path)") == 0 else {
      throw MadeUpTreeError(path: path, number: errno)
    }
  }
}
