import Chess
import ChessLanguage
import DialogueTestSupport
import TestSupport
import Testing

@testable import Dialogue

/// The reasons for refused moves are true.
@Suite struct TruthTests {
  /// The squares of the mover's pieces of a kind that can step to a square, and whether one of them
  /// leaves its king safe. Computed square by square from the board.
  private func movers(
    _ kind: PieceKind, to square: Square, in position: Position
  ) -> (any: Bool, safe: Bool) {
    movers(kind, from: own(kind, position), to: square, in: position)
  }

  private func own(_ kind: PieceKind, _ position: Position) -> [Square] {
    Square.all.filter { position.piece(at: $0) == Piece(position.sideToMove, kind) }
  }

  private func movers(
    _ kind: PieceKind, from own: [Square], to square: Square, in position: Position
  ) -> (any: Bool, safe: Bool) {
    let sources = own.filter { reaches(kind, $0, square, position) }
    let isSafe = sources.contains { from in
      !isAttackedAfter(Move(from: from, to: square), in: position)
    }
    return (!sources.isEmpty, isSafe)
  }

  /// Whether nothing stands between two squares on a line.
  private func isOpen(_ from: Square, _ to: Square, _ position: Position) -> Bool {
    let (files, ranks) = (to.file - from.file, to.rank - from.rank)
    guard files == 0 || ranks == 0 || abs(files) == abs(ranks) else { return false }
    return (1..<max(1, abs(files), abs(ranks))).allSatisfy { step in
      Square(file: from.file + step * files.signum(), rank: from.rank + step * ranks.signum())
        .map { position.piece(at: $0) == nil } ?? false
    }
  }

  /// Whether a piece reaches a square by its steps alone, with `takingOwn` also if a piece of its own
  /// side is there.
  private func reaches(
    _ kind: PieceKind, _ from: Square, _ to: Square, _ position: Position, takingOwn: Bool = false
  ) -> Bool {
    let side = position.sideToMove
    guard from != to, takingOwn || position.piece(at: to)?.color != side else { return false }
    let (files, ranks) = (abs(to.file - from.file), abs(to.rank - from.rank))
    switch kind {
    case .knight: return files * ranks == 2
    case .king: return max(files, ranks) == 1
    case .bishop: return files == ranks && isOpen(from, to, position)
    case .rook: return files * ranks == 0 && isOpen(from, to, position)
    case .queen: return (files == ranks || files * ranks == 0) && isOpen(from, to, position)
    case .pawn:
      let ahead = (to.rank - from.rank) * (side == .white ? 1 : -1)
      if files == 1 {
        return ahead == 1 && (position.piece(at: to) != nil || position.enPassant == to)
      }
      guard files == 0, position.piece(at: to) == nil else { return false }
      let home = side == .white ? 1 : 6
      return ahead == 1 || (ahead == 2 && from.rank == home && isOpen(from, to, position))
    }
  }

  /// Whether the mover's king could be captured after a move.
  private func isAttackedAfter(_ move: Move, in position: Position) -> Bool {
    var promoting = move
    if position.piece(at: move.from)?.kind == .pawn, [0, 7].contains(move.to.rank) {
      promoting = Move(from: move.from, to: move.to, promotion: .queen)
    }
    let after = position.applying(promoting)
    guard let king = after.kingSquare(position.sideToMove) else { return true }
    return Square.all.contains { from in
      guard let piece = after.piece(at: from), piece.color == after.sideToMove else {
        return false
      }
      return reaches(piece.kind, from, king, after)
    }
  }

  /// Kinds and squares that only pieces can reach whose move leaves their king in check.
  private func exposing(in position: Position) -> [(PieceKind, Square)] {
    PieceKind.allCases.flatMap { kind in
      let own = own(kind, position)
      return Square.all.map { (kind, $0) }.filter {
        let movers = movers(kind, from: own, to: $0.1, in: position)
        return movers.any && !movers.safe
      }
    }
  }

  /// The expected reason for castling, by the FEN; nil if it is legal.
  private func noCastling(_ isKingside: Bool, in position: Position) -> String? {
    let isWhite = position.sideToMove == .white
    let rights = position.fen.split(separator: " ")[2].filter { $0.isUppercase == isWhite }
      .lowercased()
    if !rights.contains(where: { "kq".contains($0) }) { return "the right to castle is lost" }
    if !rights.contains(isKingside ? "k" : "q") {
      return "the right to castle on that side is lost"
    }
    if position.isCheck { return "the king is in check" }
    let squares = (isKingside ? ["f", "g"] : ["d", "c", "b"])
      .compactMap { Square("\($0)\(isWhite ? 1 : 8)") }
    if squares.contains(where: { position.piece(at: $0) != nil }) {
      return "a piece is between king and rook"
    }
    return squares.prefix(2).first {
      !position.attackers(of: $0, by: position.sideToMove.opponent).isEmpty
    }.map { "\($0.name) is attacked" }
  }

  /// The expected reason for a piece's move to a square; nil for none.
  private func reason(_ kind: PieceKind, to square: Square, in position: Position) -> String? {
    if position.piece(at: square)?.color == position.sideToMove,
      own(kind, position).contains(where: {
        reaches(kind, $0, square, position, takingOwn: true)
          || firstOnTheWay(kind, $0, square, position).map { kind != .pawn || $0 == square } == true
      })
    {
      return "your own piece is on \(square.name)"
    }
    let movers = movers(kind, to: square, in: position)
    if movers.safe { return nil }
    if !movers.any { return elsewhere(kind, square, position) }
    let staysInCheck = kind != .king && position.isCheck && !isOnlyChecker(square, position)
    return staysInCheck ? "the king is in check" : "the king would be in check"
  }

  /// The expected reason if no piece of a kind reaches a square.
  private func elsewhere(_ kind: PieceKind, _ square: Square, _ position: Position) -> String {
    let own = own(kind, position)
    if let king = own.first, kind == .king, ["e1", "e8"].contains(king.name),
      king.rank == square.rank, abs(king.file - square.file) == 2,
      let reason = noCastling(square.file == 6, in: position)
    {
      return reason
    }
    // Some squares between are taken.
    if let first = own.compactMap({ firstOnTheWay(kind, $0, square, position) }).first,
      let piece = position.piece(at: first)
    {
      return "the \(piece.kind.name) on \(first.name) is in the way"
    }
    var fields = position.fen.split(separator: " ").map(String.init)
    fields[1] = fields[1] == "w" ? "b" : "w"
    fields[3] = "-"
    let others = try? Position(fen: fields.joined(separator: " ")).legalMoves
    if others?.contains(where: { $0.to == square && position.piece(at: $0.from)?.kind == kind })
      == true
    {
      return "only \(position.sideToMove == .white ? "Black" : "White") can play that"
    }
    let back = position.sideToMove == .white ? -2 : 2
    if kind == .pawn,
      own.contains(where: { $0.file == square.file && $0.rank == square.rank + back })
    {
      return "a pawn goes two squares only on its first move"
    }
    return kind == .king ? "the king cannot go there" : "no \(kind.name) can go there"
  }

  /// The first piece between, if the piece would reach the square on an empty board; a pawn's steps
  /// include the square.
  private func firstOnTheWay(
    _ kind: PieceKind, _ from: Square, _ to: Square, _ position: Position
  ) -> Square? {
    let (files, ranks) = (to.file - from.file, to.rank - from.rank)
    let ahead = ranks * (position.sideToMove == .white ? 1 : -1)
    let home = position.sideToMove == .white ? 1 : 6
    let goes =
      switch kind {
      case .bishop: abs(files) == abs(ranks)
      case .rook: files * ranks == 0
      case .queen: abs(files) == abs(ranks) || files * ranks == 0
      case .pawn: files == 0 && (ahead == 1 || (ahead == 2 && from.rank == home))
      case .knight, .king: false
      }
    let count = max(abs(files), abs(ranks)) - (kind == .pawn ? 0 : 1)
    guard goes, count > 0 else { return nil }
    return (1...count).lazy.compactMap {
      Square(file: from.file + $0 * files.signum(), rank: from.rank + $0 * ranks.signum())
    }.first { position.piece(at: $0) != nil }
  }

  /// Whether the check comes from this square alone: without the piece there is none.
  private func isOnlyChecker(_ square: Square, _ position: Position) -> Bool {
    guard position.isCheck, position.piece(at: square) != nil else { return false }
    var rows = position.fen.split(separator: " ")[0].split(separator: "/").map { row in
      row.flatMap { $0.wholeNumberValue.map { [Character](repeating: "1", count: $0) } ?? [$0] }
    }
    rows[7 - square.rank][square.file] = "1"
    let fields = position.fen.split(separator: " ")
    let board = rows.map { String($0) }.joined(separator: "/")
    return (try? Position(fen: "\(board) \(fields[1]) - - 0 1"))?.isCheck == false
  }

  @Test(.tags(.slow), .skippable(.slow)) func everyReasonIsTrueInManyPositions() throws {
    var random = SeededGenerator(state: 31)
    var counts: [String: Int] = [:]
    var positions = 0
    while positions < 1_500 {
      var game = Game()
      while game.outcome == nil, game.moves.count < 120 {
        let position = game.position
        positions += 1
        var dialogue = ChessDialogue(
          language: try UnpronouncedLanguage.shared.get(), game: Game(start: position))
        var kind = try #require(PieceKind.allCases.randomElement(using: &random))
        var square = try #require(Square.all.randomElement(using: &random))
        // Few of them expose the king, so take one of those every third time, if there are any.
        let isThird = positions.isMultiple(of: 3)
        if isThird, let move = exposing(in: position).randomElement(using: &random) {
          (kind, square) = move
        }
        let words = "\(square.name.prefix(1)) \(SpokenRank.all[square.rank])"
        let said =
          [
            kind == .pawn ? square.name : "\(kind.letter)\(square.name)",
            "\(kind.name) \(words)", "castle kingside", "castle queenside",
          ].randomElement(using: &random) ?? ""
        let refusal = dialogue.read(said).first?.refusal
        if let refusal, refusal.reason == Refusal.Reason.notLegal {
          let told = refusal.message.description.split(separator: "(").dropFirst().first
            .map { String($0.dropLast(2)) }
          let expected =
            said.hasPrefix("castle")
            ? noCastling(said.hasSuffix("kingside"), in: position)
            : reason(kind, to: square, in: position)
          #expect(told == expected, "\(said) in \(position.fen)")
          counts[expected ?? "none", default: 0] += 1
        } else if !said.hasPrefix("castle") {
          // A move without a refusal can be played.
          #expect(movers(kind, to: square, in: position).safe, "\(said) in \(position.fen)")
        }
        try game.play(try #require(position.legalMoves.randomElement(using: &random)))
      }
    }
    for reason in [
      "the king is in check", "the king would be in check", "the right to castle is lost",
      "the right to castle on that side is lost", "a piece is between king and rook",
      "your own piece is on", "only ", "the pawn on",
    ] {
      let count = counts.reduce(0) { $0 + ($1.key.hasPrefix(reason) ? $1.value : 0) }
      #expect(count >= 10, "\(reason): \(count)")
    }
    #expect(
      PieceKind.allCases.allSatisfy { kind in
        counts[kind == .king ? "the king cannot go there" : "no \(kind.name) can go there"] ?? 0
          >= 10
      })
  }
}
