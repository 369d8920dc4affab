import Chess
import ChessLanguage
import DialogueTestSupport
import TestSupport
import Testing

@testable import Dialogue

/// The reasons for refused moves are true.
@Suite struct TruthTests {
  private func dialogue(
    _ position: Position = .start, opponent: Opponent? = nil
  ) throws -> ChessDialogue {
    ChessDialogue(
      language: try UnpronouncedLanguage.shared.get(), game: Game(start: position),
      opponent: opponent)
  }

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

  /// Whether a piece goes to a square by its steps alone; to one of its own side's, if those could
  /// be taken.
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
      own(kind, position).contains(where: { reaches(kind, $0, square, position, takingOwn: true) })
    {
      return "your own piece is on \(square.name)"
    }
    let movers = movers(kind, to: square, in: position)
    if !movers.any { return "no \(kind.name) can go there" }
    if movers.safe { return nil }
    let takesChecker = kind != .king && isOnlyChecker(square, position)
    return position.isCheck && !takesChecker ? "the king is in check" : "the king would be in check"
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

  @Test func everyReasonIsTrueInThousandsOfPositions() throws {
    var random = SeededGenerator(state: 31)
    var counts: [String: Int] = [:]
    var positions = 0
    while positions < 3_000 {
      var game = Game()
      while game.outcome == nil, game.moves.count < 120 {
        let position = game.position
        positions += 1
        var dialogue = try dialogue(position)
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
    ] {
      #expect(counts.contains { $0.key.hasPrefix(reason) && $0.value >= 20 }, "\(counts)")
    }
    #expect(PieceKind.allCases.allSatisfy { counts["no \($0.name) can go there"] ?? 0 >= 20 })
  }

  @Test func notationGetsTheReasonThatWordsGet() throws {
    for (typed, said) in [
      ("Qh5", "queen h five"), ("Nf6", "knight f six"), ("g1g3", "knight g three"),
      ("Ke2", "king e two"), ("e6", "e six"), ("O-O", "castle kingside"),
    ] {
      let messages = try [typed, said].map { line in
        var dialogue = try dialogue()
        return dialogue.read(line).first?.refusal?.message.description
          .split(separator: "(").last.map(String.init)
      }
      #expect(messages[0] == messages[1] && messages[0]?.hasSuffix(").") == true, "\(messages)")
    }
  }

  /// "No knight can go there" would be false: the other one can.
  @Test func aPieceThatCanGoThereIsNotDenied() throws {
    let position = try Position(fen: "4k3/8/8/8/8/5N2/8/4K1N1 w - - 0 1")
    for (line, move) in [
      ("knight g d two", "knight g d two"), ("Ngd2", "Ngd2"), ("Ngd2.", "Ngd2"),
    ] {
      var dialogue = try dialogue(position)
      let message = dialogue.read(line).first?.refusal?.message.description
      #expect(message == "That is not legal here: \(move).")
    }
  }

  @Test(arguments: [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g8f6", "you have no piece on g8"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e3e4", "you have no piece on e3"),
    (
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "exd3",
      "there is nothing to take on d3"
    ),
    (
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "exd3 e.p.",
      "there is nothing to take on d3"
    ),
    (
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "castle",
      "a piece is between king and rook"
    ),
    ("r3k2r/8/8/8/8/8/8/RN2K2R w Qkq - 0 1", "castle", "castling is not possible now"),
    ("r3k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 0 1", "O-O", "f1 is attacked"),
    ("r3k2r/8/8/2r5/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", "c1 is attacked"),
    ("rr2k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "O-O-O", "a piece is between king and rook"),
    ("r3k2r/8/8/8/8/5N2/8/R3K2R b KQ - 0 1", "0-0", "the right to castle is lost"),
    ("4k3/8/8/8/8/5N2/8/4K1N1 w - - 0 1", "knight takes d two", "there is nothing to take on d2"),
    ("4r1k1/8/8/8/4R2b/8/8/4K3 w - - 0 1", "Rxh4", "the king would be in check"),
    ("4k3/8/8/8/8/1P6/4P3/4KB2 w - - 0 1", "bxc4", "there is nothing to take on c4"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O-O", "the right to castle on that side is lost"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "e5d6ep", "you have no piece on e5"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Qh4d8", "you have no piece on h4"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "qh4-d8", "you have no piece on h4"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "NF3", "no knight can go there"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Qd1xd3", "there is nothing to take on d3"),
    ("4k3/8/8/3pP1N1/8/8/8/4K3 w - d6 0 1", "Nxe6", "there is nothing to take on e6"),
    ("4k3/8/8/1N1pP3/8/8/8/4K3 w - d6 0 1", "Nxd6", "there is nothing to take on d6"),
  ])
  func theReasonIsTheTrueOne(fen: String, line: String, reason: String) throws {
    var dialogue = try dialogue(try Position(fen: fen))
    let message = dialogue.read(line).first?.refusal?.message.description
    #expect(message == "That is not legal here: \(line) (\(reason)).")
  }

  /// The mark after a typed move is not quoted before a reason.
  @Test(arguments: ["Nd5.", "Nd5,", "Nd5;"]) func aMarkAfterTheMoveIsLeftOut(line: String) throws {
    var dialogue = try dialogue()
    let refusal = dialogue.read(line).first?.refusal
    #expect(refusal?.message == "That is not legal here: Nd5 (no knight can go there).")
  }

  /// What other programs and people write for legal moves.
  @Test(
    arguments: [
      ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", "O-O"),
      ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O.", "O-O"),
      ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "  nf3;  ", "Nf3"),
      ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "exf6 e.p.", "exf6"),
      ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "exf6 ep", "exf6"),
      ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "3… e5f6", "exf6"),
      ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e5\u{2013}f6", "exf6"),
    ])
  func movesAreReadAsPeopleWriteThem(fen: String, line: String, san: String) throws {
    var dialogue = try dialogue(try Position(fen: fen))
    #expect(dialogue.read(line).first?.move?.san == san)
  }

  @Test func aPromotionWithoutThePieceIsAskedAbout() throws {
    for line in ["exd8", "e7d8", "e8"] {
      var dialogue = try dialogue(try Position(fen: "3rk3/4P3/8/8/8/8/8/R3K2R w KQ - 0 1"))
      _ = dialogue.read(line)
      #expect(dialogue.question?.sans.count == (line == "e8" ? nil : 4), "\(line)")
    }
  }

  /// Also if no legal move is left, and a command is the second reading.
  @Test func aMoveAfterTheEndIsToldThatTheGameIsOver() throws {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
      var dialogue = try dialogue(try Position(fen: fen))
      let heard = heard("knight f three", 0.9) + heard("repeat", 0.05)
      #expect(dialogue.hear(heard).first?.refusal?.reason == .gameOver)
    }
  }

  @Test func marksOfPhonesAreRead() throws {
    var dialogue = try dialogue(.start)
    #expect(dialogue.read("what\u{2019}s on e two").first?.refusal == nil)
  }

  @Test func whatDoesNotAnswerAQuestionIsToldSo() throws {
    var dialogue = try dialogue(.start)
    _ = dialogue.read("e4")
    _ = dialogue.read("resign")
    #expect(dialogue.read("resign").first?.refusal?.message == "That does not answer the question.")
  }

  @Test func anyMoveIsTheOpponentsTurnWhileItThinks() throws {
    for line in ["d4", "a6", "d four", "queen h eight"] {
      var dialogue = try dialogue(
        opponent: Opponent(side: .white, strength: .level(1), name: "toy"))
      #expect(dialogue.read(line).first?.refusal?.reason == .notYourTurn, "\(line)")
    }
  }

  private func heard(_ text: String, _ confidence: Double = 0.9) -> [HeardPhrase] {
    [HeardPhrase(text.split(separator: " ").map(String.init), confidence: confidence)]
  }

  @Test func aLegalMoveNeedNotAnswerTheQuestion() throws {
    for opening in ["nd2", "resign", "new game"] {
      var dialogue = try dialogue(
        Position(fen: "rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 1"))
      _ = dialogue.read("a3")
      _ = dialogue.read("a6")
      _ = dialogue.read(opening)
      try #require(dialogue.question != nil)
      #expect(dialogue.hear(heard("knight e five")).first?.move?.san == "Ne5", "\(opening)")
      #expect(dialogue.question == nil)
    }
  }

  @Test func belowTheFloorNothingIsNamed() throws {
    var dialogue = try dialogue()
    for confidence in [0, 0.1] {
      for text in ["foxtrot one to d eight", "e four", "resign"] {
        let refusal = dialogue.hear(heard(text, confidence)).first?.refusal
        #expect(refusal?.reason == .notUnderstood && refusal?.text == "" && refusal?.move == nil)
      }
    }
    #expect(dialogue.hear(heard("f one to d eight", 0.5)).first?.refusal?.reason == .notLegal)
  }

  @Test func castlingIsOfferedInItsWords() throws {
    var dialogue = try dialogue(Position(fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
    _ = dialogue.read("castle")
    #expect(dialogue.question?.choices == ["castle kingside", "castle queenside"])
  }

  @Test func afterTheEndANewGameBeginsAtOnce() throws {
    var dialogue = try dialogue()
    for line in ["f3", "e5", "g4", "Qh4#"] { _ = dialogue.read(line) }
    try #require(dialogue.game.outcome != nil)
    _ = dialogue.read("new game")
    #expect(dialogue.question == nil && dialogue.game == Game())
  }
}
