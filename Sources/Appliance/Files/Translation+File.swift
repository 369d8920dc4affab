import ApplianceCore
import DeviceIO
import LanguageModel
import Localization

extension Translation {
  /// The maximum size of a file, in bytes.
  static let fileLimit = 256 * 1_024

  /// Reads a language's messages: a JSON object with a text for each English key, with the same
  /// placeholders.
  ///
  /// Keys without a text stay in English. Throws `LoadError` with the mistake and the text.
  package init(contentsOf path: String) throws(LoadError) {
    try self.init(json: Self.bytes(path), file: path)
  }

  /// Reads messages from `json`; `file` is its name in errors.
  package init(json: [UInt8], file: String) throws(LoadError) {
    let texts = try Self.texts(json: json, file: file)
    do throws(Mistake) {
      try self.init(texts)
    } catch {
      throw LoadError(error, in: file)
    }
  }

  /// The same messages, with opening names from a file: a JSON object with a name for each English
  /// name, or for parts of it.
  package func naming(openingsIn path: String) throws(LoadError) -> Translation {
    let names = try Self.texts(json: Self.bytes(path), file: path)
    do throws(Mistake) {
      return try naming(openings: names)
    } catch {
      throw LoadError(error, in: path)
    }
  }

  private static func bytes(_ path: String) throws(LoadError) -> [UInt8] {
    do throws(SmallFile.Failure) {
      return try SmallFile.bytes(path, limit: fileLimit)
    } catch {
      throw LoadError(path: path, reason: error.reason(limit: fileLimit))
    }
  }

  private static func texts(json: [UInt8], file: String) throws(LoadError) -> [String: String] {
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
    return texts
  }

  /// Why the messages cannot be read.
  package struct LoadError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file.
    package var path: String
    /// What is wrong, and where.
    package var reason: String

    init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    init(_ mistake: Mistake, in file: String) {
      self.init(
        path: file, reason: "\"\(mistake.key.printable.prefix(100))\": \(mistake.reason)")
    }

    /// As in "Cannot read the messages PATH: line 3, column 2: …".
    package var description: String { "Cannot read the messages \(path): \(reason)." }
  }
}
