import ChessLanguage
import DialogueTestSupport
import Localization
import Testing

@testable import Dialogue

/// Typed moves.
@Suite struct TypedMoveTests {
  /// A combining accent makes the same letter, so a name stays the same.
  @Test(arguments: [
    ("Jos\u{E9}", "Jos\u{E9}"), ("Jose\u{301}", "Jos\u{E9}"), ("E\u{301}", "\u{C9}"),
    ("n\u{303}", nil),
  ])
  func accentedLettersAreNormalized(typed: String, plain: String?) {
    let read = TypedText.plain(typed, known: ["\u{E9}"])
    #expect(read.map { Array($0.unicodeScalars) } == plain.map { Array($0.unicodeScalars) })
  }

  @Test(arguments: [
    ("e2e4", "e4"), ("Nf3", "Nf3"), ("knight f three", "Nf3"), ("Knight to F3!", "Nf3"),
    ("  e4 ", "e4"), ("g1f3", "Nf3"),
  ])
  func aMoveCanBeTyped(line: String, san: String) throws {
    var dialogue = try dialogue()
    guard case .move(let report) = try #require(dialogue.read(line).first) else {
      Issue.record("\(line) not played")
      return
    }
    #expect(report.san == san)
    #expect(report.confidence == 1)
  }

  @Test(arguments: [("e8d", "e8q"), ("e8=d", "e8=q"), ("d8t", "d8r"), ("bd", "bd")])
  func promotionsAreReadWithALanguagesLetters(typed: String, san: String) throws {
    let german = try Translation(["Q": "D", "R": "T", "B": "L", "N": "S", "P": "B"])
    #expect(TypedText.readings(of: typed, letters: german.letters).first == san)
  }

  @Test(arguments: [
    ("Kg1", "O-O"), ("Kc1", "O-O-O"), ("Ke1g1", "O-O"), ("e1c1", "O-O-O"), ("Kf1g1", nil),
    ("Kfg1", nil), ("Kd1c1", nil), ("Kg1=Q", nil), ("Kxg1", nil),
  ])
  func castlingBeginsOnTheKingsSquare(line: String, san: String?) throws {
    var dialogue = try dialogue("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    #expect(dialogue.read(line).first?.move?.san == san)
  }

  @Test(arguments: ["en passant on f6", "en passant f6", "take en passant on f six"])
  func enPassantHasASquare(line: String) throws {
    var dialogue = try dialogue(
      "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
    #expect(dialogue.read(line).first?.move?.san == "exf6")
  }

  @Test func illegalTypedMovesAreRefused() throws {
    var dialogue = try dialogue()
    #expect(refused(dialogue.read("e2e5"))?.reason == .notLegal)
    #expect(refused(dialogue.read("Nf6"))?.reason == .notLegal)
    #expect(
      refused(dialogue.read("Nf6"))?.message
        == "That is not legal here: Nf6 (only Black can play that).")
    for (typed, why) in [
      ("e8q", "no pawn can go there"), ("dxe4Q", "a pawn promotes only on the last rank"),
    ] {
      #expect(refused(dialogue.read(typed))?.message.description.contains(why) == true)
    }
    #expect(refused(dialogue.read("Nf6"))?.text == "Nf6")
    #expect(refused(dialogue.read("Nf6"))?.confidence == 1)
    #expect(refused(dialogue.read("bla"))?.reason == .notUnderstood)
    // A meaningless line is quoted as it was typed.
    #expect(refused(dialogue.read("Th9"))?.text == "Th9")
    // A small "b" is a bishop where no pawn could be meant.
    #expect(
      refused(dialogue.read("bd4"))?.message
        == "That is not legal here: bd4 (no bishop can go there).")
    #expect(refused(dialogue.read("bc4"))?.message == "That is not legal here: bc4.")
    // One sign of a capture is enough.
    var takers = try DialogueTests.dialogue("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    #expect(refused(takers.read("exxd")) != nil && takers.read("exd").first?.move?.san == "exd5")
    #expect(dialogue.read("").isEmpty)
    #expect(dialogue.read("   ").isEmpty)
    #expect(
      refused(dialogue.read(String(repeating: "x ", count: 513)))?.message
        == "The line is too long for a command.")
    var knights = try DialogueTests.dialogue(twoKnights)
    _ = knights.read("Nd2")
    let typed = try #require(knights.question)
    _ = knights.read("no")
    _ = knights.hear([heard("knight d two")])
    #expect(knights.question?.prompt == typed.prompt && knights.question?.sans == typed.sans)
    #expect(knights.game.moves.isEmpty)
  }

  /// A rank is translated only if the language lacks its English word.
  @Test func ranksAreTranslatedUnlessTheLanguageHasTheWord() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let translation = try Translation(["four": "vier"])
    var dialogue = ChessDialogue(language: language, translation: translation)
    for line in ["pawn to e four", "pawn to e 5"] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans == ["e4", "e5"])
  }

  /// A person uses the language's letters, a program's command SAN's.
  @Test func peopleTypeTheLanguagesLetters() throws {
    let letters = ["K": "K", "Q": "D", "R": "T", "B": "L", "N": "S", "P": "B"]
    var dialogue = ChessDialogue(
      language: try UnpronouncedLanguage.shared.get(), translation: try Translation(letters))
    _ = dialogue.read("e4")
    _ = dialogue.read("Sf6")
    _ = dialogue.read("Bc4")
    #expect(dialogue.game.sans == ["e4", "Nf6", "Bc4"])
    _ = dialogue.read("d5")
    #expect(dialogue.read("Sf3", fromProgram: true, canBePasted: false).count == 1)
    #expect(dialogue.game.sans.count == 4)
    _ = dialogue.read("Nf3", fromProgram: true, canBePasted: false)
    #expect(dialogue.game.sans.last == "Nf3")
  }

  @Test(arguments: ["Dh4 échec", "Dh4 echec et mat"])
  func aCheckIsTypedInTheWordsOfTheLanguage(line: String) throws {
    let texts = [
      "K": "R", "Q": "D", "R": "T", "B": "F", "N": "C", "P": "P", "check": "échec",
      "checkmate": "échec et mat",
    ]
    var dialogue = ChessDialogue(
      language: try UnpronouncedLanguage.pack("fr_FR"), translation: try Translation(texts))
    for line in ["f3", "e5", "g4", line] { _ = dialogue.read(line) }
    #expect(dialogue.game.sans.last == "Qh4#")
  }

  /// The piece is named as people name it.
  @Test(arguments: [
    ("b1", "Nbd2"), ("the one on b1", "Nbd2"), ("on b1", "Nbd2"), ("from f3", "Nfd2"),
    ("the knight from f3", "Nfd2"), ("none", nil), ("neither", nil), ("the one on h7", nil),
    ("the one", nil),
  ])
  func aQuestionIsAnsweredWithAPiece(line: String, san: String?) throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.read("Nd2")
    _ = dialogue.read(line)
    #expect(dialogue.game.sans.first == san)
    #expect((dialogue.question == nil) == (san != nil || line.hasPrefix("n")))
  }

  /// "n" is a "no".
  @Test(arguments: [("q", "d8=Q+"), ("=R", "d8=R+"), ("=n", "d8=N"), ("n", nil), ("k", nil)])
  func aPromotionIsChosenByItsLetter(line: String, san: String?) throws {
    var dialogue = try dialogue("6k1/3P4/8/8/8/8/8/4K3 w - - 0 1")
    _ = dialogue.read("d7d8")
    _ = dialogue.read(line)
    #expect(dialogue.game.sans.first == san)
  }

  @Test func anotherTypedMoveIsPlayedInAQuestion() throws {
    var dialogue = try dialogue(twoKnights)
    _ = dialogue.hear([heard("knight d two")])
    _ = dialogue.read("Kf2")
    #expect(dialogue.game.sans == ["Kf2"])
    #expect(dialogue.question == nil)
  }

  /// The notations of other programs and of people.
  @Test(
    arguments: [
      ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", "O-O"),
      ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O.", "O-O"),
      ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "  nf3;  ", "Nf3"),
      ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "exf6 e.p.", "exf6"),
      ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "exf6 ep", "exf6"),
      ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "3… e5f6", "exf6"),
      ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e5\u{2013}f6", "exf6"),
      ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "exf6 en passant", "exf6"),
      ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "Qh4 mate!", "Qh4#"),
      ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "2... qh4 #", "Qh4#"),
      ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rh8, check", "Rh8+"),
      ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O - O", "O-O"),
      ("4k3/p7/8/8/8/8/8/4K1N1 w - - 0 1", "n f3", "Nf3"),
      ("4k3/p7/8/8/8/8/8/4K1N1 w - - 0 1", "N f 3", "Nf3"),
      ("4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1", "b b 2", "Bb2"),
    ])
  func otherNotationsAreRead(fen: String, line: String, san: String) throws {
    var dialogue = try dialogue(fen)
    #expect(dialogue.read(line).first?.move?.san == san)
  }

  @Test func aPromotionWithoutAPieceIsAskedAbout() throws {
    for line in ["exd8", "e7d8", "e8"] {
      var dialogue = try dialogue("3rk3/4P3/8/8/8/8/8/R3K2R w KQ - 0 1")
      _ = dialogue.read(line)
      #expect(dialogue.question?.sans.count == (line == "e8" ? nil : 4), "\(line)")
    }
  }

  @Test func curlyApostrophesAreRead() throws {
    var dialogue = try dialogue()
    #expect(dialogue.read("what\u{2019}s on e two").first?.refusal == nil)
  }

  @Test func castlingIsOfferedInWords() throws {
    var dialogue = try dialogue("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    _ = dialogue.read("castle")
    #expect(dialogue.question?.choices == ["castle kingside", "castle queenside"])
  }
}
