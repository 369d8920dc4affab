import Chess
import Localization

/// A board as lines of text, with the last move marked.
package struct BoardDrawing: Sendable, Hashable {
  /// Whether to draw the board after each move, and in which characters.
  package enum Style: String, Sendable, Hashable, CaseIterable {
    case off
    case ascii
    /// With figurines, for terminals that have them.
    case unicode
  }

  /// The side at the lower edge.
  package enum Side: String, Sendable, Hashable, CaseIterable {
    case white
    case black
    /// The side to move.
    case mover
  }

  /// The characters to draw with.
  package var style: Style
  /// The side at the lower edge.
  package var side: Side

  /// By default, a drawing in ASCII from White's side.
  package init(style: Style = .ascii, side: Side = .white) {
    self.style = style
    self.side = side
  }

  /// Nine lines for a game's current board: the ranks, each with its number, and the files' letters.
  /// The squares of the last move are in parentheses.
  package func lines(of game: Game) -> [Message] {
    let position = game.position
    let isTurned =
      switch side {
      case .white: false
      case .black: true
      case .mover: position.sideToMove == .black
      }
    let upward = Array(0..<8)
    let files = isTurned ? upward.reversed() : upward
    let ranks = isTurned ? upward : upward.reversed()
    let marked = game.moves.last.map { [$0.from, $0.to] } ?? []
    var lines: [Message] = []
    for rank in ranks {
      var line = "\(rank + 1) "
      var wasMarked = false
      for file in files {
        let square = Square(file: file, rank: rank)
        let isMarked = square.map { marked.contains($0) } ?? false
        line += isMarked ? "(" : wasMarked ? ")" : " "
        line.append(square.flatMap(position.piece(at:)).map(sign) ?? ".")
        wasMarked = isMarked
      }
      lines.append(.board(line + (wasMarked ? ")" : "")))
    }
    let names = files.compactMap { Square(file: $0, rank: 0)?.fileName }
    return lines + [.verbatim("   " + names.joined(separator: " "))]
  }

  private func sign(_ piece: Piece) -> Character {
    style == .unicode ? TypedText.figurine(of: piece) : piece.letter
  }
}
