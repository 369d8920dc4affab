/// Code that takes bytes from outside.
struct FuzzTarget: Sendable {
  var name: String
  /// The maximum number of bytes to try.
  var maximumLength: Int
  /// Takes them; traps if a property is violated.
  var body: @Sendable ([UInt8]) -> Void

  init(_ name: String, upTo maximumLength: Int, _ body: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.maximumLength = maximumLength
    self.body = body
  }

  static let all = texts + chess + files + models
}

extension [UInt8] {
  /// As text; invalid UTF-8 becomes U+FFFD.
  var text: String { String(decoding: self, as: UTF8.self) }
}
