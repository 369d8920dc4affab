import Chess
import ChessLanguage
import DialogueTestSupport
import TestSupport
import Testing

@testable import Dialogue

/// Questions of players who do not look at the board.
@Suite struct BoardQuestionTests {
  private static let ranks = ["one", "two", "three", "four", "five", "six", "seven", "eight"]

  private func answer(_ line: String, _ dialogue: inout ChessDialogue) -> String {
    dialogue.read(line).map { $0.lines.map(\.description).joined(separator: " ") }
      .joined(separator: " ")
  }

  @Test(arguments: [
    ("what is on e four", "e4: white pawn."), ("what's on e5", "e5: black pawn."),
    ("what is on d four", "d4 is empty."), ("where is my queen", "Queen: d1."),
    ("where are the knights", "White: b1, f3. Black: b8, g8."),
    ("rank six", "Rank 6: d6 black pawn."), ("rank three", "Rank 3: f3 white knight."),
    ("e file", "File e: e1 white king, e4 white pawn, e5 black pawn, e8 black king."),
    (
      "the diagonal a one h eight",
      "Diagonal a1 to h8: a1 white rook, b2 white pawn, e5 black pawn, g7 black pawn, h8 black rook."
    ),
    (
      "diagonal h one to f three",
      "Diagonal h1 to f3: h1 white rook, g2 white pawn, f3 white knight."
    ),
    ("the diagonal a one h seven", "a1 and h7 are not on the same diagonal."),
    (
      "pawns",
      "White: a2, b2, c2, d2, f2, g2, h2, e4. Black: e5, d6, a7, b7, c7, f7, g7, h7."
    ),
    ("my pawns", "Pawns: a2, b2, c2, d2, f2, g2, h2, e4."), ("my queen", "Queen: d1."),
    ("what attacks e five", "e5 is attacked: knight f3. e5 is defended: pawn d6."),
    ("what attacks d four", "d4: White: knight f3. Black: pawn e5."),
    ("what attacks a four", "Nothing attacks a4."), ("is e four defended", "e4 is not defended."),
    ("is f three defended", "f3 is defended: queen d1, pawn g2."),
    ("last two moves", "2. Nf3, d6."), ("last one moves", "2... d6."),
    ("whose move", "White to move, move 3."), ("rank five", "Rank 5: e5 black pawn."),
    ("rank four", "Rank 4: e4 white pawn."), ("where are my knights", "Knights: b1, f3."),
    ("where is the white queen", "Queen: d1."), ("where is your queen", "Queen: d8."),
    ("where's my queen?", "Queen: d1."), ("is e4 attacked", "Nothing attacks e4."),
    ("is e5 attacked", "e5 is attacked: knight f3. e5 is defended: pawn d6."),
    ("is my queen attacked", "Nothing attacks d1."), ("is my queen safe", "Nothing attacks d1."),
    ("who's attacking e5", "e5 is attacked: knight f3. e5 is defended: pawn d6."),
    ("what protects e5", "e5 is defended: pawn d6."),
    ("is the e5 pawn protected", "e5 is defended: pawn d6."),
    ("what is attacked", "No white piece is attacked."),
    ("am I in danger", "No white piece is attacked."),
    ("what is the threat", "No white piece is attacked."),
    ("which of black's pieces are attacked", "e5 is attacked: knight f3. e5 is defended: pawn d6."),
    ("are any of your pieces hanging", "No black piece is attacked and undefended."),
    ("what defends e5", "e5 is defended: pawn d6."),
    ("what defends my knights", "b1 is defended: rook a1. f3 is defended: queen d1, pawn g2."),
    ("fourth rank", "Rank 4: e4 white pawn."),
    ("what is on the fourth rank", "Rank 4: e4 white pawn."),
    (
      "what is on the e file", "File e: e1 white king, e4 white pawn, e5 black pawn, e8 black king."
    ),
    (
      "white's pieces",
      "king e1, queen d1, rook a1, rook h1, bishop c1, bishop f1, knight b1, knight f3, pawn a2, pawn b2, pawn c2, pawn d2, pawn f2, pawn g2, pawn h2, pawn e4."
    ),
    ("your pawns", "Pawns: e5, d6, a7, b7, c7, f7, g7, h7."),
    ("material", "White: 39 points. Black: 39 points."),
    ("castling", "White: kingside, queenside. Black: kingside, queenside."),
    ("can black castle", "White: kingside, queenside. Black: kingside, queenside."),
    ("is d3 legal?", "Yes: d3"), ("is it legal to play d3", "Yes: d3"),
    ("is Nh4 legal", "Yes: Nh4"), ("can I give check", "Bb5+"), ("can I take anything", "Nxe5"),
    ("can I claim a draw?", "No draw can be claimed."), ("am I white?", "Two people play."),
    ("how many pawns do I have", "8. Pawns: a2, b2, c2, d2, f2, g2, h2, e4."),
    ("how many knights does black have", "2. Knights: b8, g8."),
    ("how many moves have we played", "White to move, move 3."),
  ])
  func questionsGetShortAnswers(line: String, expected: String) throws {
    var dialogue = try dialogue()
    for move in ["e4", "e5", "Nf3", "d6"] { _ = dialogue.read(move) }
    let given = answer(line, &dialogue)
    #expect(given == expected, "\(line)")
    // The game is unchanged, also during a question.
    #expect(dialogue.game.moves.count == 4)
    _ = dialogue.read("resign")
    #expect(dialogue.question != nil)
    #expect(answer(line, &dialogue).hasPrefix(given))
    #expect(dialogue.question != nil)
  }

  /// A wrong answer does no harm, but it asks again for a move that was nearly as likely.
  @Test func aQuestionNeedsLessConfidenceThanAMove() throws {
    for (confidence, move, isAnswered) in [
      (0.4, 0.1, true), (0.3, 0.1, false), (0.4, 0.25, false),
    ] {
      var dialogue = try dialogue()
      let phrases = [heard("b file", confidence), heard("b four", move)]
      #expect((dialogue.hear(phrases).first?.command != nil) == isAnswered, "\(confidence)")
      #expect(dialogue.game.moves.isEmpty)
    }
  }

  @Test func againstTheEngineMyPiecesAreThePlayers() throws {
    var dialogue = ChessDialogue(
      language: try UnpronouncedLanguage.shared.get(),
      opponent: Opponent(side: .white, strength: .level(1), name: "toy"))
    #expect(answer("where is my queen", &dialogue) == "Queen: d8.")
    #expect(answer("my pieces", &dialogue).hasPrefix("king e8, queen d8, rook a8, rook h8,"))
    #expect(answer("last five moves", &dialogue) == "No move has been played yet.")
    #expect(answer("what color am I?", &dialogue) == "You play black. Level 1.")
    #expect(answer("who is white", &dialogue) == "White: toy. Black: Player.")
    let begun = "A new game. You play white. Level 1. White to move."
    #expect(answer("I play white", &dialogue) == begun)
  }

  @Test func aClaimableDrawIsTold() throws {
    var dialogue = try dialogue()
    for move in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] { _ = dialogue.read(move) }
    #expect(answer("is it a draw", &dialogue) == "A draw can be claimed.")
    _ = dialogue.read("draw")
    #expect(answer("is it a draw", &dialogue) == "Game over: draw by threefold repetition.")
  }

  @Test func aSideCanResignByItsName() throws {
    for (side, winner) in [("White", Color.black), ("Black", .white)] {
      var dialogue = try dialogue()
      #expect(answer("\(side) resigns", &dialogue).hasPrefix("\(side) resigns?"))
      _ = dialogue.read("yes")
      #expect(dialogue.game.outcome == .resignation(winner: winner))
    }
    var dialogue = ChessDialogue(
      language: try UnpronouncedLanguage.shared.get(),
      opponent: Opponent(side: .black, strength: .level(1), name: "toy"))
    #expect(answer("black resigns", &dialogue).hasPrefix("That has no meaning"))
    #expect(answer("white resigns", &dialogue).hasPrefix("White resigns?"))
  }

  /// Whether a piece attacks a square: by its steps, square by square.
  private func attacks(_ from: Square, _ to: Square, _ position: Position) -> Bool {
    guard let piece = position.piece(at: from), from != to else { return false }
    let (files, ranks) = (to.file - from.file, to.rank - from.rank)
    let isStraight = files == 0 || ranks == 0
    let isDiagonal = abs(files) == abs(ranks)
    let isOpen = (1..<max(1, abs(files), abs(ranks))).allSatisfy { step in
      Square(file: from.file + step * files.signum(), rank: from.rank + step * ranks.signum())
        .map { position.piece(at: $0) == nil } ?? false
    }
    switch piece.kind {
    case .pawn: return abs(files) == 1 && ranks == (piece.color == .white ? 1 : -1)
    case .knight: return abs(files * ranks) == 2
    case .king: return max(abs(files), abs(ranks)) == 1
    case .bishop: return isDiagonal && isOpen
    case .rook: return isStraight && isOpen
    case .queen: return (isDiagonal || isStraight) && isOpen
    }
  }

  /// The squares named in an answer, after "White:" or "Black:" if `side` is given.
  private func squares(in text: String, of side: String? = nil) -> Set<String> {
    var part = text[...]
    if let side {
      guard let start = text.firstRange(of: side + ":") else { return [] }
      part = text[start.upperBound...].prefix { $0 != "." }
    }
    let words = part.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return Set(words.filter { Square($0) != nil })
  }

  @Test(.tags(.slow), .skippable(.slow)) func answersAreRightInManyPositions() throws {
    var random = SeededGenerator(state: 4)
    var positions = 0
    while positions < 300 {
      var game = Game()
      while game.outcome == nil, game.moves.count < 100 {
        let position = game.position
        positions += 1
        var dialogue = ChessDialogue(
          language: try UnpronouncedLanguage.shared.get(), game: game)
        let square = try #require(Square.all.randomElement(using: &random))
        let (file, rank) = (square.name.prefix(1), Self.ranks[square.rank])
        func pieces(_ isMeant: (Square, Piece) -> Bool) -> Set<String> {
          Set(
            Square.all.filter { square in
              position.piece(at: square).map { isMeant(square, $0) } ?? false
            }.map(\.name))
        }
        let place: Comment = "\(square) in \(position.fen)"
        let there = answer("what is on \(file) \(rank)", &dialogue)
        if let piece = position.piece(at: square) {
          #expect(there == "\(square): \(piece.color) \(piece.kind).", place)
        } else {
          #expect(there == "\(square) is empty.", place)
        }
        let attackers = answer("what attacks \(file) \(rank)", &dialogue)
        for (side, color) in [("White", Color.white), ("Black", .black)] {
          let expected = pieces { $1.color == color && attacks($0, square, position) }
          // On an occupied square, the pieces of its own side defend it.
          let part =
            position.piece(at: square).map {
              $0.color == color ? "\(square) is defended" : "\(square) is attacked"
            } ?? side
          if attackers.hasPrefix("Nothing"), part.hasSuffix("defended") { continue }
          let told = attackers.hasPrefix("Nothing") ? [] : squares(in: attackers, of: part)
          #expect(told == expected, place)
        }
        let owner = position.piece(at: square)?.color ?? position.sideToMove
        let defenders = pieces { $1.color == owner && attacks($0, square, position) }
        let defended = answer("is \(file) \(rank) defended", &dialogue)
        #expect(defended.contains("not defended") == defenders.isEmpty, place)
        let named = squares(in: String(defended.drop { $0 != ":" }))
        #expect(named == defenders, place)
        let row = answer("rank \(rank)", &dialogue)
        #expect(squares(in: row) == pieces { other, _ in other.rank == square.rank }, place)
        let column = answer("\(file) file", &dialogue)
        #expect(squares(in: column) == pieces { other, _ in other.file == square.file }, place)
        let end = try #require(Square.all.randomElement(using: &random))
        let diagonal = answer(
          "the diagonal \(file) \(rank) \(end.name.prefix(1)) \(Self.ranks[end.rank])", &dialogue)
        let isDiagonal =
          square != end && abs(square.file - end.file) == abs(square.rank - end.rank)
        #expect(diagonal.contains("not on the same diagonal") != isDiagonal, place)
        let between = pieces { other, _ in
          isDiagonal && abs(other.file - square.file) == abs(other.rank - square.rank)
            && abs(other.file - end.file) == abs(other.rank - end.rank)
            && min(square.file, end.file)...max(square.file, end.file) ~= other.file
            && min(square.rank, end.rank)...max(square.rank, end.rank) ~= other.rank
        }
        if isDiagonal {
          #expect(squares(in: String(diagonal.drop { $0 != ":" })) == between, place)
        }
        let kind = try #require(PieceKind.allCases.randomElement(using: &random))
        let own = answer("where are my \(kind.name)s", &dialogue)
        let mine = pieces { $1 == Piece(position.sideToMove, kind) }
        #expect(squares(in: own) == mine, place)
        let all = answer("where are the \(kind.name)s", &dialogue)
        #expect(squares(in: all) == pieces { $1.kind == kind }, place)
        #expect(squares(in: answer("pawns", &dialogue)) == pieces { $1.kind == .pawn }, place)
        let everything = answer("my pieces", &dialogue)
        #expect(squares(in: everything) == pieces { $1.color == position.sideToMove }, place)
        let rights = answer("castling", &dialogue)
        #expect(
          rights.split { !$0.isLetter }.count { $0.hasSuffix("side") }
            == (position.fen.split(separator: " ")[2]).count { $0 != "-" }, place)
        try game.play(try #require(position.legalMoves.randomElement(using: &random)))
      }
    }
  }

  @Test(arguments: ["am I in danger", "any threats", "what is the threat"])
  func aThreatenedMateIsToldFirst(line: String) throws {
    var dialogue = try dialogue("4r1k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1")
    let lines = dialogue.read(line).first?.command?.lines.map { $0.text(in: .english) }
    #expect(lines == ["Mate is threatened: Re1#."])
  }

  @Test(arguments: [
    ("de_DE", "was kann mein springer machen"), ("de_DE", "wohin kann mein springer"),
    ("fr_FR", "que peut faire mon cavalier"), ("es_ES", "qué puede hacer mi caballo"),
    ("it_IT", "cosa può fare il mio cavallo"), ("nl_NL", "wat kan mijn paard doen"),
  ])
  func aPiecesMovesAreAskedForInEveryLanguage(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    #expect(dialogue.read(line).first?.command?.lines.count == 4)
  }

  @Test(arguments: [
    ("de_DE", "wie viele bauern habe ich"), ("fr_FR", "combien de pions ai-je"),
    ("es_ES", "cuántos peones tengo"), ("it_IT", "quanti pedoni ho"),
    ("nl_NL", "hoeveel pionnen heb ik"),
  ])
  func piecesAreCountedInEveryLanguage(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    #expect(dialogue.read(line).first?.command?.lines.first?.text(in: .english) == "8.")
  }
}
