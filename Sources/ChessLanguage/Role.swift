import Chess

/// A class of the templates with a meaning: its name is fixed, the data file chooses its words.
///
/// All other classes are words only.
enum Role: Hashable, Sendable {
  // Properties of a move. The value is the number of a piece, a file or a rank.
  case piece
  case captured
  case promotion
  case fromFile
  case fromRank
  case file
  case rank
  /// The rank on which a pawn promotes.
  case promotionRank
  /// Files named after the pieces that start there, and ranks counted from the player's own side.
  case homeFile
  case homeRank

  // Conditions on the move; the value is 0.
  case takes
  case kingsideCastle
  case queensideCastle
  case enPassant
  /// A pawn goes straight ahead; by one square; by two.
  case ahead
  case oneSquare
  case twoSquares
  /// Silent: a piece of this kind moves, whatever the template calls it.
  case by(PieceKind)
  /// Silent: the move captures.
  case capturing
  /// Silent: the template answers which move was meant.
  case choosing

  /// Nothing, "check", "mate" or "please" after the move: not a condition. The value is an
  /// `Ending`'s.
  case ending

  /// The words before a move that replaces the last one.
  case correct
  // Words about the replaced move.
  case wrongPiece
  case wrongFile
  case wrongRank
  /// Silent: another piece goes to the square of the replaced move.
  case sameSquare
  /// Silent: the same piece goes to another square.
  case samePiece

  case opening
  /// The words before a person's name, not part of a move.
  case introduces
  /// A person's name; the value is its index in the class.
  case name
  case command(Command)
  case asks(BoardQuestion.Asking)
  /// The pieces that a question asks about.
  case asked
  case yes
  case no
  /// A choice; 0 is the first.
  case choice(Int)

  /// How many choices a question can have.
  static let choiceLimit = 6

  init?(className name: String) {
    if let command = Command(rawValue: name) {
      self = .command(command)
    } else if let question = BoardQuestion.Asking(rawValue: name) {
      self = .asks(question)
    } else if name.hasPrefix("choice-"), let number = Int(name.dropFirst(7)),
      (1...Self.choiceLimit).contains(number)
    {
      self = .choice(number - 1)
    } else if let role = Self.named[name] {
      self = role
    } else {
      return nil
    }
  }

  private static let named: [String: Role] = [
    "piece": .piece, "captured": .captured, "promotion": .promotion,
    "from-file": .fromFile, "from-rank": .fromRank, "file": .file, "rank": .rank,
    "promotion-rank": .promotionRank,
    "home-file": .homeFile, "home-rank": .homeRank,
    "takes": .takes, "kingside-castle": .kingsideCastle, "queenside-castle": .queensideCastle,
    "en-passant": .enPassant, "ahead": .ahead, "one-square": .oneSquare,
    "two-squares": .twoSquares, "by-pawn": .by(.pawn), "by-rook": .by(.rook),
    "capturing": .capturing, "choosing": .choosing,
    "correct": .correct, "wrong-piece": .wrongPiece, "wrong-file": .wrongFile,
    "wrong-rank": .wrongRank, "same-square": .sameSquare,
    "same-piece": .samePiece, "asked": .asked, "i-am": .introduces, "name": .name,
    "ending": .ending, "opening": .opening, "yes": .yes,
    "no": .no,
  ]

  /// The classes with the words for each value, indexed by value; empty if the role's own class has
  /// the words.
  var leafClassNames: [String] {
    switch self {
    case .piece, .captured, .promotion, .wrongPiece: PieceKind.allCases.map(\.name)
    case .asked: PieceKind.allCases.map { "\($0.name)s" }
    case .fromFile, .file, .wrongFile: "abcdefgh".map { "file-\($0)" }
    case .fromRank, .rank, .promotionRank, .homeRank, .wrongRank: (1...8).map { "rank-\($0)" }
    case .homeFile: "abcdefgh".map { "home-\($0)" }
    default: []
    }
  }

  /// Whether it belongs to a command that is allowed while a question is open.
  var isSaidToQuestions: Bool {
    switch self {
    case .command(let command): command.isSaidToQuestions
    case .asks, .asked, .file, .rank, .fromFile, .fromRank, .introduces, .name: true
    default: false
    }
  }

  /// The purpose of templates with this role; nil if the role does not determine it.
  var scope: PhraseTemplate.Scope? {
    switch self {
    case .choosing: .choosing
    case .correct, .wrongPiece, .wrongFile, .wrongRank, .sameSquare, .samePiece: .correction
    case .asks, .asked: .question
    case .opening: .opening
    case .command, .introduces, .name: .command
    case .yes, .no, .choice: .answer
    case .ending: nil
    default: .move
    }
  }
}

/// The words after a move: none, or those of the class with that name.
enum Ending: UInt8, CaseIterable, Sendable {
  case none
  case check
  case mate
  /// "Please" and the like.
  case courtesy
}
