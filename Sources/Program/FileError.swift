import FoundationEssentials
import Glibc

/// A failure to read or write a file of the command line, in the system's words.
package struct FileError: Error, CustomStringConvertible {
  package var description: String

  /// - Parameter description: What failed and why, in a sentence.
  package init(description: String) { self.description = description }

  /// Does something with a file, and throws this error if it fails.
  package static func telling<Value>(
    _ operation: String, _ file: String, _ work: () throws -> Value
  ) throws -> Value {
    do {
      return try work()
    } catch {
      let status = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
      let reason = status.map { String(cString: strerror($0)) } ?? "\(error)"
      throw FileError(
        description:
          "Cannot \(operation) \(file): \(reason). Check the path and its permissions.")
    }
  }
}
