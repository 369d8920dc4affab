import Chess
import ChessLanguage
import DialogueTestSupport
import Testing

@testable import Dialogue

@Suite struct SettingUpTests {
  private let fen = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 30"

  private func dialogue(_ moves: String...) throws -> ChessDialogue {
    var game = Game()
    for move in moves { try game.play(san: move) }
    return ChessDialogue(language: try UnpronouncedLanguage.shared.get(), game: game)
  }

  private func text(_ responses: [Response]) -> String {
    responses.flatMap(\.lines).map(\.description).joined(separator: "\n")
  }

  @Test func movesMayFollowFEN() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("fen e4")
    #expect(dialogue.game.sans == ["e4"])
  }

  @Test(arguments: ["set up ", "Set up position ", "setup ", "fen ", " set  up  ", ""])
  func positionsAreSetUp(command: String) throws {
    var dialogue = try dialogue()
    let responses = dialogue.read(command + fen)
    #expect(text(responses) == "The position is set up.\nWhite to move.")
    #expect(dialogue.game == Game(start: try Position(fen: fen)) && dialogue.gameNumber == 1)
    #expect(text(dialogue.read("Re8")).hasPrefix("30. Re8#"))
  }

  @Test func theIllegalMoveIsNamed() throws {
    var dialogue = try dialogue()
    #expect(
      text(dialogue.read("set up 1. e4 e5 2. Nf4"))
        .hasPrefix("That game cannot be set up: Nf4 is not legal there (line 1, column 13)."))
  }

  /// A program's commands do not belong to the game that is being pasted.
  @Test func programsCommandsDoNotBelongToAPaste() throws {
    var dialogue = try dialogue()
    #expect(dialogue.read("[Event \"x\"]", fromProgram: true).isEmpty)
    let move = dialogue.read("e4", fromProgram: true, canBePasted: false)
    #expect(move.first?.move?.san == "e4")
  }

  @Test(arguments: ["set up 1. e4 e5 2. Nf3", "set up e4 e5 Nf3 *", "setup 1.e4 {best} e5 2.Nf3"])
  func movesAreSetUp(line: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read(line)
    #expect(dialogue.game.sans == ["e4", "e5", "Nf3"])
  }

  @Test func losingTheCurrentGameNeedsConfirmation() throws {
    for (answer, isSetUp) in [("y", true), ("no", false)] {
      var dialogue = try dialogue("e4")
      #expect(text(dialogue.read("set up \(fen)")).contains("Give up this game and set up"))
      #expect(dialogue.game.sans == ["e4"])
      _ = dialogue.read(answer)
      #expect((dialogue.game.start.fen == fen) == isSetUp)
      #expect(dialogue.question == nil)
    }
  }

  @Test(arguments: [
    ("set up", "Type a position"), ("set up x/y", "cannot be set up"),
    ("set up 8/8/8/8/8/8/8/8 w - - 0 1", "cannot be set up"), ("set up 1. e5", "cannot be set up"),
  ])
  func anythingButAPositionIsRefused(line: String, message: String) throws {
    var dialogue = try dialogue()
    #expect(text(dialogue.read(line)).contains(message))
    #expect(dialogue.game == Game() && dialogue.question == nil)
  }

  private let pgn = ["[Event \"Zürich\"]", "[White \"A\"]", "", "1. e4 e5", "2. Nf3 {a", "b} *"]

  @Test func aGameCanBePasted() throws {
    var dialogue = try dialogue()
    for line in pgn.dropLast() {
      #expect(dialogue.read(line) == [])
      #expect(dialogue.isWaiting)
    }
    #expect(text(dialogue.read(pgn[5])).hasPrefix("The position is set up.\nAfter 2. Nf3"))
    #expect(dialogue.game.sans == ["e4", "e5", "Nf3"] && !dialogue.isWaiting)
  }

  @Test(arguments: ["[", "[]", "[x", "[x]", "[x\"]", "[\"x\"]", "[x\u{1}\"y\"]", "[x \"y\"] z"])
  func aLineThatOnlyBeginsLikeATagIsNotAPaste(line: String) throws {
    var dialogue = try dialogue()
    #expect(!dialogue.read(line).isEmpty && !dialogue.isWaiting)
    #expect(text(dialogue.read("e4")).hasPrefix("1. e4"))
  }

  @Test func anUnfinishedPasteIsDropped() throws {
    for end in ["cancel", nil, String(repeating: "x", count: 65_536)] {
      var dialogue = try dialogue("e4")
      _ = dialogue.read(pgn[0])
      let told = end.map { dialogue.read($0) } ?? dialogue.lapse()
      #expect(!told.isEmpty && !dialogue.isWaiting && dialogue.game.sans == ["e4"])
      #expect(text(dialogue.read("e5")).hasPrefix("1... e5"))
    }
  }

  /// A pasted game's players are its record's, and no longer those of the next game.
  @Test func aPastedGameKeepsItsPlayers() throws {
    var dialogue = try dialogue("e4")
    _ = dialogue.read("white is Anna")
    for line in ["[White \"Morphy\"]", "[Black \"?\"]", "1. e4 e5 *", "yes"] {
      _ = dialogue.read(line)
    }
    #expect(dialogue.players == PlayerNames(white: "Morphy"))
    #expect(text(dialogue.read("pgn")).contains("[White \"Morphy\"]"))
    _ = dialogue.read("black is Bea")
    #expect(dialogue.players == PlayerNames(white: "Morphy", black: "Bea"))
    for line in ["new game", "yes"] { _ = dialogue.read(line) }
    #expect(dialogue.players == PlayerNames(white: "Anna", black: "Bea"))
  }

  /// A pasted name is no longer than a typed one, and cannot reverse the line that shows it.
  @Test func pastedNamesAreCleanedAndCut() throws {
    var dialogue = try dialogue()
    let long = String(repeating: "n\u{301}", count: 20_000)
    for line in ["[White \"\u{202E}\(long)\"]", "[Black \"\u{2066}B\u{200F}\"]", "1. e4 *"] {
      _ = dialogue.read(line)
    }
    let players = try #require(dialogue.players)
    let white = try #require(players.white)
    #expect(players.black == "B" && white.unicodeScalars.first == "n")
    #expect(white.unicodeScalars.count == 1_024)
  }

  /// Words are answered at once; the game's own lines are not.
  @Test(arguments: [
    ("undo", "1. e4"), ("  what is on e4", "pawn"), ("status", "White to move"), ("?", "take back"),
    ("hello", "That has no meaning here"),
  ])
  func otherWordsEndAPaste(line: String, answer: String) throws {
    var dialogue = try dialogue("e4", "e5")
    for line in [
      "[A \"{\"]", "", "  ", "2. Nf3 {a long", "undo b} (2.", "O-O", "Nc3) ; {", "a4",
      "12... e5 ?! x",
    ] {
      #expect(dialogue.read(line) == [] && dialogue.isWaiting, "\(line)")
    }
    let told = dialogue.read(line)
    #expect(text(told).hasPrefix("The PGN did not end with a result") && !dialogue.isWaiting)
    #expect(told.count > 1 && text(Array(told.dropFirst())).contains(answer), "\(text(told))")
  }

  /// 2,000 lines and 64 KiB, line ends included.
  @Test(
    .tags(.slow), .skippable(.slow),
    arguments: [
      (1_998, 10, 10, true), (1_999, 10, 10, false), (63, 1_023, 1_013, true),
      (63, 1_023, 1_014, false),
    ] as [(Int, Int, Int, Bool)])
  func aPasteHasALimit(lines: Int, length: Int, last: Int, isAccepted: Bool) throws {
    var dialogue = try dialogue()
    let tag = #"[A "xy"]"# + " "
    let line = "{" + String(repeating: "x", count: length - 2) + "}"
    let end = String(repeating: " ", count: last - 1) + "*"
    if length > 10 {
      let size = tag.utf8.count + 1 + lines * (length + 1) + last + 1
      try #require(size == (isAccepted ? 65_536 : 65_537))
    }
    let told = ([tag] + Array(repeating: line, count: lines) + [end]).map {
      text(dialogue.read($0))
    }
    let answer = try #require(told.last)
    #expect(told.dropLast().allSatisfy(\.isEmpty) && !dialogue.isWaiting)
    #expect(answer.hasPrefix(isAccepted ? "The position is set up." : "A game of more than 64 KiB"))
  }

  @Test(arguments: [
    ["1. e4 e5 2. Nf3 Nc6"], ["1.e4 e5 2.Nf3 Nc6"], [" 1. e4 {best} e5", "2. ♘f3 ♞c6"],
    ["1. e4 e5 2. Nf3 Nc6 3."], ["1. e4 e5 2. Nf3", "2... Nc6"], ["1. e4 e5", "2. Nf3", "Nc6"],
  ])
  func aGameCanBeTypedWithMoveNumbers(lines: [String]) throws {
    var dialogue = try dialogue()
    for line in lines { _ = dialogue.read(line) }
    #expect(dialogue.game.sans == ["e4", "e5", "Nf3", "Nc6"] && dialogue.gameNumber == 1)
  }

  /// As with "set up", the game on the board is given up only after a "yes".
  @Test func replacingAGameByANumberedOneNeedsConfirmation() throws {
    var dialogue = try dialogue("d4")
    #expect(text(dialogue.read("1. e4 e5")).contains("Give up this game and set up"))
    #expect(text(dialogue.read("2. Nf3 Nc6")).contains("Give up this game and set up"))
    #expect(text(dialogue.read("3. Bb5")).contains("Give up this game and set up"))
    #expect(dialogue.game.sans == ["d4"])
    _ = dialogue.read("yes")
    #expect(dialogue.game.sans == ["e4", "e5", "Nf3", "Nc6", "Bb5"])
  }

  /// Answers to several moves on a line, and to one move that looks like several.
  @Test(arguments: [
    ("1. e4 Nf4", "That game cannot be set up: Nf4 is not legal"), ("1. e2 e4", "1. e4"),
    ("e2 e4", "1. e4"),
    ("e4 e5 Nf3", "Type one move a line, or put \"1.\" before the moves."),
    ("3. e4 e5", "Type one move a line"), ("e5 e4 Nf3", "Type one move a line"),
    ("e4 e5", "Type one move a line"), ("e4, e5", "Type one move a line"),
    ("e7 e5", "That is not legal here"), ("1. e4", "1. e4"), ("e4 e.p.", "1. e4"),
    ("1. e4 please", "1. e4"), ("e4 please e5", "That has no meaning here"),
  ])
  func severalMovesOnALineGetAdvice(line: String, answer: String) throws {
    var dialogue = try dialogue()
    #expect(text(dialogue.read(line)).hasPrefix(answer), "\(text(dialogue.read(line)))")
  }

  @Test func numberedMovesContinueTheGame() throws {
    var dialogue = try dialogue("e4", "e5")
    #expect(text(dialogue.read("1... e5 2. Nf3")).hasPrefix("Type one move a line"))
    // The advice is right for either side; Black's stops may be fewer.
    #expect(text(dialogue.read("Nf3 Nc6")).contains("put \"2.\" before"))
    _ = dialogue.read("Nf3")
    #expect(text(dialogue.read("Nc6 Bb5")).contains("put \"2...\" before"))
    #expect(text(dialogue.read("2. Nf3 Nc6")).hasPrefix("Type one move a line"))
    for line in ["2... Nc6 Bb5", "2. Nc6 3. Bb5"] {
      _ = dialogue.read(line)
      #expect(dialogue.game.sans == ["e4", "e5", "Nf3", "Nc6", "Bb5"])
      for _ in 1...2 { _ = dialogue.read("undo") }
    }
    _ = dialogue.read("undo")
    #expect(text(dialogue.read("2. Nf3 Nc6")).hasPrefix("The position is set up.\nAfter 2... Nc6"))
    #expect(dialogue.gameNumber == 0 && dialogue.question == nil)
    #expect(text(dialogue.read("3. Bb5 Ke6")).contains("Ke6 is not legal there"))
    #expect(dialogue.game.sans == ["e4", "e5", "Nf3", "Nc6"])
    // From e5, where White's pawn is after 3. d4 d6, a pawn goes on by its squares.
    for move in ["3. d4 d6", "4. d5", "4... a6"] { _ = dialogue.read(move) }
    #expect(text(dialogue.read("5. d5 c6")).hasPrefix("5. dxc6"))
    _ = dialogue.read("resign")
    _ = dialogue.read("yes")
    #expect(text(dialogue.read("1. e4 e5")).hasPrefix("The position is set up."))
  }

  /// A line must not decide the opponent's moves, or the times.
  @Test(arguments: [true, false]) func numberedMovesNeedConfirmationInAMatch(hasClock: Bool) throws
  {
    var dialogue = try dialogue("e4", "e5")
    dialogue.timeControl = hasClock ? TimeControl("5+3") : nil
    dialogue.opponent =
      hasClock ? nil : Opponent(side: .black, strength: .level(1), name: "toy")
    #expect(dialogue.read("Nf3 Nc6").first?.refusal?.message == "Type one move a line.")
    #expect(text(dialogue.read("2. Nf3 Nc6")).contains("Give up this game and set up"))
    #expect(dialogue.game.sans == ["e4", "e5"])
    _ = dialogue.read("yes")
    #expect(dialogue.game.sans == ["e4", "e5", "Nf3", "Nc6"])
  }

  @Test func severalGamesAreRefused() throws {
    var dialogue = try dialogue()
    #expect(text(dialogue.read("set up 1. e4 * 1. d4 *")).hasPrefix("That game cannot be set up"))
    #expect(dialogue.game == Game())
  }

  @Test func completionsFitThePosition() throws {
    var dialogue = try dialogue()
    #expect(dialogue.completions.contains("Nf3") && !dialogue.completions.contains("Nf6"))
    #expect(dialogue.completions.contains("take back") && !dialogue.completions.contains("yes"))
    for line in dialogue.completions where !line.hasSuffix(" ") {
      var other = dialogue
      let isUnderstood = other.read(line).allSatisfy { response in
        if case .refused(let refusal) = response { refusal.reason != .notUnderstood } else { true }
      }
      // These are the appliance's own.
      #expect(isUnderstood || ["start", "stop"].contains(line), "\(line)")
    }
    _ = dialogue.read("e4")
    _ = dialogue.read("resign")
    #expect(dialogue.completions.prefix(2) == ["yes", "no"])
  }

  @Test func playersHaveNames() throws {
    var dialogue = try ChessDialogue(language: UnpronouncedLanguage.shared.get())
    #expect(dialogue.players == nil)
    #expect(dialogue.read("players").first?.lines == ["No names are known."])
    #expect(dialogue.read("White is Anna Cramling").first?.command?.command == .players)
    #expect(dialogue.players == PlayerNames(white: "Anna Cramling"))
    _ = dialogue.read("black is Bob")
    #expect(dialogue.read("players").first?.lines == ["White: Anna Cramling. Black: Bob."])
    let pgn = dialogue.read("pgn").first?.command?.lines.map(\.description) ?? []
    #expect(pgn.contains(#"[White "Anna Cramling"]"#) && pgn.contains(#"[Black "Bob"]"#))
    dialogue.opponent = Opponent(side: .black, strength: .level(1), name: "toy")
    #expect(dialogue.players == PlayerNames(white: "Anna Cramling", black: "toy"))
    #expect(dialogue.read("white is").first?.refusal != nil)
    for remark in ["white is losing", "i am in check", "I am lost", "I AM LOST"] {
      #expect(
        dialogue.read(remark).first?.refusal?.message
          == "If that is a name, begin it with a capital letter.")
    }
    #expect(dialogue.players?.white == "Anna Cramling")
  }
}
