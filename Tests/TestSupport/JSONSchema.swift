import Foundation

/// A JSON Schema (draft 2020-12), limited to what this package's own schema uses.
///
/// Refuses a schema with an unsupported keyword. Members missing from an object's `properties` are
/// faults, although JSON Schema allows them: every member must be documented.
package struct JSONSchema: @unchecked Sendable {
  /// Why a schema cannot be used.
  package struct Unusable: Error, Sendable, Hashable {
    /// The problem and its place.
    package var message: String
  }

  /// The schema of the JSON lines, deploy/protocol.schema.json.
  package static let lines = Result { try JSONSchema(contentsOf: protocolFile) }
  /// The schema of the commands that programs send, from the same file.
  package static let commands = Result { try JSONSchema(contentsOf: protocolFile, at: "command") }

  private static let protocolFile = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "deploy/protocol.schema.json")

  private static let checked: Set = [
    "$ref", "type", "const", "enum", "properties", "required", "additionalProperties", "items",
    "anyOf", "oneOf", "minimum", "maximum", "minLength", "maxLength", "pattern",
  ]
  private static let notes: Set = ["$schema", "title", "description", "$defs"]

  // Foundation's values, which never change.
  private let root: Any
  private let definitions: [String: Any]

  /// Reads a schema from a file, or a named definition in it.
  package init(contentsOf file: URL, at name: String? = nil) throws {
    try self.init(String(contentsOf: file, encoding: .utf8), at: name)
  }

  /// Reads a schema, or a named definition in it.
  package init(_ text: String, at name: String? = nil) throws {
    let value = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: .fragmentsAllowed)
    definitions = (value as? [String: Any])?["$defs"] as? [String: Any] ?? [:]
    root = name.map { ["$ref": "#/$defs/\($0)"] } ?? value
    try Self.check(value, definitions, at: "#")
    for (name, definition) in definitions {
      try Self.check(definition, definitions, at: "#/$defs/\(name)")
    }
  }

  /// The faults in a JSON text; empty if there are none.
  package func faults(in text: String) -> [String] {
    do {
      let value = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      return faults(of: value, against: root, at: "$")
    } catch {
      return ["\(text) is not JSON"]
    }
  }

  private static func check(_ schema: Any, _ definitions: [String: Any], at place: String) throws {
    guard let members = schema as? [String: Any] else {
      guard flag(schema) != nil else { throw Unusable(message: "\(place) is no schema") }
      return
    }
    if let key = members.keys.first(where: { !checked.contains($0) && !notes.contains($0) }) {
      throw Unusable(message: "\(place) has \(key), which is not checked")
    }
    if let reference = members["$ref"] as? String {
      guard definitions[String(reference.dropFirst("#/$defs/".count))] != nil else {
        throw Unusable(message: "\(place) refers to \(reference), which is not there")
      }
    }
    for (name, property) in members["properties"] as? [String: Any] ?? [:] {
      try check(property, definitions, at: "\(place)/\(name)")
    }
    for key in ["anyOf", "oneOf"] {
      for (index, choice) in (members[key] as? [Any] ?? []).enumerated() {
        try check(choice, definitions, at: "\(place)/\(key)/\(index)")
      }
    }
    for key in ["items", "additionalProperties"] {
      if let inner = members[key] { try check(inner, definitions, at: "\(place)/\(key)") }
    }
  }

  private func faults(of value: Any, against schema: Any, at place: String) -> [String] {
    guard let schema = schema as? [String: Any] else {
      return Self.flag(schema) == true ? [] : ["\(place) may not be there"]
    }
    var faults: [String] = []
    if let reference = schema["$ref"] as? String {
      let definition = definitions[String(reference.dropFirst("#/$defs/".count))] ?? false
      faults += self.faults(of: value, against: definition, at: place)
    }
    if let type = schema["type"] {
      let types = type as? [String] ?? [type as? String ?? ""]
      if !types.contains(where: { Self.has(value, type: $0) }) {
        faults.append("\(place) is not \(types.joined(separator: " or "))")
      }
    }
    if let const = schema["const"], !Self.areEqual(value, const) {
      faults.append("\(place) is not \(const)")
    }
    if let cases = schema["enum"] as? [Any], !cases.contains(where: { Self.areEqual(value, $0) }) {
      faults.append("\(place) is none of \(cases)")
    }
    faults += faultsOfChoices(value, schema, place)
    faults += Self.faultsOfScalar(value, schema, place)
    if let object = value as? [String: Any] { faults += faultsOfObject(object, schema, place) }
    if let array = value as? [Any], let items = schema["items"] {
      for (index, item) in array.enumerated() {
        faults += self.faults(of: item, against: items, at: "\(place)[\(index)]")
      }
    }
    return faults
  }

  private func faultsOfChoices(
    _ value: Any, _ schema: [String: Any], _ place: String
  ) -> [String] {
    var found: [String] = []
    for (key, isOne) in [("anyOf", false), ("oneOf", true)] {
      guard let choices = schema[key] as? [Any] else { continue }
      let results = choices.map { faults(of: value, against: $0, at: place) }
      let fitting = results.count(where: \.isEmpty)
      if fitting == 0 {
        // The closest choice is the most informative.
        found.append("\(place) fits nothing: \(results.min { $0.count < $1.count } ?? [])")
      } else if isOne, fitting > 1 {
        found.append("\(place) fits \(fitting) of what it may be one of")
      }
    }
    return found
  }

  private func faultsOfObject(
    _ object: [String: Any], _ schema: [String: Any], _ place: String
  ) -> [String] {
    var found: [String] = []
    for name in schema["required"] as? [String] ?? [] where object[name] == nil {
      found.append("\(place) has no \(name)")
    }
    let properties = schema["properties"] as? [String: Any]
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      if let property = properties?[name] {
        found += faults(of: value, against: property, at: "\(place).\(name)")
      } else if let other = schema["additionalProperties"] {
        found += faults(of: value, against: other, at: "\(place).\(name)")
      } else if properties != nil {
        found.append("\(place).\(name) is not documented")
      }
    }
    return found
  }

  private static func faultsOfScalar(
    _ value: Any, _ schema: [String: Any], _ place: String
  ) -> [String] {
    var found: [String] = []
    if has(value, type: "number"), let number = (value as? NSNumber)?.doubleValue {
      if let least = schema["minimum"] as? Double, number < least {
        found.append("\(place) is less than \(least)")
      }
      if let most = schema["maximum"] as? Double, number > most {
        found.append("\(place) is more than \(most)")
      }
    }
    if let text = value as? String {
      let length = text.unicodeScalars.count
      if let least = schema["minLength"] as? Int, length < least {
        found.append("\(place) is shorter than \(least)")
      }
      if let most = schema["maxLength"] as? Int, length > most {
        found.append("\(place) is longer than \(most)")
      }
      if let pattern = schema["pattern"] as? String,
        text.range(of: pattern, options: .regularExpression) == nil
      {
        found.append("\(place) \"\(text)\" is not like \(pattern)")
      }
    }
    return found
  }

  private static func has(_ value: Any, type: String) -> Bool {
    let isFlag = flag(value) != nil
    switch type {
    case "null": return value is NSNull
    case "boolean": return isFlag
    case "integer":
      guard !isFlag, let number = value as? NSNumber else { return false }
      return number.doubleValue.rounded() == number.doubleValue
    case "number": return !isFlag && value is NSNumber
    case "string": return value is String
    case "array": return value is [Any]
    case "object": return value is [String: Any]
    default: return false
    }
  }

  /// A Boolean value; nil for numbers, though `1 as? Bool` is true.
  private static func flag(_ value: Any) -> Bool? {
    guard let number = value as? NSNumber else { return value as? Bool }
    return String(cString: number.objCType) == "c" ? number.boolValue : nil
  }

  private static func areEqual(_ one: Any, _ other: Any) -> Bool {
    guard flag(one) == flag(other) else { return false }
    guard let one = one as? NSObject, let other = other as? NSObject else {
      return String(describing: one) == String(describing: other)
    }
    return one == other
  }
}
