import Chess
import Localization

extension PieceKind {
  /// The piece with a name, in English or in the translation's language; accents and capitals may be
  /// left out.
  init?(named name: String, in translation: Translation) {
    let named = Self.allCases.first {
      TypedWords.spellings(of: $0.message, in: translation).contains(name.lowercased())
    }
    guard let named else { return nil }
    self = named
  }

  /// The kinds by their names, also of several pieces, in English and in another language, with and
  /// without accents.
  static func named(in translation: Translation) -> [String: PieceKind] {
    let pairs = allCases.flatMap { kind in
      [kind.message, kind.plural].flatMap { name in
        TypedWords.spellings(of: name, in: translation).map { ($0, kind) }
      }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The piece's name, in lower case in English.
  package var message: Message {
    switch self {
    case .pawn: Message("pawn")
    case .knight: Message("knight")
    case .bishop: Message("bishop")
    case .rook: Message("rook")
    case .queen: Message("queen")
    case .king: Message("king")
    }
  }

  /// The piece on a square: "the knight on f3".
  func message(on square: Square) -> Message {
    let name = Message.notation(square.name)
    return switch self {
    case .pawn: Message("the pawn on \(name)")
    case .knight: Message("the knight on \(name)")
    case .bishop: Message("the bishop on \(name)")
    case .rook: Message("the rook on \(name)")
    case .queen: Message("the queen on \(name)")
    case .king: Message("the king on \(name)")
    }
  }
}
