import FoundationEssentials

extension JSONDecoder {
  /// Decodes bytes from outside: where they are no UTF-8, that is an error.
  ///
  /// Swift 6.0's Foundation, which Debian 13 has, ends the process at a string that is none.
  func decode<Value: Decodable>(_ type: Value.Type, fromUTF8 bytes: [UInt8]) throws -> Value {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "The bytes are no UTF-8."))
    }
    return try decode(type, from: Data(text.utf8))
  }
}
