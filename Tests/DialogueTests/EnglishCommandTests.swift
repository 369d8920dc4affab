import ChessLanguage
import Testing

@testable import Dialogue

/// English commands, which programs may send in every language.
@Suite struct EnglishCommandTests {
  @Test(
    arguments: [
      ("undo", .command(.undo)), ("Take  Back", .command(.undo)), ("new game", .command(.newGame)),
      ("new game as white", .command(.newGameAs(.white))),
      ("new game as black", .command(.newGameAs(.black))), ("RESIGN", .command(.resign)),
      ("draw", .command(.draw)), ("show the board", .command(.show)),
      ("repeat", .command(.repeatLast)), ("what can I say", .command(.help)),
      ("hint", .command(.hint)), ("best move", .command(.hint)),
      ("What's the best move", .command(.hint)), ("talk French", .command(.speak("fr"))),
      ("level 1", .command(.level(1))),
      ("level 8", .command(.level(8))), ("yes", .answer(.yes)), (" no ", .answer(.no)),
      ("level 0", .nothing), ("level 9", .nothing), ("level", .nothing), ("level 1 2", .nothing),
      ("new game level 3", .command(.begin(GameSetUp(level: 3)))),
      (
        "new game as black level 3 15+10",
        .command(.begin(GameSetUp(side: .black, level: 3, minutes: 15, increment: 10)))
      ),
      ("new game 5", .command(.begin(GameSetUp(minutes: 5, increment: 0)))),
      ("new game 5 10", .nothing), ("new game 301", .nothing), ("new game 5d3", .nothing),
      ("new game as", .nothing), ("new game level", .nothing), ("new game level 9", .nothing),
      ("new game as white as black", .nothing), ("new games", .nothing),
      ("rank 3", .nothing), ("", .nothing), ("e4", .nothing),
    ] as [(String, Interpretation)])
  func englishCommandsHaveTheirMeanings(text: String, meaning: Interpretation) {
    #expect(EnglishCommands.meaning(of: text) == meaning)
  }
}
