import Chess
import ChessLanguage
import DialogueTestSupport
import LanguageModel
import Testing

@testable import Dialogue

/// Spoken commands.
@Suite struct SpokenCommandTests {
  /// If there are few moves, all are examples, however often one asks.
  @Test(arguments: ["7k/8/5KQ1/8/8/8/8/8 b - - 0 1", "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1"])
  func withFewMovesHelpShowsThemAll(fen: String) throws {
    // Both are stalemate.
    var dialogue = try dialogue(fen)
    for _ in 0..<3 {
      let help = try #require(dialogue.read("help").first?.command)
      #expect(help.lines.first == "take back" && help.lines.last == "what can I say")
    }
    var single = try DialogueTests.dialogue("7k/8/8/6K1/8/8/8/6R1 b - - 0 1")
    let moves = single.game.position.legalMoves
    for _ in 0..<3 {
      let help = try #require(single.read("help").first?.command)
      #expect(help.lines.firstIndex(of: "take back") == moves.count)
    }
  }

  @Test func takingBackUndoesAMove() throws {
    var dialogue = try dialogue()
    #expect(refused(dialogue.hear([heard("take back")]))?.reason == .nothingToUndo)
    _ = dialogue.hear([heard("e four")])
    let responses = dialogue.hear([heard("undo")])
    let report = try #require(responses.first?.command)
    #expect(report.command == .undo)
    #expect(report.lines == ["1. e4"])
    let game = try #require(responses.last?.game)
    #expect(game.moves.isEmpty)
    #expect(dialogue.game == Game())
  }

  @Test func resigningNeedsConfirmationAndCanBeUndone() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("e four")])
    guard case .ask(let question) = try #require(dialogue.hear([heard("resign")]).first) else {
      Issue.record("not asked")
      return
    }
    #expect(question.subject == .confirmation(.resign))
    #expect(question.prompt == "black resigns?")
    #expect(dialogue.listening == .confirmation(.resign, dialogue.game.position))
    let responses = dialogue.hear([heard("yes")])
    let game = try #require(responses.last?.game)
    #expect(game.outcome == .resignation(winner: .white))
    #expect(refused(dialogue.hear([heard("e five")]))?.reason == .gameOver)
    #expect(refused(dialogue.hear([heard("draw")]))?.reason == .gameOver)
    _ = dialogue.hear([heard("undo")])
    #expect(dialogue.game.outcome == nil)
    #expect(dialogue.game.moves.count == 1)
  }

  @Test func aNewGameNeedsConfirmation() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("e four")])
    _ = dialogue.hear([heard("new game")])
    #expect(refused(dialogue.hear([heard("no")]))?.reason == .declined)
    #expect(dialogue.game.moves.count == 1)
    _ = dialogue.hear([heard("new game")])
    let number = dialogue.gameNumber
    let responses = dialogue.hear([heard("yes")])
    #expect(dialogue.game == Game())
    #expect(dialogue.gameNumber == number + 1)
    let report = try #require(responses.first?.command)
    #expect(report.command == .newGame)
  }

  @Test func aNewGameBeginsAtOnceIfNothingIsLost() throws {
    var dialogue = try dialogue()
    let responses = dialogue.hear([heard("new game")])
    #expect(responses.count == 2 && dialogue.question == nil)
    let game = try #require(responses.last?.game)
    #expect(game.moves.isEmpty)
    // It is still the first game: there is nothing to save.
    #expect(dialogue.gameNumber == 0)
  }

  @Test func aClaimableDrawNeedsNoConfirmation() throws {
    var dialogue = try dialogue()
    for _ in 1...2 {
      for move in ["knight f three", "knight f six", "knight g one", "knight g eight"] {
        _ = dialogue.hear([heard(move)])
      }
    }
    guard case .game(let game) = try #require(dialogue.hear([heard("draw")]).last) else {
      Issue.record("not drawn")
      return
    }
    #expect(game.outcome == .draw(.threefoldRepetition))
  }

  @Test func aDrawByAgreementNeedsConfirmation() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("draw")])
    #expect(dialogue.listening == .confirmation(.draw, dialogue.game.position))
    _ = dialogue.hear([heard("yes")])
    #expect(dialogue.game.outcome == .draw(.agreement))
  }

  @Test func showRepeatAndHelpWork() throws {
    var dialogue = try dialogue()
    #expect(refused(dialogue.hear([heard("repeat")]))?.reason == .nothingToRepeat)
    let move = dialogue.hear([heard("e four")])
    let again = dialogue.hear([heard("repeat")])
    #expect(Array(again.dropFirst()) == move)
    let board = try #require(dialogue.hear([heard("show the board")]).first?.command)
    #expect(board.lines.count == 9)
    #expect(board.lines[4] == "4  . . . .(P). . .")
    guard case .command(let help) = try #require(dialogue.hear([heard("what can i say")]).first)
    else {
      Issue.record("no help")
      return
    }
    #expect(help.lines.contains("take back"))
    // Every line of the help is a possible phrase.
    let bound = try UnpronouncedLanguage.shared.get().bound(to: dialogue.listening)
    for line in help.lines.map(\.description) {
      #expect(bound.interpret(SpokenText.words(in: line)).isPossible)
    }
  }
}
