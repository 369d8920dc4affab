import Chess
import ChessLanguage
import Localization

/// Why a move is illegal: the first thing that is in its way.
struct Illegality {
  /// The position before the move.
  let position: Position
  /// The move that led to it; nil if none did.
  let last: Move?

  private var side: Color { position.sideToMove }

  /// The reason; nil if there is no short one.
  func reason(against move: SpokenMove) -> Message? {
    if let side = move.castling { return castling(side) }
    // Descriptive squares are counted from either side.
    guard !move.isDescriptive else { return check() }
    guard let file = move.toFile, let rank = move.toRank,
      let to = Square(file: file, rank: rank)
    else { return capture(move) ?? check() }
    if let reason = reason(againstOriginOf: move) { return reason }
    let kind = move.piece ?? move.from.flatMap(position.piece(at:))?.kind ?? .pawn
    if move.promotion != nil {
      if kind != .pawn { return Message("only a pawn promotes") }
      if ![0, 7].contains(to.rank) {
        return Message("a pawn promotes only on the last rank")
      }
    }
    let movers = position.squares(of: side, kind).filter {
      $0.file == move.fromFile ?? $0.file && $0.rank == move.fromRank ?? $0.rank
    }
    if kind == .king, !move.isCapture, let king = movers.first,
      king == Square(file: 4, rank: king.rank),
      to.rank == king.rank, abs(to.file - king.file) == 2
    {
      return castling(to.file > king.file ? .kingside : .queenside)
    }
    guard kind == .pawn else {
      return obstacle(to: movers, kind, move, to) ?? inCheck(movers, kind, to)
    }
    return obstacle(toPawns: movers, move, to) ?? inCheck(movers, kind, to) ?? capture(on: to)
  }

  /// Why the square that a move begins on has no such piece; nil if it has, or if it is not named.
  func reason(againstOriginOf move: SpokenMove) -> Message? {
    guard let from = move.from else { return nil }
    let name = Message.notation(from.name)
    guard let piece = position.piece(at: from) else {
      return Message("there is no piece on \(name)")
    }
    if piece.color == .white, side == .black { return Message("the piece on \(name) is White's") }
    if piece.color == .black, side == .white { return Message("the piece on \(name) is Black's") }
    return [nil, piece.kind].contains(move.piece) ? nil : nature(of: piece.kind, on: from)
  }

  // MARK: - Obstacles

  /// Why none of the pieces can go to a square; nil if one can, apart from check.
  private func obstacle(
    to movers: [Square], _ kind: PieceKind, _ move: SpokenMove, _ to: Square
  ) -> Message? {
    let occupant = position.piece(at: to)
    if move.isCapture, occupant == nil { return nothingToTake(on: to) }
    let ways = movers.compactMap { way(kind, $0, to) }
    if ways.isEmpty {
      let other = move.fromFile == nil ? othersMove(to, by: kind) : nil
      return other ?? noneCanGoThere(movers, kind, move)
    }
    // The player's own piece on the square is the nearer reason.
    return (occupant?.color == side ? nil : blocked(ways)) ?? taken(occupant, move, to)
  }

  /// Why none of the pawns can go to a square; nil if one can, apart from check.
  private func obstacle(toPawns pawns: [Square], _ move: SpokenMove, _ to: Square) -> Message? {
    let occupant = position.piece(at: to)
    let straight = pawns.filter { $0.file == to.file }
    let steps = straight.map { (to.rank - $0.rank) * forward }
    let ways = straight.compactMap { way(ofPawn: $0, to) }
    let isBeside = pawns.contains { takes($0, to) }
    if occupant?.color == side, isBeside || ways.contains(where: { blocker(on: $0) == to }) {
      return taken(occupant, move, to)
    }
    // "d five" from the e-file is a capture too.
    let isPassed = to == position.enPassant || to == passed
    if isBeside,
      move.isCapture || move.fromFile ?? to.file != to.file
        || (ways.isEmpty && (occupant != nil || isPassed))
    {
      if occupant != nil { return taken(occupant, move, to) }
      if isPassed { return nil }
      let passed = Square(file: to.file, rank: to.rank - forward).flatMap(position.piece(at:))
      guard passed == Piece(side.opponent, .pawn), to.rank == (side == .white ? 5 : 2) else {
        return nothingToTake(on: to)
      }
      // At the start of a game, nobody knows which pawn has just moved.
      return last == nil && !position.canTakeEnPassant(on: to)
        ? nil : Message("en passant is possible only right after the pawn's double step")
    }
    if move.isCapture {
      return occupant == nil
        ? nothingToTake(on: to)
        : steps.contains(1)
          ? Message("a pawn takes diagonally") : noneCanGoThere(pawns, .pawn, move)
    }
    guard ways.isEmpty else { return blocked(ways) }
    let other = move.fromFile == nil ? othersMove(to, by: .pawn) : nil
    return other
      ?? (steps.contains(2)
        ? Message("a pawn goes two squares only on its first move")
        : noneCanGoThere(pawns, .pawn, move))
  }

  /// The ranks of a pawn's step.
  private var forward: Int { side == .white ? 1 : -1 }

  /// Whether a pawn takes towards a square.
  private func takes(_ pawn: Square, _ to: Square) -> Bool {
    abs(pawn.file - to.file) == 1 && pawn.rank + forward == to.rank
  }

  /// The squares of a pawn's one or two steps; nil if it would need other ones.
  private func way(ofPawn from: Square, _ to: Square) -> [Square]? {
    let count = (to.rank - from.rank) * forward
    guard count == 1 || (count == 2 && from.rank == (side == .white ? 1 : 6)) else { return nil }
    return (1...count).compactMap { Square(file: from.file, rank: from.rank + $0 * forward) }
  }

  /// The square that a pawn has just passed, even if taking it there would be illegal.
  private var passed: Square? {
    guard let last, position.piece(at: last.to)?.kind == .pawn,
      abs(last.from.rank - last.to.rank) == 2
    else { return nil }
    return Square(file: last.to.file, rank: (last.from.rank + last.to.rank) / 2)
  }

  /// What stands on every way; nil if one is free.
  private func blocked(_ ways: [[Square]]) -> Message? {
    let blockers = ways.map(blocker)
    guard !blockers.contains(nil), case let first?? = blockers.first,
      let kind = position.piece(at: first)?.kind
    else { return nil }
    return Message("\(kind.message(on: first)) is in the way")
  }

  private func blocker(on way: [Square]) -> Square? {
    way.first { position.piece(at: $0) != nil }
  }

  /// Why the piece on a square cannot be taken; nil if it can.
  private func taken(_ occupant: Piece?, _ move: SpokenMove, _ to: Square) -> Message? {
    guard let occupant else { return nil }
    if occupant.color == side {
      return Message("your own piece is on \(Message.notation(to.name))")
    }
    guard let said = move.captured, said != occupant.kind else { return nil }
    return nature(of: occupant.kind, on: to)
  }

  /// The squares between, if the piece could go there on an empty board; nil if not.
  private func way(_ kind: PieceKind, _ from: Square, _ to: Square) -> [Square]? {
    let (files, ranks) = (to.file - from.file, to.rank - from.rank)
    let (long, short) = (max(abs(files), abs(ranks)), min(abs(files), abs(ranks)))
    guard long > 0 else { return nil }
    let isStraight = short == 0
    let fits =
      switch kind {
      case .pawn: false
      case .knight: long == 2 && short == 1
      case .bishop: long == short
      case .rook: isStraight
      case .queen: isStraight || long == short
      case .king: long == 1
      }
    guard fits, kind != .knight else { return fits ? [] : nil }
    return (1..<long).compactMap {
      Square(file: from.file + $0 * files.signum(), rank: from.rank + $0 * ranks.signum())
    }
  }

  /// Why no piece takes one, as in "knight takes bishop" and "exd"; nil for anything else.
  private func capture(_ move: SpokenMove) -> Message? {
    guard move.isCapture, move.captured != nil || move.toFile != nil else { return nil }
    let kind = move.piece ?? .pawn
    let targets = (move.captured.map { [$0] } ?? PieceKind.allCases)
      .flatMap { position.squares(of: side.opponent, $0) }
    for target in targets where target.file == move.toFile ?? target.file {
      let movers = position.movers(kind, to: target)
        .filter { $0.file == move.fromFile ?? $0.file }
      if !movers.isEmpty { return inCheck(movers, kind, target) }
    }
    if kind == .pawn, move.captured ?? .pawn == .pawn, let passed,
      passed.file == move.toFile ?? passed.file,
      position.squares(of: side, .pawn)
        .contains(where: { takes($0, passed) && $0.file == move.fromFile ?? $0.file })
    {
      return inCheck([], .pawn, passed)
    }
    return Message("nothing can be taken that way")
  }

  /// How to type the capture that "d5" does not say.
  private func capture(on to: Square) -> Message? {
    position.movers(.pawn, to: to).first { $0.file != to.file }.map {
      Message("to take there, type \(.notation("\($0.fileName)x\(to.name)"))")
    }
  }

  // MARK: - Check

  /// Why pieces that can go to a square may not; nil if one may.
  private func inCheck(_ movers: [Square], _ kind: PieceKind, _ to: Square) -> Message? {
    if position.legalMoves.contains(where: { $0.to == to && movers.contains($0.from) }) {
      return nil
    }
    // Taking the piece that gives check would end it, if the taker were not pinned.
    return kind == .king || position.checkers == [to]
      ? Message("the king would be in check")
      : check() ?? Message("the king would be in check")
  }

  /// "In check", if the king is.
  func check() -> Message? {
    position.isCheck ? Message("the king is in check") : nil
  }

  // MARK: - Castling

  /// Why castling is not possible; to either side if `wing` is nil.
  func castling(_ wing: CastlingSide?) -> Message {
    guard let wing else {
      let (kingside, queenside) = (castling(.kingside), castling(.queenside))
      return kingside == queenside
        ? kingside : Message("kingside: \(kingside); queenside: \(queenside)")
    }
    let wings = CastlingSide.allCases.filter {
      position.castlingRights.contains(CastlingRights(side, $0))
    }
    if wings.isEmpty { return Message("the right to castle is lost") }
    if !wings.contains(wing) { return Message("the right to castle on that side is lost") }
    if let check = check() { return check }
    // From the king to the rook; the king goes over the first two.
    let between = (wing == .kingside ? [5, 6] : [3, 2, 1])
      .compactMap { Square(file: $0, rank: side == .white ? 0 : 7) }
    let attacked = between.prefix(2)
      .first { !position.attackers(of: $0, by: side.opponent).isEmpty }
    if let attacked, between.allSatisfy({ position.piece(at: $0) == nil }) {
      return Message("\(Message.notation(attacked.name)) is attacked")
    }
    return Message("a piece is between king and rook")
  }

  // MARK: - Words

  /// Which side could play the move, if it is not the side to move; nil if neither could.
  private func othersMove(_ square: Square, by kind: PieceKind) -> Message? {
    let other = position.afterNullMove
    guard !position.isCheck,
      other.legalMoves.contains(where: {
        $0.to == square && other.piece(at: $0.from)?.kind == kind
      })
    else { return nil }
    return side == .black
      ? Message("only White can play that") : Message("only Black can play that")
  }

  private func nothingToTake(on square: Square) -> Message {
    Message("there is nothing to take on \(Message.notation(square.name))")
  }

  private func nature(of kind: PieceKind, on square: Square) -> Message {
    let name = Message.notation(square.name)
    return switch kind {
    case .pawn: Message("the piece on \(name) is a pawn")
    case .knight: Message("the piece on \(name) is a knight")
    case .bishop: Message("the piece on \(name) is a bishop")
    case .rook: Message("the piece on \(name) is a rook")
    case .queen: Message("the piece on \(name) is a queen")
    case .king: Message("the piece on \(name) is a king")
    }
  }

  private func noneCanGoThere(
    _ movers: [Square], _ kind: PieceKind, _ move: SpokenMove
  ) -> Message {
    if movers.count == 1, move.fromFile != nil || move.fromRank != nil {
      return Message("\(kind.message(on: movers[0])) cannot go there")
    }
    return switch kind {
    case .pawn: Message("no pawn can go there")
    case .knight: Message("no knight can go there")
    case .bishop: Message("no bishop can go there")
    case .rook: Message("no rook can go there")
    case .queen: Message("no queen can go there")
    case .king: Message("the king cannot go there")
    }
  }
}

extension SpokenMove {
  /// The square that it begins on, if it names that.
  var from: Square? {
    guard let fromFile, let fromRank else { return nil }
    return Square(file: fromFile, rank: fromRank)
  }
}
