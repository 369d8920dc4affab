import Chess
import DialogueTestSupport
import Testing

@testable import Dialogue

/// The reasons for refused moves and answers.
@Suite struct RefusalTests {
  @Test func notationAndWordsGetTheSameReason() throws {
    for (typed, said) in [
      ("Qh5", "queen h five"), ("Nf6", "knight f six"), ("g1g3", "knight g one g three"),
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
  @Test func theReasonDoesNotDenyAnotherPiecesMove() throws {
    for (line, move) in [
      ("knight g d two", "knight g d two"), ("Ngd2", "Ngd2"), ("Ngd2.", "Ngd2"),
    ] {
      var dialogue = try dialogue("4k3/8/8/8/8/5N2/8/4K1N1 w - - 0 1")
      let message = dialogue.read(line).first?.refusal?.message.description
      #expect(
        message == "That is not legal here: \(move) (the knight on g1 cannot go there).")
    }
  }

  @Test(arguments: [
    (
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g8f6",
      "the piece on g8 is Black's"
    ),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e3e4", "there is no piece on e3"),
    (
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "exd3",
      "there is nothing to take on d3"
    ),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1q", "only a pawn promotes"),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4=Q", "a pawn promotes only on the last rank"),
    (
      "8/2krp3/p3R2b/2pp3p/8/2P5/1R1K3N/1NB5 w - - 6 46", "cxd4",
      "there is nothing to take on d4"
    ),
    (
      "rn1N1k2/p7/8/1p3pp1/1b4n1/1K2P1r1/P6P/5B1R w - - 0 46", "e3d4",
      "there is nothing to take on d4"
    ),
    (
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "exd3 e.p.",
      "there is nothing to take on d3"
    ),
    (
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "castle",
      "a piece is between king and rook"
    ),
    (
      "r3k2r/8/8/8/8/8/8/RN2K2R w Qkq - 0 1", "castle",
      "kingside: the right to castle on that side is lost; queenside: a piece is between king and rook"
    ),
    ("4k3/8/8/8/8/8/8/R1n1K3 w Q - 0 1", "king takes c one", "the king cannot go there"),
    ("4k3/8/8/8/8/8/8/R1B1K3 w Q - 0 1", "Kxc1", "the king cannot go there"),
    ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "exd6", "the king would be in check"),
    ("6bk/8/8/3pP3/8/8/K7/8 w - d6 0 1", "e takes d six", "the king would be in check"),
    (
      "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "exd6",
      "en passant is possible only right after the pawn's double step"
    ),
    ("r3k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 0 1", "O-O", "f1 is attacked"),
    ("r3k2r/8/8/2r5/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", "c1 is attacked"),
    ("rr2k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "O-O-O", "a piece is between king and rook"),
    ("r3k2r/8/8/8/8/5N2/8/R3K2R b KQ - 0 1", "0-0", "the right to castle is lost"),
    ("4k3/8/8/8/8/5N2/8/4K1N1 w - - 0 1", "knight takes d two", "there is nothing to take on d2"),
    ("4r1k1/8/8/8/4R2b/8/8/4K3 w - - 0 1", "Rxh4", "the king would be in check"),
    ("4k3/8/8/8/8/1P6/4P3/4KB2 w - - 0 1", "bxc4", "there is nothing to take on c4"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O-O", "the right to castle on that side is lost"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "e5d6ep", "there is no piece on e5"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Qh4d8", "there is no piece on h4"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "qh4-d8", "there is no piece on h4"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "NF3", "no knight can go there"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "king a eight", "the king cannot go there"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "king e seven", "only Black can play that"),
    ("4k3/8/8/8/8/8/8/3QK3 b - - 0 1", "Qd7", "only White can play that"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Qd1xd3", "there is nothing to take on d3"),
    ("4k3/8/8/3pP1N1/8/8/8/4K3 w - d6 0 1", "Nxe6", "there is nothing to take on e6"),
    ("4k3/8/8/1N1pP3/8/8/8/4K3 w - d6 0 1", "Nxd6", "there is nothing to take on d6"),
  ])
  func theReasonIsTrue(fen: String, line: String, reason: String) throws {
    var dialogue = try dialogue(fen)
    let message = dialogue.read(line).first?.refusal?.message.description
    #expect(message == "That is not legal here: \(line) (\(reason)).")
  }

  /// The position after 1. e4 e5 2. Nf3 Nc6 3. d4, for White; and one with everything developed.
  private static let opened = "r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 1 3"
  private static let developed =
    "r3k2r/ppp2ppp/2n1b3/3qp3/1b1P4/2N1PN2/PPPB1PPP/R2QKB1R w KQkq - 0 9"

  /// A blind player needs to know what is where.
  @Test(arguments: [
    (opened, "queen h five", "the knight on f3 is in the way"),
    (opened, "Rh3", "the pawn on h2 is in the way"),
    (opened, "e4e5", "the pawn on e5 is in the way"),
    (opened, "pawn on e four takes e five", "a pawn takes diagonally"),
    (opened, "d7d5", "the piece on d7 is Black's"), (opened, "Qe4e5", "the piece on e4 is a pawn"),
    (developed, "c4", "the knight on c3 is in the way"),
    (developed, "c3", "your own piece is on c3"),
    // Nearer than the knight that is in the rook's way.
    ("4k3/8/8/8/8/8/8/RN2KB2 w - - 0 1", "rook f1", "your own piece is on f1"),
    (developed, "knight c three to e five", "the knight on c3 cannot go there"),
    (developed, "Qa1b1", "the piece on a1 is a rook"),
    (developed, "knight takes bishop", "nothing can be taken that way"),
    (developed, "e3e5", "a pawn goes two squares only on its first move"),
    ("4k3/8/8/8/4N3/4P3/2P5/4K3 w - - 0 1", "e four", "your own piece is on e4"),
    ("8/8/8/4k3/4p3/4K3/8/8 w - - 0 1", "king takes pawn", "the king would be in check"),
    ("4k3/8/8/8/7b/8/8/r3K3 w - - 0 1", "king f two", "the king would be in check"),
    ("4k3/8/8/8/7b/8/8/r3K3 w - - 0 1", "king e three", "the king cannot go there"),
    ("r3k2r/8/8/8/8/6n1/8/R3K2R w KQkq - 0 1", "king g one", "f1 is attacked"),
    ("r3k2r/8/8/8/8/6n1/8/R3K2R w kq - 0 1", "e1c1", "the right to castle is lost"),
    ("4k3/8/8/3b4/4P3/8/8/4K3 w - - 0 1", "pawn takes rook", "nothing can be taken that way"),
    ("4k3/8/8/3b4/4P3/8/8/4K3 w - - 0 1", "exf", "nothing can be taken that way"),
    ("4k3/8/8/3b4/4P3/8/8/4K3 w - - 0 1", "e takes f", "nothing can be taken that way"),
    ("4r1k1/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "exd", "the king would be in check"),
    (
      "4k3/8/8/3b4/4P3/8/8/4K3 w - - 0 1", "pawn takes rook on d five",
      "the piece on d5 is a bishop"
    ),
  ])
  func theReasonNamesTheObstacle(fen: String, line: String, reason: String) throws {
    var dialogue = try dialogue(fen)
    let message = dialogue.read(line).first?.refusal?.message.description
    #expect(message?.hasSuffix("(\(reason)).") == true, "\(message ?? "legal")")
  }

  @Test func aMissedEnPassantIsExplained() throws {
    var late = try dialogue("4k3/3p4/7p/4P3/8/8/7P/4K3 b - - 0 1")
    for move in ["d5", "h3", "h5"] { _ = late.read(move) }
    var pinned = try dialogue("8/3p4/8/K3P2r/8/8/8/7k b - - 0 1")
    _ = pinned.read("d5")
    #expect(
      late.read("exd6").first?.refusal?.message
        == """
        That is not legal here: exd6 (en passant is possible only right after the pawn's double \
        step).
        """)
    for line in ["exd6", "en passant", "exd", "take en passant", "pawn takes pawn"] {
      let message = pinned.read(line).first?.refusal?.message.description
      #expect(
        message?.hasSuffix("(the king would be in check).") == true,
        "\(line): \(message ?? "legal")")
    }
  }

  /// A line that is sent twice must not capture the pawn that it has moved.
  @Test(arguments: ["d5", "pawn to d5"])
  func aPawnsMoveInNotationIsNoCapture(line: String) throws {
    var dialogue = try dialogue()
    for move in ["e4", line] { _ = dialogue.read(move) }
    #expect(
      dialogue.read("d5").first?.refusal?.message
        == "That is not legal here: d5 (to take there, type exd5).")
    #expect(dialogue.game.sans == ["e4", "d5"])
  }

  /// The mark after a typed move is not quoted before a reason.
  @Test(arguments: ["Nd5.", "Nd5,", "Nd5;", "Nd5!", "Nd5?!"])
  func marksAfterTheMoveAreNotQuoted(line: String) throws {
    var dialogue = try dialogue()
    let refusal = dialogue.read(line).first?.refusal
    #expect(refusal?.message == "That is not legal here: Nd5 (no knight can go there).")
  }

  @Test func whetherCastlingIsPossibleIsAnswered() throws {
    var dialogue = try dialogue("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    #expect(dialogue.read("Can I castle?").first?.command?.lines == ["O-O", "O-O-O"])
    #expect(dialogue.read("can I castle queenside").first?.lines == ["Yes: O-O-O"])
    // Also by voice; a remark does nothing.
    #expect(dialogue.hear([heard("can i castle queenside")]).first?.lines == ["Yes: O-O-O"])
    let moves = [heard("don't castle queenside", 0.7), heard("no castle queenside", 0.2)]
    #expect(dialogue.hear(moves).first?.refusal?.reason == .notUnderstood)
    #expect(dialogue.game.moves.isEmpty)
    #expect(dialogue.game.moves.isEmpty)
    var other = try DialogueTests.dialogue()
    for question in ["can I castle", "Can I castle queenside?"] {
      let answer = other.read(question).first
      #expect(answer?.lines == ["No: a piece is between king and rook."], "\(question)")
    }
    // Nor does the question play a move in the opponent's turn.
    let opponent = Opponent(side: .white, strength: .level(1), name: "toy")
    var waiting = try DialogueTests.dialogue(
      "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", opponent: opponent)
    #expect(waiting.read("can I castle").first?.refusal?.reason == .notYourTurn)
  }

  /// Also if no legal move is left, and a command is the second reading.
  @Test func aMoveAfterTheEndIsRefusedBecauseTheGameIsOver() throws {
    for fen in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"] {
      var dialogue = try dialogue(fen)
      let heard = [heard("knight f three"), heard("repeat", 0.05)]
      #expect(dialogue.hear(heard).first?.refusal?.reason == .gameOver)
    }
  }

  @Test func otherLinesDoNotAnswerTheQuestion() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    _ = dialogue.read("resign")
    #expect(dialogue.read("hello").first?.refusal?.message == "That does not answer the question.")
  }

  @Test func whileTheOpponentThinksMovesAreRefused() throws {
    for line in ["d4", "a6", "d four", "queen h eight"] {
      var dialogue = try dialogue(
        opponent: Opponent(side: .white, strength: .level(1), name: "toy"))
      #expect(dialogue.read(line).first?.refusal?.reason == .notYourTurn, "\(line)")
    }
  }

  @Test func anotherLegalMoveIsPlayedInAQuestion() throws {
    for opening in ["nd2", "resign", "new game"] {
      var dialogue = try dialogue(
        "rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 1")
      _ = dialogue.read("a3")
      _ = dialogue.read("a6")
      _ = dialogue.read(opening)
      try #require(dialogue.question != nil)
      #expect(dialogue.hear([heard("knight e five")]).first?.move?.san == "Ne5", "\(opening)")
      #expect(dialogue.question == nil)
    }
  }

  @Test func belowTheLowestConfidenceNothingIsNamed() throws {
    var dialogue = try dialogue()
    for confidence in [0, 0.1] {
      for text in ["foxtrot one to d eight", "e four", "resign"] {
        let refusal = dialogue.hear([heard(text, confidence)]).first?.refusal
        #expect(refusal?.reason == .notUnderstood && refusal?.text == "" && refusal?.move == nil)
      }
    }
    #expect(dialogue.hear([heard("f one to d eight", 0.5)]).first?.refusal?.reason == .notLegal)
  }

  @Test func aSpokenQuestionsAnswerHasItsConfidence() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    for text in ["what can i take", "what did white play"] {
      let report = dialogue.hear([heard(text, 0.7)]).first?.command
      #expect(report?.confidence == 0.7, "\(text)")
    }
  }

  @Test(arguments: [(0.9, Refusal.Reason.notLegal), (0.4, .notLegal), (0.25, .notUnderstood)])
  func anIllegalMoveIsNamedOnlyIfItIsLikely(confidence: Double, reason: Refusal.Reason) throws {
    var dialogue = try dialogue()
    #expect(refused(dialogue.hear([heard("knight e five", confidence)]))?.reason == reason)
  }

  /// Not with everything that came before.
  @Test(arguments: [("en_US", "why"), ("de_DE", "warum nicht"), ("fr_FR", "pourquoi")])
  func whyRepeatsTheReasonAlone(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    for line in ["e4", "Qh3"] { _ = dialogue.read(line) }
    let responses = dialogue.read(line)
    #expect(responses.count == 2 && responses.first?.command?.command == .repeatLast)
    #expect(responses.last?.refusal?.reason == .notLegal)
  }
}
