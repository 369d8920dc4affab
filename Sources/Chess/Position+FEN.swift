import Localization

extension Position {
  /// Reads a FEN.
  ///
  /// The two clocks may be missing (then 0 and 1). If the text is not FEN, the error has the
  /// column.
  ///
  /// Also throws for impossible positions, by the rules of python-chess's `Board.status()`.
  /// Examples are missing or extra kings, pawns on the first or last rank, the side not to move in
  /// check, castling rights without king and rook at home, and en passant squares that no pawn has
  /// just passed.
  public init(fen text: String) throws(ChessError) {
    var reader = FENReader(text)
    self = try reader.read()
    if let reason = illegality(reader.enPassant) {
      throw ChessError(.illegalPosition, Message("checking the position"), text, reason)
    }
    if let passed = reader.enPassant, key.enPassantCapturers(of: passed) != 0 {
      key.enPassant = passed
    }
  }

  /// The position's FEN with all six fields; it has an en passant square only if such a capture is
  /// legal.
  public var fen: String {
    var text = ""
    for rank in (0..<8).reversed() {
      var empty = 0
      for file in 0..<8 {
        if let piece = piece(at: Square(unchecked: rank * 8 + file)) {
          if empty > 0 { text += String(empty) }
          empty = 0
          text.append(piece.letter)
        } else {
          empty += 1
        }
      }
      if empty > 0 { text += String(empty) }
      if rank > 0 { text += "/" }
    }
    let side = sideToMove == .white ? "w" : "b"
    let passed = enPassant?.name ?? "-"
    return "\(text) \(side) \(castlingRights) \(passed) \(halfmoveClock) \(fullmoveNumber)"
  }
}

/// Reads the fields of a FEN, keeping track of its place for error messages.
private struct FENReader {
  let text: String
  /// The en passant square as written, whether or not a capture there is legal.
  var enPassant: Square?
  private var fields: [Substring]
  private static let maximumLength = 1000
  private static let names = [
    Message("pieces"), Message("side to move"), Message("castling rights"), Message("en passant"),
    Message("half-move clock"), Message("move number"),
  ]
  private static let activity = Message("reading the FEN")

  init(_ text: String) {
    self.text = text
    self.fields = text.prefix(FENReader.maximumLength).split(whereSeparator: \.isWhitespace)
  }

  mutating func read() throws(ChessError) -> Position {
    guard text.utf8.count <= FENReader.maximumLength else {
      throw ChessError(
        .tooLarge, Self.activity, text, Message("expected \(Self.maximumLength) bytes at most"))
    }
    guard fields.count == 4 || fields.count == 6 else {
      let names = Message.joined(Self.names, separator: ", ")
      let found = fields.count
      throw ChessError(
        .malformedFEN, Self.activity, text,
        found == 1
          ? Message("expected 6 fields (\(names)) or the first 4 of them, found 1 field")
          : Message("expected 6 fields (\(names)) or the first 4 of them, found \(found) fields"))
    }
    var key = Position.Key()
    try readPieces(into: &key)
    switch fields[1] {
    case "w": key.sideToMove = .white
    case "b": key.sideToMove = .black
    default: throw error(1, Message("expected \"w\" or \"b\", found \"\(shown(fields[1]))\""))
    }
    key.castlingRights = try readCastlingRights()
    if fields[3] != "-" {
      guard let square = Square(fields[3]) else {
        throw error(
          3,
          Message("expected a square such as \"e3\", or \"-\", found \"\(shown(fields[3]))\""))
      }
      enPassant = square
    }
    let hasClocks = fields.count == 6
    let halfmoves = hasClocks ? try readNumber(4) : 0
    let fullmoves = hasClocks ? try readNumber(5) : 1
    // Some programs count moves from 0; like python-chess, this reads it as 1.
    return Position(key: key, halfmoveClock: halfmoves, fullmoveNumber: max(1, fullmoves))
  }

  private func readPieces(into key: inout Position.Key) throws(ChessError) {
    let field = fields[0]
    var rank = 7
    var file = 0
    var wasDigit = false
    for (offset, character) in field.enumerated() {
      if character == "/" {
        guard file == 8 else {
          throw error(0, at: offset, Self.squares(file, onRank: rank))
        }
        guard rank > 0 else { throw error(0, at: offset, Message("expected 8 ranks, found more")) }
        rank -= 1
        file = 0
        wasDigit = false
        continue
      }
      if let count = character.wholeNumberValue, character.isASCII, (1...8).contains(count) {
        guard !wasDigit else {
          throw error(0, at: offset, Message("expected no digit after a digit"))
        }
        file += count
        wasDigit = true
      } else if let kind = PieceKind(letter: character) {
        if let square = Square(file: file, rank: rank) {
          key.toggle(square.bit, character.isUppercase ? .white : .black, kind)
        }
        file += 1
        wasDigit = false
      } else {
        throw error(
          0, at: offset,
          Message(
            "expected a piece letter (PNBRQK or pnbrqk), a digit from 1 to 8 or \"/\", found \"\(shown(character))\""
          ))
      }
      guard file <= 8 else {
        throw error(0, at: offset, Message("rank \(rank + 1) has more than 8 squares"))
      }
    }
    guard rank == 0, file == 8 else {
      throw error(
        0, at: field.count,
        file == 8
          ? Message("expected 8 ranks, found \(8 - rank)") : Self.squares(file, onRank: rank))
    }
  }

  private func readCastlingRights() throws(ChessError) -> CastlingRights {
    var rights: CastlingRights = []
    if fields[2] == "-" { return rights }
    for (offset, character) in fields[2].enumerated() {
      let right: CastlingRights
      switch character {
      case "K": right = .whiteKingside
      case "Q": right = .whiteQueenside
      case "k": right = .blackKingside
      case "q": right = .blackQueenside
      default:
        throw error(
          2, at: offset,
          Message("expected letters of \"KQkq\", or \"-\", found \"\(shown(character))\""))
      }
      guard rights.insert(right).inserted else {
        throw error(
          2, at: offset,
          Message("expected each letter once, found another \"\(String(character))\""))
      }
    }
    return rights
  }

  private func readNumber(_ index: Int) throws(ChessError) -> Int {
    let field = fields[index]
    guard field.count <= 5, field.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(field)
    else {
      throw error(
        index, Message("expected a number from 0 to 99999, found \"\(shown(field))\""))
    }
    return number
  }

  private func shown(_ text: Substring) -> String { ChessError.shortened(String(text.prefix(24))) }

  private func shown(_ character: Character) -> String { shown(Substring(String(character))) }

  /// The mistake in a rank with too few squares.
  private static func squares(_ count: Int, onRank rank: Int) -> Message {
    Message("rank \(rank + 1) has \(count) squares, expected 8")
  }

  private func error(_ field: Int, at offset: Int = 0, _ reason: Message) -> ChessError {
    let column = text.distance(from: text.startIndex, to: fields[field].startIndex) + offset + 1
    return ChessError(
      .malformedFEN, Self.activity, text, column: column,
      Message("in field \(field + 1), \(Self.names[field]): \(reason)"))
  }
}
