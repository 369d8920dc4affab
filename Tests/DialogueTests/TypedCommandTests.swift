import Chess
import ChessLanguage
import DialogueTestSupport
import Localization
import Testing

@testable import Dialogue

/// Commands and answers that are typed in other words than the phrases.
@Suite struct TypedCommandTests {
  @Test(arguments: [
    "undo move", "undo the last move", "undo my last move", "take back my move", "takeback",
    "take the move back", "undo please", "undo, please",
  ])
  func aMoveIsTakenBackInManyWords(line: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    #expect(dialogue.read(line).first?.command?.command == .undo)
    #expect(dialogue.game == Game())
  }

  @Test(
    arguments: [
      ("offer draw", .draw), ("I offer a draw", .draw), ("claim draw", .draw),
      ("new game please", .newGame),
      ("play again", .newGame), ("reset the board", .newGame), ("let's play again", .newGame),
      ("ok, let us play again please", .newGame),
    ] as [(String, Command)])
  func commandsThatAskAreFoundInManyWords(line: String, command: Command) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    _ = dialogue.read(line)
    #expect(dialogue.question?.subject == .confirmation(command))
  }

  @Test(arguments: [
    ("e4", "say it again", "repeat"), ("e4", "repeat please", "repeat"),
    ("e4", "read the board", "show"), ("e4", "who is to move", "status"),
    ("e4", "how much time do I have", "time"), ("e4", "who won", "status"),
    ("e4", "what move is it", "status"),
    ("e4", "who is winning", "material"), ("e4", "moves so far", "last-moves"),
    ("e4", "who's ahead?", "material"), ("e4", "what's the score", "material"),
    ("e4", "my turn?", "status"), ("e4", "what did you say", "repeat"),
    ("e4", "one move back", "undo"),
  ])
  func commandsAreFoundInManyWords(move: String, line: String, command: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read(move)
    #expect(dialogue.read(line).first?.command?.command.rawValue == command)
  }

  @Test(arguments: ["what opening is this", "the opening", "which opening are we playing"])
  func theOpeningIsNamed(line: String) throws {
    var dialogue = try dialogue()
    #expect(dialogue.read(line).first?.command?.lines == [Message("This is no known opening.")])
    for move in ["e4", "e5", "Nf3"] { _ = dialogue.read(move) }
    #expect(dialogue.read(line).first?.command?.lines.first?.description == "King's Knight Opening")
  }

  @Test(arguments: [
    ("can the knight take e5", "Yes: Nxe5"), ("can my knight go to c3", "Yes: Nc3"),
    ("can I castle", "No: a piece is between king and rook."),
    ("can the bishop take c4", "there is nothing to take on c4"),
    ("can my rook move", "Rg1"), ("can my queen move", "Qe2"),
  ])
  func whetherAPieceCanGoThereIsAnswered(line: String, answer: String) throws {
    var dialogue = try dialogue()
    for move in ["e4", "e5", "Nf3", "Nc6"] { _ = dialogue.read(move) }
    let text = dialogue.read(line).flatMap(\.lines).map(\.description).joined(separator: " ")
    #expect(text.contains(answer))
    #expect(dialogue.game.moves.count == 4)
  }

  @Test(arguments: [
    ("level nine", "Levels are one to eight."), ("level 9", "Levels are one to eight."),
    ("harder", "Levels are one to eight."),
    ("I didn't say that", "Nothing was asked; say \"take back\" to undo the last move."),
    ("oops", "Nothing was asked; say \"take back\" to undo the last move."),
    ("no!", "Nothing was asked; say \"take back\" to undo the last move."),
    (
      "set up a position",
      "Type a position in FEN or moves after \"set up\", or paste a game in PGN."
    ),
  ])
  func refusalsHelp(line: String, message: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    #expect(dialogue.read(line).first?.refusal?.message.description == message)
  }

  @Test(arguments: [
    ("ok", true), ("yep", true), ("Sure!", true), ("correct", true), ("nope", false),
    ("nah", false), ("not yet", false), ("yes I resign", true),
  ])
  func peopleSayYesAndNoInManyWords(line: String, isYes: Bool) throws {
    var dialogue = try dialogue()
    #expect(dialogue.read(line).first?.refusal?.reason == .notUnderstood, "nothing is asked")
    _ = dialogue.read("resign")
    _ = dialogue.read(line)
    #expect(dialogue.question == nil)
    #expect(dialogue.game.outcome == (isYes ? .resignation(winner: .black) : nil))
  }

  @Test(arguments: [("no draw", nil), ("yes, draw", .draw(.agreement))] as [(String, Outcome?)])
  func aDrawIsAnsweredByItsName(line: String, outcome: Outcome?) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("draw")
    _ = dialogue.read(line)
    #expect(dialogue.question == nil && dialogue.game.outcome == outcome)
  }

  /// White is to move, so "I" is White.
  @Test(arguments: ["yes I resign", "yes, draw"])
  func anAnswerAboutSomethingElseIsNone(line: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("black resigns")
    let question = try #require(dialogue.question)
    #expect(dialogue.read(line).last == .ask(question))
  }

  /// A command said twice confirms nothing.
  @Test(arguments: [
    ("new game", "new game"), ("draw", "draw"), ("resign", "I resign"),
    ("resign", "resign please"),
  ])
  func aRepeatedCommandIsNoYes(line: String, again: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    _ = dialogue.read(line)
    let question = try #require(dialogue.question)
    let responses = dialogue.read(again)
    let message = "That is still open; say \"yes\" or \"no\"."
    #expect(responses.first?.refusal?.message.description == message)
    #expect(responses.last == .ask(question) && dialogue.game.outcome == nil)
  }

  @Test func theQuestionNamesTheLanguage() throws {
    var dialogue = ChessDialogue(
      language: try UnpronouncedLanguage.shared.get(), locales: [.init(identifier: "de_DE")])
    for line in ["speak German", "switch to German", "change the language to German"] {
      _ = dialogue.read(line)
      #expect(dialogue.question?.prompt.description == "change the language to German?", "\(line)")
      _ = dialogue.read("no")
    }
    // It speaks English already.
    #expect(dialogue.read("speak English").first?.lines.map(\.description) == ["Language: en_US."])
  }

  @Test func twoPeopleAreTold() throws {
    var dialogue = try dialogue()
    #expect(dialogue.read("two players").first?.lines == ["A new game. Two people play."])
    #expect(dialogue.read("new game as black").first?.lines == ["A new game. Two people play."])
  }

  @Test(arguments: [
    ("de_DE", "letzter Zug", "last"), ("de_DE", "Kann ich Schach geben?", "moves"),
    ("fr_FR", "ai-je les blancs", "terms"), ("es_ES", "puedo reclamar tablas", "draw"),
    ("it_IT", "quanti pezzi ho", "mine"), ("nl_NL", "wie heeft zwart", "players"),
    ("de_DE", "Wer ist dran?", "status"),
    ("fr_FR", "dernier coup", "last"), ("es_ES", "ultima jugada", "last"),
    ("it_IT", "a chi tocca", "status"), ("nl_NL", "wie is aan zet", "status"),
    ("de_DE", "zurück, bitte", "undo"), ("de_DE", "undo my last move", "undo"),
  ])
  func otherLanguagesHaveTheirWords(locale: String, line: String, command: String) throws {
    var dialogue = try packDialogue(locale)
    _ = dialogue.read("e4")
    let report = dialogue.read(line).first?.command
    #expect(report?.command.rawValue == command)
  }

  @Test(arguments: [
    ("de_DE", "klar", true), ("de_DE", "nö", false), ("fr_FR", "d'accord", true),
    ("es_ES", "vale", true), ("it_IT", "va bene", true), ("nl_NL", "klopt", true),
    ("de_DE", "noch nicht", false), ("es_ES", "todavía no", false), ("fr_FR", "pas encore", false),
    ("it_IT", "non ancora", false), ("nl_NL", "nog niet", false),
  ])
  func otherLanguagesAgree(locale: String, line: String, isYes: Bool) throws {
    var dialogue = try packDialogue(locale)
    _ = dialogue.read("resign")
    _ = dialogue.read(line)
    #expect(dialogue.question == nil && (dialogue.game.outcome != nil) == isYes)
  }

  @Test func aSideResignsByItsNameInGerman() throws {
    var dialogue = try packDialogue("de_DE")
    _ = dialogue.read("Weiß gibt auf")
    #expect(dialogue.question?.prompt == Message("white resigns?"))
  }

  @Test func castlingIsChosenInGerman() throws {
    var dialogue = try packDialogue("de_DE", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    _ = dialogue.read("Rochade")
    #expect(dialogue.read("lang").first?.move?.san == "O-O-O")
  }

  @Test(arguments: [
    ("take back two moves", ["e4", "e5"]), ("take back 3", ["e4"]),
    ("undo the last 2 moves", ["e4", "e5"]),
    ("undo 999999999999999999", []), ("take back eight moves", []),
  ])
  func severalMovesAreTakenBack(line: String, left: [String]) throws {
    var dialogue = try dialogue()
    for line in ["e4", "e5", "Nf3", "Nc6"] { _ = dialogue.read(line) }
    let responses = dialogue.read(line)
    #expect(dialogue.game.sans == left)
    #expect(responses.first?.command?.command == .undo && responses.count == 2)
    #expect(
      responses.first?.command?.lines.first?.description.hasPrefix("2... Nc6, 2. Nf3") == true)
    #expect(responses.last?.game == GameReport(dialogue.game))
  }

  /// Against an engine, each of them is the player's, with the reply to it.
  @Test func movesAreTakenBackWithTheirReplies() throws {
    var game = Game()
    for uci in ["e2e4", "e7e5", "g1f3", "b8c6"] { try game.play(try #require(Move(uci: uci))) }
    var dialogue = ChessDialogue(
      language: try UnpronouncedLanguage.shared.get(), game: game,
      opponent: Opponent(side: .black, strength: .level(1), name: "toy"))
    _ = dialogue.read("take back two moves")
    #expect(dialogue.game.moves.isEmpty)
    #expect(dialogue.read("take back two moves").first?.refusal?.reason == .nothingToUndo)
  }
}
