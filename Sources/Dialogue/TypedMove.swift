import Chess
import ChessLanguage
import Localization

/// A move in free words that no phrase has, "knight takes on e5", "the rook on h1 to g1", "e8
/// promote to a queen": what they say about it.
struct TypedMove {
  /// Which part of the sentence a word belongs to.
  private enum Clause {
    case mover
    case target
    case promotion
  }

  /// What was said.
  private(set) var move = SpokenMove()
  /// The files and squares before a word such as "to" or "takes"; `stands` if the piece is there.
  private var places: [(file: Int?, rank: Int?, stands: Bool)] = []
  private var isEnPassant = false
  private var isCastling = false
  /// Whether it castles, on a side or on any.
  var castles: Bool { isCastling || move.castling != nil }
  /// Whether a word such as "push" asks for the move.
  private var isOrder = false
  private let isAnswer: Bool

  /// Reads words; nil if they describe no move.
  ///
  /// - Parameters:
  ///   - text: The words as typed.
  ///   - isAnswer: Whether it may be less than a move, "the b knight" or "queenside".
  ///   - promotes: Whether a piece is the one that a pawn becomes, as "a queen" to a question.
  init?(
    _ text: String, letters: PieceLetters, translation: Translation, isAnswer: Bool = false,
    promotes: Bool = false
  ) {
    self.isAnswer = isAnswer
    var part = promotes ? Clause.promotion : .mover
    var stands = false
    let tokens = Self.tokens(of: text, in: translation)
    let standards = TypedWords.standards(in: translation)
    var rest = tokens[...]
    while let token = rest.popFirst() {
      let word = standards[token.lowercased()] ?? token.lowercased()
      if ["king", "queen"].contains(word) {
        let isOwner = rest.first == "s"
        if isOwner { rest.removeFirst() }
        if rest.first?.lowercased() == "side" {
          rest.removeFirst()
          move.castling = word == "king" ? .kingside : .queenside
          continue
        }
        // "King's pawn to e4" says as much as "pawn to e4".
        if isOwner { continue }
      }
      switch word {
      case _ where token.lowercased() == "en" && rest.first?.lowercased() == "passant", "ep":
        (isEnPassant, move.isCapture, move.captured) = (true, true, .pawn)
      case "i", "the", "passant", "check", "mate", "checkmate": continue
      case "a" where part == .promotion || token.count > 1: continue
      case "it" where isOrder || part == .promotion: continue
      case "one" where isAnswer: continue
      case "on": stands = part == .mover
      case "from", "with": (part, stands) = (.mover, true)
      case "move", "play", "push": isOrder = true
      // The Spanish "a" may also be the file.
      case "to" where token.count == 1 && rest.first.flatMap { Square($0.lowercased()) } == nil:
        guard take(token, part, stands, letters, translation) else { return nil }
      case "to", "into", "go", "goes", "moves": if part == .mover { part = .target }
      case "takes", "x":
        move.isCapture = true
        part = .target
      case "promote", "promotes", "becomes", "equals", "make", "makes": part = .promotion
      case "castle", "castling": isCastling = true
      case "short": move.castling = .kingside
      case "long": move.castling = .queenside
      case "oo": (isCastling, move.castling) = (true, .kingside)
      case "ooo": (isCastling, move.castling) = (true, .queenside)
      default:
        guard take(token, part, stands, letters, translation) else { return nil }
      }
    }
    guard finish() else { return nil }
  }

  /// Takes a piece, a file or a square; returns whether it is one.
  private mutating func take(
    _ token: String, _ part: Clause, _ stands: Bool, _ letters: PieceLetters,
    _ translation: Translation
  ) -> Bool {
    let word = token.lowercased()
    if let kind = Self.kind(token, letters, translation) {
      switch part {
      case .mover where move.piece == nil: move.piece = kind
      case .target where move.isCapture && move.captured == nil: move.captured = kind
      case .promotion where kind == .pawn: move.piece = kind
      case .promotion where move.promotion == nil: move.promotion = kind
      default: return false
      }
      return true
    }
    // "Nf3", "Nb" and "bd2" among words.
    if token.count > 1, let first = token.first, let kind = Self.kind(String(first), letters, nil),
      part == .mover, move.piece == nil
    {
      move.piece = kind
      return take(String(token.dropFirst()), part, stands, letters, translation)
    }
    if word.count == 3, let file = Square(word.prefix(1) + "1")?.file, part == .mover {
      places.append((file, nil, true))
      return take(String(word.dropFirst()), part, stands, letters, translation)
    }
    let place: (file: Int?, rank: Int?)
    if let square = Square(word) {
      place = (square.file, square.rank)
    } else if word.count == 1, let file = Square(word + "1")?.file {
      place = (file, nil)
    } else {
      return false
    }
    switch part {
    case .mover, .promotion: places.append((place.file, place.rank, stands))
    case .target where move.toFile == nil: (move.toFile, move.toRank) = place
    default: return false
    }
    return true
  }

  /// Sorts the places, and tells whether the words are enough for a move.
  private mutating func finish() -> Bool {
    if castles {
      let isBare = move.piece == nil && places.isEmpty && move.toFile == nil && !move.isCapture
      return isBare && (isCastling || isAnswer)
    }
    if isEnPassant, move.piece == nil { move.piece = .pawn }
    // The last square is the destination unless another one or a capture follows. "En passant on
    // f6" can only be.
    if let last = places.last, let rank = last.rank, move.toFile == nil,
      isEnPassant
        ? [2, 5].contains(rank)
        : (isAnswer || !last.stands) && !move.isCapture
          && (move.promotion == nil || rank == 0 || rank == 7)
    {
      (move.toFile, move.toRank) = (last.file, last.rank)
      places.removeLast()
    }
    guard places.count < 2 else { return false }
    (move.fromFile, move.fromRank) = (places.first?.file, places.first?.rank)
    // "e pawn takes d" names a file; every other destination is a square.
    guard move.toFile == nil || move.toRank != nil || move.isCapture else { return false }
    let isMover = move.piece != nil || move.fromFile != nil
    if move.promotion != nil, !isMover, !isAnswer { move.piece = .pawn }
    if isAnswer { return isMover || move.toFile != nil || move.isCapture || move.promotion != nil }
    return move.toRank != nil || isEnPassant || move.promotion != nil
      || (move.isCapture && (isMover || move.captured != nil))
      || (isOrder && move.piece != nil)
  }

  /// The moves that the words fit.
  func moves(among moves: [Move], in position: Position) -> [Move] {
    moves.filter { move in position.facts(of: move).map { fits(move, $0) } ?? false }
  }

  private func fits(_ played: Move, _ facts: MoveFacts) -> Bool {
    if castles {
      return facts.castling != nil && [nil, facts.castling].contains(move.castling)
    }
    func agrees<Value: Equatable>(_ said: Value?, _ value: Value?) -> Bool {
      said == nil || said == value
    }
    // "e4" and "e takes d5" are the pawn's.
    let isPawn =
      move.piece == nil && move.fromRank == nil && !isAnswer
      && (move.fromFile != nil || !move.isCapture)
    return agrees(move.piece ?? (isPawn ? .pawn : nil), facts.piece)
      && agrees(move.fromFile, played.from.file) && agrees(move.fromRank, played.from.rank)
      && agrees(move.toFile, played.to.file) && agrees(move.toRank, played.to.rank)
      && agrees(move.captured, facts.captured) && agrees(move.promotion, facts.promotion)
      && (!move.isCapture || facts.isCapture) && (!isEnPassant || facts.isEnPassant)
  }

  /// The same move, with its single square as its origin: "knight b1" to a question.
  var fromItsSquare: TypedMove? {
    guard isAnswer, move.fromFile == nil, !move.isCapture, move.toRank != nil else { return nil }
    var other = self
    (other.move.fromFile, other.move.fromRank) = (move.toFile, move.toRank)
    (other.move.toFile, other.move.toRank) = (nil, nil)
    return other
  }

  /// The same as words for a piece alone, "the knight on f3"; nil if they say more.
  var asMover: TypedMove? {
    let mover = fromItsSquare ?? self
    let saysMore = castles || mover.move.isCapture || mover.move.toFile != nil
    return saysMore || mover.move.promotion != nil ? nil : mover
  }

  /// What the words say instead of another move's piece or castling side, "the bishop"; nil if they
  /// say anything else.
  var asAlternative: SpokenMove? {
    move.castling != nil ? move : asMover.flatMap { $0.move.piece == nil ? nil : $0.move }
  }

  /// The words and squares of a text: "e four" and "e 4" are one square.
  static func tokens(of text: String, in translation: Translation) -> [String] {
    var tokens: [String] = []
    for token in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "=" }) {
      var token = String(token)
      if token == "=" { token = "equals" }
      // "BxN".
      if token.count == 3, token.last?.isUppercase == true, token.dropFirst().first == "x" {
        tokens += [String(token.prefix(1)), "x", String(token.suffix(1))]
        continue
      }
      if let last = tokens.last, last.count == 1, Square(last.lowercased() + "1") != nil,
        let rank = TypedWords.number(token.lowercased(), in: translation), rank <= 8
      {
        tokens[tokens.count - 1] += String(rank)
      } else {
        tokens.append(token)
      }
    }
    return tokens
  }

  /// The kind of piece that a word names, or a letter: a capital, or a small one that is no file.
  private static func kind(
    _ token: String, _ letters: PieceLetters, _ translation: Translation?
  ) -> PieceKind? {
    if token.count == 1, let letter = token.first {
      guard letter.isUppercase || Square(token + "1") == nil else { return nil }
      return letters.letter(letter).flatMap { PieceKind(letter: $0) }
    }
    return translation.flatMap { PieceKind(named: token, in: $0) }
  }
}
