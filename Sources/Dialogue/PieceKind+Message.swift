import Chess
import Localization

extension PieceKind {
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
}
