import FoundationEssentials
import LanguageModel

extension JSONDecoder {
  /// Decodes bytes from outside; throws if they are not JSON.
  ///
  /// Swift 6.0's Foundation, which Debian 13 has, parses strings lazily, and crashes on one that is
  /// not UTF-8 or contains a control character.
  func decode<Value: Decodable>(_ type: Value.Type, checking bytes: [UInt8]) throws -> Value {
    _ = try JSONNode.parse(bytes)
    return try decode(type, from: Data(bytes))
  }
}
