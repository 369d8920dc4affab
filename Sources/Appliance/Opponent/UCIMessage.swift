import Dialogue

/// A relevant line from an engine.
///
/// Source: the Universal Chess Interface (Meyer-Kahlen, 2006).
enum UCIMessage: Sendable, Hashable {
  case name(String)
  /// An option with its range.
  case option(String, range: ClosedRange<Int>?)
  /// The engine has finished identifying itself.
  case identified
  case ready
  /// The score for the side to move, in hundredths of a pawn.
  case score(Int)
  /// The move in UCI notation; it may be invalid.
  case bestMove(String)
  case other

  /// The score of a mate, minus its number of moves.
  static let mate = 100_000

  init(_ line: String) {
    let words = line.split(whereSeparator: { $0.isWhitespace }).map(String.init)
    switch words.first {
    case "uciok": self = .identified
    case "readyok": self = .ready
    case "bestmove": self = .bestMove(words.count > 1 ? words[1] : "")
    case "id" where words.count > 2 && words[1] == "name":
      self = .name(words.dropFirst(2).joined(separator: " "))
    case "option" where words.count > 2 && words[1] == "name":
      let name = words.dropFirst(2).prefix { $0 != "type" }.joined(separator: " ")
      var range: ClosedRange<Int>?
      if let least = Self.number(after: "min", in: words),
        let most = Self.number(after: "max", in: words), least <= most
      {
        range = least...most
      }
      self = .option(name, range: range)
    case "info":
      if let pawns = Self.number(after: "cp", in: words) {
        self = .score(max(-Self.mate, min(Self.mate, pawns)))
      } else if let moves = Self.number(after: "mate", in: words),
        moves.magnitude < Self.mate.magnitude
      {
        self = .score(moves > 0 ? Self.mate - moves : -Self.mate - moves)
      } else {
        self = .other
      }
    default: self = .other
    }
  }

  /// Within 32 bits, more than any option or score needs, so that differences cannot overflow.
  private static func number(after word: String, in words: [String]) -> Int? {
    guard let index = words.firstIndex(of: word), index + 1 < words.count else { return nil }
    return Int32(words[index + 1]).map(Int.init)
  }
}

extension EngineStrength {
  /// An option's value for a level: the minimum for the lowest level, the maximum for the highest.
  static func value(of level: Int, in range: ClosedRange<Int>) -> Int {
    let share = Double(level - levels.lowerBound) / Double(levels.count - 1)
    let (least, greatest) = (Double(range.lowerBound), Double(range.upperBound))
    let value = Int(exactly: (least + share * (greatest - least)).rounded())
    return max(range.lowerBound, min(range.upperBound, value ?? range.upperBound))
  }
}
