import Chess
import DialogueTestSupport
import Testing

@testable import Dialogue

/// The reasons for refused moves and answers.
@Suite struct RefusalTests {
  @Test func notationAndWordsGetTheSameReason() throws {
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
  @Test func theReasonDoesNotDenyAnotherPiecesMove() throws {
    for (line, move) in [
      ("knight g d two", "knight g d two"), ("Ngd2", "Ngd2"), ("Ngd2.", "Ngd2"),
    ] {
      var dialogue = try dialogue("4k3/8/8/8/8/5N2/8/4K1N1 w - - 0 1")
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
  func theReasonIsTrue(fen: String, line: String, reason: String) throws {
    var dialogue = try dialogue(fen)
    let message = dialogue.read(line).first?.refusal?.message.description
    #expect(message == "That is not legal here: \(line) (\(reason)).")
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
    #expect(dialogue.game.moves.isEmpty)
    var other = try DialogueTests.dialogue()
    let message = other.read("can I castle").first?.refusal?.message
    #expect(message == "That is not legal here: castle (a piece is between king and rook).")
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
    #expect(dialogue.read("resign").first?.refusal?.message == "That does not answer the question.")
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
}
