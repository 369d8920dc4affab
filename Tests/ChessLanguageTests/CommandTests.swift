import Chess
import ChessLanguage
import DialogueTestSupport
import Glibc
import LanguageModel
import TestSupport
import Testing

/// Commands by name, and meanings for the recognizer.
@Suite struct CommandTests {
  @Test func everyCommandHasItsName() {
    let names = [
      "undo", "new-game", "new-game-white", "new-game-black", "resign", "draw", "show", "repeat",
      "help", "status", "hint", "moves", "last", "fen", "pgn", "games", "set-up", "players",
      "play-computer", "two-players", "as-white", "as-black",
    ]
    let numbered =
      (1...8).map { "level-\($0)" } + [1, 3, 5, 10, 15, 20, 30, 60].map { "minutes-\($0)" }
    let voice = ["slower", "faster", "louder", "softer"]
    #expect(Command.allCases.map(\.rawValue) == names + numbered + voice)
    for command in Command.allCases { #expect(Command(rawValue: command.rawValue) == command) }
    #expect(
      Command(rawValue: "speak-de") == .speak("de") && Command.speak("de").rawValue == "speak-de")
    for name in [
      "level-0", "level-9", "level", "", "Undo", "minutes-2", "speak-", "speak-DE", "speak-d3",
      "speak-german",
    ] {
      #expect(Command(rawValue: name) == nil)
    }
  }

  @Test func commandsThatEndAGameNeedConfirmation() {
    let confirmed = Command.allCases.filter(\.asksForConfirmation)
    let begun = confirmed.filter { if case .begin = $0 { true } else { false } }
    #expect(begun.count == 12)
    #expect(
      confirmed.filter { !begun.contains($0) }
        == [.newGame, .newGameAs(.white), .newGameAs(.black), .resign, .draw])
    let refused = Command.allCases.filter { !$0.isSaidToQuestions }
    #expect(refused == [.resign, .draw] + (1...8).map { .level($0) })
  }

  /// A move's preference is the logarithm of its probability relative to the average.
  @Test func likelyMovesArePreferred() throws {
    let language = try UnpronouncedLanguage.shared.get()
    var position = Position.start
    let last = try #require(Move(uci: "e2e4"))
    position.make(last)
    let meanings = language.bound(to: .position(position)).meanings(after: last)
    #expect(meanings.background?.grammar == language.everything)
    let plausibility = MovePlausibility(of: position, after: last).moves
    func interest(_ phrase: String) -> Meanings.Interest? {
      meanings.meaning(phrase.split(separator: " ").map(String.init))
    }
    for (phrase, uci) in [("e five", "e7e5"), ("knight f six", "g8f6"), ("a five", "a7a5")] {
      let found = try #require(interest(phrase))
      let share = try #require(plausibility.first { $0.move.uci == uci }).probability
      let move = try #require(Move(uci: uci))
      #expect(found.meaning == AnyMeaning(Interpretation.moves([move])) && found.isAllowed)
      #expect(abs(found.preference - log(share * Double(plausibility.count))) < 1e-9)
    }
    // If two moves fit the words, their probabilities add up.
    let knights = try Position(fen: "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")
    let both = language.bound(to: .position(knights)).meanings(after: nil)
      .meaning(["knight", "d", "two"])
    let moves = MovePlausibility(of: knights, after: nil).moves
    let sum = moves.filter { ["b1d2", "f3d2"].contains($0.move.uci) }
      .reduce(0) { $0 + $1.probability }
    let meant = knights.legalMoves.filter { ["b1d2", "f3d2"].contains($0.uci) }
    #expect(both?.meaning == AnyMeaning(Interpretation.moves(meant)))
    #expect(abs((both?.preference ?? 0) - log(sum * Double(moves.count))) < 1e-9)
    // Commands and openings share a preference; words without a meaning have none.
    #expect(interest("take back")?.preference == 0.5)
    #expect(interest("play the albin counter gambit")?.preference == 0.5)
    #expect(interest("two flat whites") == nil && interest("e six e five")?.isAllowed == false)
    // Without a position there are no preferences.
    let any = language.bound(to: .anyMove).meanings(after: nil)
    #expect(any.meaning(["e", "four"])?.preference == 0)
    let question = language.bound(to: .confirmation(.resign, .start)).meanings(after: nil)
    #expect(
      question.meaning(["yes"])?.preference == 0 && question.meaning(["undo"])?.preference == 0)
  }

  @Test func aMovesGrammarHasOnlyItsPhrases() throws {
    let language = try UnpronouncedLanguage.shared.get()
    #expect(language.hasMoves)
    let grammar = language.grammar(for: try #require(Move(uci: "g1f3")), in: .start)
    #expect(grammar.accepts(["knight", "f", "three"]))
    #expect(!grammar.accepts(["knight", "h", "three"]) && !grammar.accepts(["resign"]))
    let bound = language.bound(to: .position(.start))
    #expect(bound.languageModel.grammar == bound.grammar)
    #expect(bound.languageModel.lexicon == language.lexicon)
  }
}
