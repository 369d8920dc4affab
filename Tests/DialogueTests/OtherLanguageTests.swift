import Chess
import ChessLanguage
import DialogueTestSupport
import LanguageModel
import Localization
import TestSupport
import Testing

@testable import Dialogue

/// Typed lines in German: its words and letters, and the English that programs send.
@Suite(.tags(.hardwareFree)) struct OtherLanguageTests {
  private func dialogue(
    _ fen: String? = nil, opponent: Opponent? = nil
  ) throws -> ChessDialogue {
    try packDialogue("de_DE", fen, opponent: opponent)
  }

  /// German letters, SAN's and figurines.
  @Test(arguments: ["Sf3 Sc6", "Nf3 Nc6", "♘f3 ♞c6"])
  func anyNotationSetsUpMoves(moves: String) throws {
    var dialogue = try dialogue()
    _ = dialogue.read("set up 1. e4 e5 2. \(moves)")
    #expect(dialogue.game.sans == ["e4", "e5", "Nf3", "Nc6"])
  }

  @Test func twoGamesOnOneLineAreRefused() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("set up 1. e4 * 1. d4 *")
    #expect(dialogue.game == Game())
  }

  @Test(arguments: [
    ("Springer f drei", "Nf3"), ("SPRINGER F 3", "Nf3"), ("Sf3", "Nf3"), ("sf3", "Nf3"),
    ("Nf3", "Nf3"), ("e vier", "e4"), ("e 4", "e4"), ("Cäsar vier", "c4"), ("Casar vier", "c4"),
    ("Caesar 4", "c4"), ("g1f3", "Nf3"),
  ])
  func movesCanBeTyped(line: String, san: String) throws {
    var dialogue = try dialogue()
    #expect(dialogue.read(line).first?.move?.san == san)
  }

  /// The voice and programs read it with SAN's letters.
  @Test func illegalMovesAreQuotedInTheirNotation() throws {
    var dialogue = try dialogue()
    let message = try #require(dialogue.read("Te5.").first?.refusal?.message)
    let translation = try UnpronouncedLanguage.translation("de_DE")
    #expect(
      message.text(in: translation) == "Das ist hier nicht legal: Te5 (kein Turm kann dorthin).")
    #expect(message.description == "That is not legal here: Re5 (no rook can go there).")
  }

  @Test func englishCommandsWork() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    #expect(dialogue.read("show the board").first?.command?.command == .show)
    #expect(dialogue.read("undo").first?.command?.lines == ["1. e4"])
    #expect(dialogue.game == Game())
    #expect(dialogue.read("queenside").first?.refusal?.reason == .notUnderstood)
    // Also in German.
    _ = dialogue.read("e4")
    _ = dialogue.read("zurück")
    #expect(dialogue.game == Game())
    _ = dialogue.read("e4")
    _ = dialogue.read("zuruck")
    #expect(dialogue.game == Game())
  }

  @Test(arguments: [("yes", true), ("YES", true), ("y", true), ("j", true), ("no", false)])
  func englishAnswersWork(line: String, isYes: Bool) throws {
    var dialogue = try dialogue()
    #expect(dialogue.read(line).first?.refusal?.reason == .notUnderstood, "nothing is asked")
    _ = dialogue.read("resign")
    try #require(dialogue.question?.subject == .confirmation(.resign))
    _ = dialogue.read(line)
    #expect(dialogue.question == nil)
    #expect(dialogue.game.outcome == (isYes ? .resignation(winner: .black) : nil))
  }

  /// A question allows the same English commands as German ones.
  @Test func inAQuestionTheSameCommandsAreAllowed() throws {
    var dialogue = try dialogue(
      opponent: Opponent(side: .black, strength: .level(5), name: "toy"))
    _ = dialogue.read("resign")
    let question = try #require(dialogue.question)
    for line in ["draw", "level 3", "resign"] {
      let responses = dialogue.read(line)
      #expect(responses.first?.refusal != nil && responses.last == .ask(question), "\(line)")
    }
    #expect(dialogue.opponent?.strength == .level(5) && dialogue.task == nil)
    #expect(dialogue.read("hint").isEmpty && dialogue.task?.matter == .hint)
    #expect(dialogue.question == question)
    let responses = dialogue.read("repeat")
    #expect(responses.first?.command?.command == .repeatLast && responses.last == .ask(question))
    _ = dialogue.read("new game as black")
    #expect(dialogue.opponent?.side == .white && dialogue.question == nil)
  }

  /// A word may consist of accented letters only.
  @Test func aLetterMayBeAWord() throws {
    let data = CustomLanguageModelData(
      locale: LanguageModel.Locale(identifier: "xx_XX"), identifier: "test", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: ["undo": ["œ"]]) {
        TemplatePhraseCountGenerator.Template("<undo>", count: 1)
      }
    }
    let language = try ChessLanguage(
      moves: data, dialogue: data, dictionary: PronunciationDictionary(text: "œ AH"))
    for line in ["oe", "Œ"] {
      var dialogue = ChessDialogue(language: language)
      _ = dialogue.read("e4")
      #expect(dialogue.read(line).first?.command?.command == .undo, "\(line)")
      #expect(dialogue.game == Game())
    }
  }

  @Test func programsUseEnglishLetters() throws {
    // "D" is the German queen; and "B" a bishop only in a program's command.
    let fen = "4k3/8/8/8/8/8/2B5/3QK3 w - - 0 1"
    for (line, isProgram, san) in [
      ("Dd3", false, "Qd3"), ("Dd3", true, nil), ("Bd3", true, "Bd3"), ("Ld3", false, "Bd3"),
    ] as [(String, Bool, String?)] {
      var dialogue = try dialogue(fen)
      let responses = dialogue.read(line, fromProgram: isProgram, canBePasted: !isProgram)
      #expect(responses.first?.move?.san == san, "\(line)")
    }
    // A program's `say` is read as a person's line.
    var dialogue = try dialogue(fen)
    #expect(dialogue.read("please Dd3", fromProgram: true).first?.move?.san == "Qd3")
  }
}
