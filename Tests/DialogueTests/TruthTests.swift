import Chess
import ChessLanguage
import DialogueTestSupport
import TestSupport
import Testing

@testable import Dialogue

/// What is told of a move that cannot be played is true.
@Suite struct TruthTests {
  private func dialogue(
    _ position: Position = .start, opponent: Opponent? = nil
  ) throws -> ChessDialogue {
    ChessDialogue(
      language: try UnpronouncedLanguage.shared.get(), game: Game(start: position),
      opponent: opponent)
  }

  /// Whether one of the mover's pieces of a kind attacks or may enter a square without exposing its
  /// king, found by trying each pair of squares.
  private func canGo(_ kind: PieceKind, to square: Square, in position: Position) -> Bool {
    Square.all.contains { from in
      guard let piece = position.piece(at: from), piece.kind == kind,
        piece.color == position.sideToMove
      else { return false }
      return ([nil] + PieceKind.allCases).contains { promotion in
        position.isLegal(Move(from: from, to: square, promotion: promotion))
      }
    }
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
        let kind = try #require(PieceKind.allCases.randomElement(using: &random))
        let square = try #require(Square.all.randomElement(using: &random))
        let said =
          [
            kind == .pawn ? square.name : "\(kind.letter)\(square.name)",
            "\(kind.name) \(square.name.prefix(1)) \(SpokenRank.all[square.rank])",
            "castle kingside", "castle queenside",
          ].randomElement(using: &random) ?? ""
        if let refusal = dialogue.read(said).first?.refusal,
          refusal.reason == Refusal.Reason.notLegal
        {
          let text = refusal.message.description
          if text.contains("the king is in check") {
            #expect(position.isCheck, "\(said) in \(position.fen)")
            counts["check", default: 0] += 1
          } else if text.contains("castling is not possible") {
            let castles = ["O-O", "O-O-O"].contains { (try? position.move(san: $0)) != nil }
            #expect(!castles, "\(said) in \(position.fen)")
            counts["castling", default: 0] += 1
          } else if text.contains("can go there") {
            #expect(text.contains("no \(kind.name) can"), "\(said): \(text)")
            #expect(!canGo(kind, to: square, in: position), "\(said) in \(position.fen)")
            counts["there", default: 0] += 1
          }
        }
        try game.play(try #require(position.legalMoves.randomElement(using: &random)))
      }
    }
    #expect(counts.values.allSatisfy { $0 >= 20 } && counts.count == 3, "\(counts)")
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

  /// "No knight can go there" would not be true: the other one can.
  @Test func aPieceThatCanGoThereIsNotDenied() throws {
    let position = try Position(fen: "4k3/8/8/8/8/5N2/8/4K1N1 w - - 0 1")
    for line in ["knight g d two", "Ngd2", "knight takes d two"] {
      var dialogue = try dialogue(position)
      let message = dialogue.read(line).first?.refusal?.message.description
      #expect(message == "That is not legal here: \(line).")
    }
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
      let refusal = dialogue.hear(heard("foxtrot one to d eight", confidence)).first?.refusal
      #expect(refusal?.reason == .notUnderstood && refusal?.text == "")
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
