import Localization

/// Reads the games of a PGN text one after the other.
///
/// Skips variations by counting parentheses, so that deep nesting needs no memory. A game may have
/// ``maximumMoves`` half-moves.
public struct PGNReader: Sendable {
  /// The maximum number of half-moves in a game; the longest legal game has fewer than 18,000.
  public static let maximumMoves = 20_000

  /// The maximum number of tags of a game.
  public static let maximumTags = 200

  private let bytes: [UInt8]
  private let letters: PieceLetters
  /// The game that each game without a FEN tag continues.
  private let before: Game
  private var index = 0
  /// The beginning of the current game.
  private var gameStart = 0
  /// The current game's FEN tag.
  private var fenStart = 0
  /// The last place computed for an error, where the next computation starts.
  private var place = (offset: 0, line: 1, column: 1)

  /// Begins at the text's first game. The text is copied, and held as long as the reader.
  public init(_ text: String) { self.init(text, letters: .english) }

  /// A reader of moves with these letters for the pieces, which continue a game.
  package init(_ text: String, letters: PieceLetters, after before: Game = Game()) {
    self.letters = letters
    self.before = before
    self.bytes = Array(text.utf8)
    // A byte order mark has no meaning in UTF-8.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// The next game, nil after the last; throws at the first mistake, with its line and column.
  ///
  /// After an error, reading continues at the next line that begins with a tag, so that one bad
  /// game does not hide the rest.
  public mutating func next() throws(ChessError) -> PGN? {
    do {
      return try readGame()
    } catch {
      skipToNextTags()
      throw error
    }
  }

  /// Whether a line has nothing but PGN tags, as in `[Event "Club"]`, and no control characters.
  package static func isTags(_ line: some StringProtocol) -> Bool {
    guard line.utf8.allSatisfy({ $0 >= 32 || $0 == UInt8(ascii: "\t") }) else { return false }
    var reader = PGNReader(String(line))
    var pgn = PGN(Game())
    reader.skipBlanks()
    guard reader.peek == UInt8(ascii: "["), (try? reader.readTags(into: &pgn)) != nil else {
      return false
    }
    return reader.peek == nil
  }

  /// Whether a line of a game's moves ends with the game's result.
  package static func endsGame(_ line: some StringProtocol) -> Bool {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.first?.first != "[", let last = words.last else { return false }
    return GameResult(rawValue: String(last)) != nil
  }

  /// Whether a comment in braces is open after the lines of a game.
  package static func endsInComment(_ lines: [String]) -> Bool {
    var isOpen = false
    for line in lines where isOpen || line.first(where: { !$0.isWhitespace }) != "[" {
      for byte in line.utf8 {
        if byte == UInt8(ascii: ";"), !isOpen { break }
        if byte == UInt8(ascii: isOpen ? "}" : "{") { isOpen.toggle() }
      }
    }
    return isOpen
  }

  private mutating func readGame() throws(ChessError) -> PGN? {
    while true {
      skipBlanks()
      gameStart = index
      guard let first = peek else { return nil }
      var pgn = PGN(before)
      if first == UInt8(ascii: "[") { try readTags(into: &pgn) }
      if let fen = pgn[tag: "FEN"] {
        do throws(ChessError) {
          pgn.game = Game(start: try Position(fen: fen))
        } catch let wrong {
          throw error(
            at: fenStart, Message("the FEN tag: \(wrong.explanation)"), subject: fen, wrong.code)
        }
      }
      let result = try readMovetext(into: &pgn)
      // Some files begin with comments; these are not a game.
      if result == nil, pgn.tags.isEmpty, pgn.game.moves.isEmpty { continue }
      end(&pgn, result)
      return pgn
    }
  }

  /// Gives the game the outcome that its record declares.
  private func end(_ pgn: inout PGN, _ marker: GameResult?) {
    var result = marker ?? .unfinished
    if result == .unfinished {
      result = pgn[tag: "Result"].flatMap(GameResult.init(rawValue:)) ?? .unfinished
    }
    let termination = pgn[tag: PGN.terminationTag]
    // Older records have the reason as the termination.
    if let outcome = PGN.declaredOutcome(pgn[tag: PGN.reasonTag] ?? termination, result) {
      pgn.game.end(outcome)
    } else if result != .unfinished, termination == PGN.timeForfeit {
      pgn.game.end(.time(winner: result.winner))
    } else if result != .unfinished, pgn.game.result != result {
      pgn.game.end(.recorded(winner: result.winner))
    }
  }

  // MARK: Tags

  private mutating func readTags(into pgn: inout PGN) throws(ChessError) {
    while peek == UInt8(ascii: "[") {
      let start = index
      index += 1
      skipBlanks()
      let name = take(while: PGNReader.isNameByte)
      guard !name.isEmpty else { throw error(at: index, Message("expected the name of a tag")) }
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else {
        throw error(
          at: index, Message("expected a quotation mark before the value of the tag \(name)"))
      }
      guard pgn.tags.count < PGNReader.maximumTags else {
        throw error(at: index, Message("expected \(PGNReader.maximumTags) tags at most"), .tooLarge)
      }
      if name == "FEN" { fenStart = start }
      pgn[tag: name] = try readString()
      skipBlanks()
      guard peek == UInt8(ascii: "]") else {
        throw error(at: index, Message("expected \"]\" after the value of the tag \(name)"))
      }
      index += 1
      skipBlanks()
    }
  }

  private mutating func readString() throws(ChessError) -> String {
    let start = index
    var value: [UInt8] = []
    index += 1
    while let byte = peek, byte != UInt8(ascii: "\n") {
      index += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), let escaped = peek,
        escaped == byte || escaped == UInt8(ascii: "\"")
      {
        index += 1
        value.append(escaped)
      } else {
        value.append(byte)
      }
    }
    throw error(at: start, Message("expected another quotation mark on the same line"))
  }

  // MARK: Moves

  private mutating func readMovetext(into pgn: inout PGN) throws(ChessError) -> GameResult? {
    var depth = 0
    var opened = index
    while true {
      skipBlanks()
      let start = index
      guard let byte = peek else { break }
      switch byte {
      case UInt8(ascii: "["):
        // The next game's tags: this game was cut off.
        guard depth > 0 else { return nil }
        throw error(
          at: opened, Message("expected \")\" to end this variation before the next game"))
      case UInt8(ascii: "{"), UInt8(ascii: ";"):
        let comment = try readComment()
        if depth == 0 { add(comment, to: &pgn) }
      case UInt8(ascii: "("):
        if depth == 0 { opened = start }
        depth += 1
        index += 1
      case UInt8(ascii: ")"):
        guard depth > 0 else {
          throw error(at: start, Message("expected no \")\" outside of a variation"))
        }
        depth -= 1
        index += 1
      case UInt8(ascii: "*"):
        index += 1
        if depth == 0 { return .unfinished }
      case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "?"):
        let glyph = try readGlyph()
        if depth == 0, !pgn.game.moves.isEmpty {
          pgn.glyphs[pgn.game.moves.count, default: []].append(glyph)
        }
      case UInt8(ascii: "."):
        index += 1
      default:
        let symbol = readSymbol()
        guard !symbol.isEmpty else {
          // "e.p." alone adds nothing.
          if index > start { continue }
          throw error(at: start, Message("expected a move, a comment or a result"))
        }
        if symbol.utf8.allSatisfy({ (48...57).contains($0) }) || depth > 0 { continue }
        if let result = GameResult(rawValue: symbol) { return result }
        try play(symbol, at: start, &pgn)
      }
    }
    if depth > 0 { throw error(at: opened, Message("expected \")\" to end this variation")) }
    return nil
  }

  private mutating func play(_ symbol: String, at start: Int, _ pgn: inout PGN) throws(ChessError) {
    guard pgn.game.moves.count < PGNReader.maximumMoves else {
      throw error(
        at: start, Message("expected \(PGNReader.maximumMoves) half moves at most"), .tooLarge)
    }
    do throws(ChessError) {
      pgn.game.append(try pgn.game.position.move(san: letters.san(symbol)))
    } catch let wrong {
      throw error(at: start, wrong.explanation, subject: symbol, wrong.code)
    }
  }

  private func add(_ comment: String, to pgn: inout PGN) {
    guard !comment.isEmpty else { return }
    let place = pgn.game.moves.count
    if pgn.comments[place] != nil { pgn.comments[place, default: ""] += " " }
    pgn.comments[place, default: ""] += comment
  }

  /// A comment's words separated by single spaces; ignores its line ends.
  private mutating func readComment() throws(ChessError) -> String {
    let start = index
    let last: UInt8 = peek == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "\n")
    index += 1
    while let byte = peek, byte != last { index += 1 }
    if peek == nil, last == UInt8(ascii: "}") {
      throw error(at: start, Message("expected \"}\" to end this comment"))
    }
    let text = String(decoding: bytes[start + 1..<index], as: UTF8.self)
    if peek != nil { index += 1 }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private mutating func readGlyph() throws(ChessError) -> Int {
    let start = index
    if peek == UInt8(ascii: "$") {
      index += 1
      let digits = take { (48...57).contains($0) }
      guard let number = UInt8(digits) else {
        throw error(at: start, Message("expected $0 to $255"))
      }
      return Int(number)
    }
    let marks = take { $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: "?") }
    guard let number = ["!", "?", "!!", "??", "!?", "?!"].firstIndex(of: marks) else {
      throw error(at: start, Message("expected one of ! ? !! ?? !? ?!, found \(marks.prefix(10))"))
    }
    return number + 1
  }

  /// A move, a number or a result; drops "e.p.", so the symbol is empty if that stands alone.
  private mutating func readSymbol() -> String {
    var symbol = take(while: PGNReader.isSymbolByte)
    if symbol.hasSuffix("e"), bytes[index...].starts(with: ".p.".utf8) {
      symbol.removeLast()
      index += 3
    }
    return symbol
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(while condition: (UInt8) -> Bool) -> String {
    let start = index
    while let byte = peek, condition(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Skips white space and escape lines, which begin with "%" in the first column.
  private mutating func skipBlanks() {
    while let byte = peek {
      if byte == UInt8(ascii: "%"), index == 0 || bytes[index - 1] == UInt8(ascii: "\n") {
        while let other = peek, other != UInt8(ascii: "\n") { index += 1 }
      } else if byte <= 32 {
        index += 1
      } else {
        return
      }
    }
  }

  private mutating func skipToNextTags() {
    // Skip at least one byte, so that reading always ends.
    if index == gameStart { index += 1 }
    // A game's later tags follow its first one without an empty line.
    while let byte = peek, byte != UInt8(ascii: "[") || !isAfterEmptyLine { index += 1 }
  }

  private var isAfterEmptyLine: Bool {
    var before = index - 1
    var lineEnds = 0
    while before >= 0, bytes[before] <= 32 {
      if bytes[before] == UInt8(ascii: "\n") { lineEnds += 1 }
      before -= 1
    }
    return lineEnds > 1
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "_"): true
    default: false
    }
  }

  fileprivate static func isSymbolByte(_ byte: UInt8) -> Bool {
    isNameByte(byte) || "+#=:-/".utf8.contains(byte)
  }

  private mutating func error(
    at offset: Int, _ reason: Message, subject: String = "", _ code: ChessError.Code = .malformedPGN
  ) -> ChessError {
    if offset < place.offset { place = (0, 1, 1) }
    for byte in bytes[place.offset..<offset] {
      if byte == UInt8(ascii: "\n") {
        place.line += 1
        place.column = 1
      } else if byte & 0xC0 != 0x80 {
        place.column += 1
      }
    }
    place.offset = offset
    return ChessError(
      code, Message("reading the PGN"), subject, line: place.line, column: place.column, reason)
  }
}
