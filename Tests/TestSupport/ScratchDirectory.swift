import FoundationEssentials
import Glibc

/// A test's own directory, removed with its contents when this value is released.
package final class ScratchDirectory: Sendable {
  /// Its path, without a trailing slash.
  package let path: String

  /// Makes an empty directory.
  package init() throws {
    var template = Array("/tmp/spokenmove-test-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template).map({ String(cString: $0) }) else {
      throw MadeUpTreeError(path: "/tmp", number: errno)
    }
    self.path = path
  }

  /// Its location.
  package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
