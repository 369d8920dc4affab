import ApplianceCore
import DeviceIO
import LanguageModel
import Localization

extension Translation {
  /// The most bytes of a file.
  static let fileLimit = 256 * 1_024

  /// Reads a language's messages: a JSON object that has a text for each English key, with the same
  /// placeholders.
  ///
  /// Keys without a text stay English. Throws `LoadError` with what is wrong, and with which text.
  public init(contentsOf path: String) throws(LoadError) {
    let bytes: [UInt8]
    do throws(SmallFile.Failure) {
      bytes = try SmallFile.bytes(path, limit: Self.fileLimit)
    } catch {
      throw LoadError(path: path, reason: Self.reason(for: error))
    }
    try self.init(json: bytes, file: path)
  }

  /// Reads messages from `json`; `file` is its name in errors.
  public init(json: [UInt8], file: String) throws(LoadError) {
    var texts: [String: String] = [:]
    do throws(JSONNode.Malformed) {
      guard case .object(let members) = try JSONNode.parse(json).value else {
        throw JSONNode.Malformed(message: "an object is expected", offset: 0)
      }
      for (key, node) in members {
        guard case .string(let text) = node.value else {
          throw JSONNode.Malformed(message: "text in quotes is expected", offset: node.offset)
        }
        texts[key] = text
      }
    } catch {
      let (line, column) = JSONNode.place(of: error.offset, in: json)
      throw LoadError(path: file, reason: "line \(line), column \(column): \(error.message)")
    }
    do throws(Mistake) {
      try self.init(texts)
    } catch {
      throw LoadError(path: file, reason: "\"\(error.key.printable.prefix(100))\": \(error.reason)")
    }
  }

  private static func reason(for failure: SmallFile.Failure) -> String {
    switch failure {
    case .status(let status): SystemStatus.text(status)
    case .notAFile: "it is not a file"
    case .tooLarge: "it has more than \(fileLimit >> 10) KiB"
    }
  }

  /// Why messages cannot be read.
  public struct LoadError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public var path: String
    /// What is wrong, and where.
    public var reason: String

    /// As in "Cannot read the messages PATH: line 3, column 2: …".
    public var description: String { "Cannot read the messages \(path): \(reason)." }
  }
}
