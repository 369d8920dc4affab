import Chess
import Localization

extension PieceKind {
  /// The piece with a name, in English or in the translation's language; accents and capitals may be
  /// left out.
  init?(named name: String, in translation: Translation) {
    let word = name.lowercased()
    let named = Self.allCases.first { kind in
      let name = kind.message.text(in: translation).lowercased()
      return word == kind.name || word == name || PlainLetters.spellings(of: name).contains(word)
    }
    guard let named else { return nil }
    self = named
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
