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
    let pieces = text.split(separator: "%", omittingEmptySubsequences: false)
    var next = 0
    for (index, piece) in pieces.enumerated() {
      let digits = piece.prefix { ("0"..."9").contains($0) }.prefix(3)
      if index == 0 {
        parts.append(.literal(piece))
      } else if piece.hasPrefix("@") {
        parts += [.argument(next), .literal(piece.dropFirst())]
        next += 1
      } else if let number = Int(digits), piece.dropFirst(digits.count).hasPrefix("$@") {
        parts += [.argument(number - 1), .literal(piece.dropFirst(digits.count + 2))]
      } else {
        parts.append(.literal("%" + piece))
      }
    }
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
