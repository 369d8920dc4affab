import FoundationEssentials
import Glibc

/// A test's own directory, removed with its content when this value goes.
package final class ScratchDirectory: Sendable {
  /// Where it is, without a slash at its end.
  package let path: String

  /// Makes an empty directory.
  package init() throws {
    var template = Array("/tmp/spokenmove-test-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template).map({ String(cString: $0) }) else {
      throw MadeUpTreeError(path: "/tmp", number: errno)
    }
    self.path = path
  }

  /// Where it is.
  package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
