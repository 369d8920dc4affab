/// Reading objects whose members may be missing or of another kind.
extension JSONNode {
  /// The member of that name; nil if there is none, or if this is no object.
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

  /// The texts of an array that has nothing else.
  package var texts: [String]? {
    guard case .array(let elements) = value else { return nil }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts : nil
  }
}
