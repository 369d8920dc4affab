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
  /// Keys without a text stay in English. Throws an error with the mistake and the text.
  package init(contentsOf path: String) throws(PlainError) {
    try self.init(json: Self.bytes(path), file: path)
  }

  /// Reads messages from `json`; `file` is its name in errors.
  package init(json: [UInt8], file: String) throws(PlainError) {
    let texts = try Self.texts(json: json, file: file)
    do throws(Mistake) {
      try self.init(texts)
    } catch {
      throw Self.error(error, in: file)
    }
  }

  /// The same messages, with opening names from a file: a JSON object with a name for each English
  /// name, or for parts of it.
  package func naming(openingsIn path: String) throws(PlainError) -> Translation {
    let names = try Self.texts(json: Self.bytes(path), file: path)
    do throws(Mistake) {
      return try naming(openings: names)
    } catch {
      throw Self.error(error, in: path)
    }
  }

  private static func bytes(_ path: String) throws(PlainError) -> [UInt8] {
    do throws(SmallFile.Failure) {
      return try SmallFile.bytes(path, limit: fileLimit)
    } catch {
      throw Self.error(path, error.reason(limit: fileLimit))
    }
  }

  private static func texts(json: [UInt8], file: String) throws(PlainError) -> [String: String] {
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
      throw Self.error(file, "line \(line), column \(column): \(error.message)")
    }
    return texts
  }

  private static func error(_ mistake: Mistake, in file: String) -> PlainError {
    error(file, "\"\(mistake.key.printable.prefix(100))\": \(mistake.reason)")
  }

  /// As in "Cannot read the messages PATH: line 3, column 2: …".
  private static func error(_ path: String, _ reason: String) -> PlainError {
    PlainError("Cannot read the messages \(path): \(reason).")
  }
}
