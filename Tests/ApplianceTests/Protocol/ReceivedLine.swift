import Foundation
import TestSupport
import Testing

/// A line that a program has received, checked against the documentation.
struct ReceivedLine: @unchecked Sendable {
  /// The line as received.
  let text: String
  // Foundation's values, which never change.
  private let members: [String: Any]

  /// Reads a line; the test fails if the schema does not allow it.
  init(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    self.text = text
    let faults = try JSONSchema.lines.get().faults(in: text)
    #expect(faults == [], "\(text)", sourceLocation: sourceLocation)
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    members = try #require(value as? [String: Any], sourceLocation: sourceLocation)
  }

  /// The member at a path such as "game.fen"; nil if it is missing or has another type.
  subscript<Value>(path: String) -> Value? { value(at: path) as? Value }

  /// Whether the member at a path exists and is null.
  func isNull(_ path: String) -> Bool { value(at: path) is NSNull }

  /// Whether there is a member at a path.
  func has(_ path: String) -> Bool { value(at: path) != nil }

  private func value(at path: String) -> Any? {
    path.split(separator: ".").reduce(members as Any?) { value, key in
      (value as? [String: Any])?[String(key)]
    }
  }
}
