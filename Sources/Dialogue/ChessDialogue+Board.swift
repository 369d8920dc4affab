import Chess
import ChessLanguage
import Localization

/// Answers for players who do not look at the board.
extension ChessDialogue {
  /// The answer to a question about the board; the owner of the clock adds the time.
  func answers(to question: BoardQuestion) -> [Message] {
    let position = game.position
    switch question {
    case .square(let square):
      guard let piece = position.piece(at: square) else {
        return [Message("\(square.name) is empty.")]
      }
      return [.joined([.verbatim("\(square.name):"), piece.message]).ended]
    case .pieces(let kind):
      return Self.bySide(orElse: Message("not on the board")) { color in
        position.squares(of: color, kind).map { .verbatim($0.name) }
      }
    case .ownPieces(let kind): return [places(of: kind, player)]
    case .sidesPieces(let side, let kind): return [places(of: kind, side)]
    case .mine: return [Message.list(pieces(of: player)).ended]
    case .side(let side): return [Message.list(pieces(of: side)).ended]
    case .rank(let rank):
      let squares = Square.all.filter { $0.rank == rank }
      return [Message("Rank \(rank + 1): \(pieces(on: squares)).")]
    case .file(let file):
      let squares = Square.all.filter { $0.file == file }
      return [Message("File \(squares.first?.fileName ?? ""): \(pieces(on: squares)).")]
    case .diagonal(let first, let last):
      guard let squares = Square.diagonal(from: first, to: last) else {
        return [Message("\(first.name) and \(last.name) are not on the same diagonal.")]
      }
      return [Message("Diagonal \(first.name) to \(last.name): \(pieces(on: squares)).")]
    case .attackers(let square):
      guard let piece = position.piece(at: square) else {
        let isAttacked = Color.allCases.contains {
          !position.attackers(of: square, by: $0).isEmpty
        }
        guard isAttacked else { return [Message("Nothing attacks \(square.name).")] }
        return [.verbatim("\(square.name):")]
          + Self.bySide { named(position.attackers(of: square, by: $0)) }
      }
      // The pieces of its own side defend it.
      let attackers = named(position.attackers(of: square, by: piece.color.opponent))
      guard !attackers.isEmpty else { return [Message("Nothing attacks \(square.name).")] }
      return [Message("\(square.name) is attacked: \(.list(attackers)).")]
        + answers(to: .defenders(square))
    case .defenders(let square):
      let side = position.piece(at: square)?.color ?? player
      let defenders = named(position.attackers(of: square, by: side))
      return [
        defenders.isEmpty
          ? Message("\(square.name) is not defended.")
          : Message("\(square.name) is defended: \(.list(defenders)).")
      ]
    case .lastMoves(let count):
      let first = max(0, game.moves.count - count)
      guard first < game.moves.count else { return [Message("No move has been played yet.")] }
      let sans = game.sans
      let moves = (first..<game.moves.count).compactMap { index -> Message? in
        let isNumbered = index == first || game.positions[index].sideToMove == .white
        return .notation((isNumbered ? game.numberedSAN(at: index) : nil) ?? sans[index])
      }
      return [Message.list(moves).ended]
    case .material:
      return Self.bySide { color in
        let worths = PieceKind.allCases.map { $0.worth * position.squares(of: color, $0).count }
        return [Message("\(worths.reduce(0, +)) points")]
      }
    case .castling:
      return Self.bySide(orElse: Message("no castling")) { color in
        CastlingSide.allCases
          .filter { position.castlingRights.contains(CastlingRights(color, $0)) }
          .map { $0 == .kingside ? Message("kingside") : Message("queenside") }
      }
    case .time: return []
    case .terms: return terms(isForTwo: opponent == nil)
    case .draw:
      let isClaimable = !game.claimableDraws.isEmpty
      return [
        gameOver
          ?? (isClaimable ? Message("A draw can be claimed.") : Message("No draw can be claimed."))
      ]
    case .check(let side):
      let isToMove = side == nil || side == position.sideToMove
      return [(isToMove ? check : nil) ?? Message("No check.")]
    }
  }

  /// The check or mate that the side to move is in; nil if it is in neither.
  var check: Message? {
    let position = game.position
    let checkers = position.checkers
      .compactMap { square in position.piece(at: square)?.kind.message(on: square) }
    guard let first = checkers.first else { return nil }
    let all = checkers.dropFirst().reduce(first) { Message("\($0) and \($1)") }
    return position.isCheckmate ? Message("Checkmate by \(all).") : Message("Check by \(all).")
  }

  /// The pieces that a side has taken in this game.
  func captures(by side: Color) -> Message {
    let pieces = zip(game.positions, game.moves).compactMap { position, move in
      position.sideToMove == side ? position.facts(of: move)?.captured?.message : nil
    }
    let list = Message.list(pieces, orElse: Message("nothing"))
    return side == .white
      ? Message("White has taken: \(list).") : Message("Black has taken: \(list).")
  }

  /// "White: b1, g1.", "Black: none."
  private static func bySide(
    orElse none: Message = Message("none"), _ items: (Color) -> [Message]
  ) -> [Message] {
    Color.allCases.map { color in
      let list = Message.list(items(color), orElse: none)
      return color == .white ? Message("White: \(list).") : Message("Black: \(list).")
    }
  }

  /// Where a side's pieces of a kind are: "Knights: b1, g1."
  private func places(of kind: PieceKind, _ side: Color) -> Message {
    let squares = game.position.squares(of: side, kind).map { Message.verbatim($0.name) }
    let name = squares.count > 1 ? kind.plural : kind.message
    let list = Message.list(squares, orElse: Message("not on the board"))
    return Message("\(name.capitalized): \(list).")
  }

  /// Each piece on a line, with its square and its color.
  private func pieces(on squares: [Square]) -> Message {
    let pieces = squares.compactMap { square in
      game.position.piece(at: square).map {
        Message.joined([.verbatim(square.name), $0.message])
      }
    }
    return .list(pieces, orElse: Message("empty"))
  }

  /// A side's pieces with their squares, from the king to the pawns.
  private func pieces(of side: Color) -> [Message] {
    named(PieceKind.allCases.reversed().flatMap { game.position.squares(of: side, $0) })
  }

  /// The pieces on squares: "bishop c4".
  private func named(_ squares: [Square]) -> [Message] {
    squares.compactMap { square in
      game.position.piece(at: square).map {
        .joined([$0.kind.message, .verbatim(square.name)])
      }
    }
  }
}

extension Square {
  /// The squares of a diagonal from one square to another; nil if they are not on a diagonal.
  fileprivate static func diagonal(from first: Square, to last: Square) -> [Square]? {
    let (files, ranks) = (last.file - first.file, last.rank - first.rank)
    guard first != last, abs(files) == abs(ranks) else { return nil }
    return (0...abs(files)).compactMap { step in
      Square(file: first.file + step * files.signum(), rank: first.rank + step * ranks.signum())
    }
  }
}

extension Message {
  /// Parts with commas; `none` if there are none.
  fileprivate static func list(
    _ parts: [Message], orElse none: Message = Message("none")
  ) -> Message {
    parts.isEmpty ? none : .joined(parts, separator: ", ")
  }

  /// As a sentence, with a period.
  fileprivate var ended: Message { .joined([self, .verbatim(".")], separator: "") }
}

extension PieceKind {
  /// Several of them; there is only one king.
  var plural: Message {
    switch self {
    case .pawn: Message("pawns")
    case .knight: Message("knights")
    case .bishop: Message("bishops")
    case .rook: Message("rooks")
    case .queen: Message("queens")
    case .king: message
    }
  }

  /// In pawns, as players count material.
  fileprivate var worth: Int {
    switch self {
    case .pawn: 1
    case .knight, .bishop: 3
    case .rook: 5
    case .queen: 9
    case .king: 0
    }
  }
}

extension Piece {
  /// The piece with its color.
  fileprivate var message: Message {
    switch (color, kind) {
    case (.white, .pawn): Message("white pawn")
    case (.white, .knight): Message("white knight")
    case (.white, .bishop): Message("white bishop")
    case (.white, .rook): Message("white rook")
    case (.white, .queen): Message("white queen")
    case (.white, .king): Message("white king")
    case (.black, .pawn): Message("black pawn")
    case (.black, .knight): Message("black knight")
    case (.black, .bishop): Message("black bishop")
    case (.black, .rook): Message("black rook")
    case (.black, .queen): Message("black queen")
    case (.black, .king): Message("black king")
    }
  }
}
