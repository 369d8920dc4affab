/// Access to objects whose members may be missing or have the wrong type.
extension JSONNode {
  /// The member of that name; nil if there is none, or if this is not an object.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == name }?.value
  }

  package var text: String? {
    guard case .string(let text) = value else { return nil }
    return text
  }

  package var flag: Bool? {
    guard case .bool(let flag) = value else { return nil }
    return flag
  }

  package var number: Int? {
    guard case .number(let digits) = value else { return nil }
    return Int(digits)
  }

  /// The strings of an array that contains only strings.
  package var texts: [String]? {
    guard case .array(let elements) = value else { return nil }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts : nil
  }
}
