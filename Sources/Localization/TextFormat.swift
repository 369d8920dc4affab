/// A text with placeholders: `%@` is the next argument, `%2$@` the second.
///
/// Any other `%` is literal.
struct TextFormat: Sendable, Hashable {
  static let placeholder = "%@"

  private enum Part: Sendable, Hashable {
    case literal(Substring)
    case argument(Int)
  }

  private var parts: [Part] = []

  init(_ text: String) {
    var rest = text[...]
    var literal = text[..<text.startIndex]
    var next = 0
    while !rest.isEmpty {
      guard let (index, end) = Self.placeholder(at: rest) else {
        literal = text[literal.startIndex..<rest.index(after: rest.startIndex)]
        rest = rest.dropFirst()
        continue
      }
      if !literal.isEmpty { parts.append(.literal(literal)) }
      parts.append(.argument(index ?? next))
      if index == nil { next += 1 }
      rest = rest[end...]
      literal = text[end..<end]
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
  }

  /// The placeholder at the beginning of a text: its argument, counted from 0, nil for the next
  /// one, and its end; nil if there is no placeholder.
  private static func placeholder(at text: Substring) -> (index: Int?, end: String.Index)? {
    guard text.first == "%" else { return nil }
    let rest = text.dropFirst()
    if rest.first == "@" { return (nil, rest.index(after: rest.startIndex)) }
    let digits = rest.prefix { ("0"..."9").contains($0) }.prefix(3)
    let tail = rest.dropFirst(digits.count)
    guard let number = Int(digits), tail.hasPrefix("$@") else { return nil }
    return (number - 1, tail.index(tail.startIndex, offsetBy: 2))
  }

  /// The used arguments, counted from 0.
  var arguments: Set<Int> {
    Set(parts.compactMap { if case .argument(let index) = $0 { index } else { nil } })
  }

  /// The text with `arguments` in their places; a missing one leaves its place empty.
  func text(with arguments: [String]) -> String {
    parts.map { part in
      switch part {
      case .literal(let text): String(text)
      case .argument(let index): arguments.indices.contains(index) ? arguments[index] : ""
      }
    }.joined()
  }
}
