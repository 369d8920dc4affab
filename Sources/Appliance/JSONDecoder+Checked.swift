import FoundationEssentials
import LanguageModel

extension JSONDecoder {
  /// Decodes bytes from outside: where they are not JSON, that is an error.
  ///
  /// Swift 6.0's Foundation, which Debian 13 has, looks at a string only when it is wanted, and
  /// ends the process at one that is no UTF-8 or has a control character in it.
  func decode<Value: Decodable>(_ type: Value.Type, checking bytes: [UInt8]) throws -> Value {
    _ = try JSONNode.parse(bytes)
    return try decode(type, from: Data(bytes))
  }
}
