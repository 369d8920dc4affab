import ChessLanguage
import DialogueTestSupport
import FoundationEssentials
import LanguageModel
import Testing

@testable import Dialogue

/// Spoken questions that the data files have no meaning for: they are read as if they were typed.
@Suite(.tags(.hardwareFree)) struct SpokenRemarkTests {
  static let locales = ["en_US", "en_GB", "de_DE", "es_ES", "fr_FR", "it_IT", "nl_NL"]

  private static func values(of name: String, _ locale: String) throws -> [String] {
    let file = UnpronouncedLanguage.folder.appending(path: "\(locale)/dialogue.json")
    let classes = try CustomLanguageModelData(contentsOf: file).templateGroups.flatMap(\.classes)
    return classes.first { $0.name == name }?.values ?? []
  }

  @Test(arguments: locales) func everyQuestionOfAPackIsAnswered(locale: String) throws {
    let questions = try Self.values(of: "question", locale)
    #expect(questions.count >= 10)
    var dialogue = try packDialogue(locale)
    for move in ["d4", "e5"] { _ = dialogue.read(move) }
    for question in questions {
      var copy = dialogue
      let responses = copy.hear([heard(question)])
      #expect(
        responses.first?.command != nil && responses.first?.command?.confidence == 0.9,
        "\(question): \(responses)")
    }
  }

  @Test(arguments: [
    ("am I in check", "No check."), ("last move", "1... e5"), ("who is ahead", "White: 39 points."),
    ("what color am I", "Two people play."), ("can I claim a draw", "No draw can be claimed."),
    ("what can I take", "dxe5"), ("what defends d four", "d4 is defended: queen d1."),
    ("is d four attacked", "d4 is attacked: pawn e5."), ("where is the black king", "King: e8."),
    ("can I play knight f three", "Yes: Nf3"),
    ("can I play h five", "That is not legal here: h five ("),
    ("take back two moves", "Taken back: 1... e5, 1. d4."),
    ("not e five", "Taken back: 1... e5."), ("not pawn e five", "Taken back: 1... e5."),
  ])
  func questionsAndNegationsAreAnswered(said: String, answer: String) throws {
    var dialogue = try dialogue()
    for move in ["d4", "e5"] { _ = dialogue.read(move) }
    let lines = dialogue.hear([heard(said)]).flatMap { $0.lines }.map(\.description)
    #expect(lines.contains { $0.hasPrefix(answer) }, "\(lines)")
  }

  @Test(arguments: locales) func noRemarkOfAPackChangesTheGame(locale: String) throws {
    let remarks = try Self.values(of: "remark-alone", locale)
    #expect(remarks.count >= 40)
    var dialogue = try packDialogue(locale)
    for move in ["d4", "e5"] { _ = dialogue.read(move) }
    for line in [nil, "resign"] {
      _ = line.map { dialogue.read($0) }
      for remark in remarks {
        var copy = dialogue
        let responses = copy.hear([heard(remark)])
        #expect(!responses.isEmpty && copy.game == dialogue.game, "\(remark): \(responses)")
      }
    }
  }

  @Test(arguments: [
    "not d four", "not knight e five", "thank you", "wait", "good move", "did I castle", "stop",
    "I don't know what to do",
  ])
  func otherRemarksChangeNothing(said: String) throws {
    var dialogue = try dialogue()
    for move in ["d4", "e5"] { _ = dialogue.read(move) }
    #expect(refused(dialogue.hear([heard(said)]))?.reason == .notUnderstood)
    #expect(dialogue.game.moves.count == 2)
  }

  @Test(arguments: [
    (twoKnights, "knight d two", "the b knight", "Nbd2"),
    (twoKnights, "knight d two", "the other one", "Nfd2"),
    (twoKnights, "knight d two", "the last one", "Nfd2"),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 40", "a eight", "the queen", "a8=Q+"),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 40", "a eight", "the rook", "a8=R+"),
    ("1r6/P4k2/8/8/8/8/4pK2/8 w - - 0 50", "a eight", "the queen", "a8=Q"),
  ])
  func aChoiceIsSaidFreely(fen: String, move: String, choice: String, san: String) throws {
    var dialogue = try dialogue(fen)
    #expect(dialogue.hear([heard(move)]).first?.asked != nil)
    let report = dialogue.hear([heard(choice)]).first?.move
    #expect(report?.san == san && report?.confidence == 0.9)
  }

  @Test(arguments: [
    ("de_DE", "eine dame", "ein turm"), ("es_ES", "una dama", "la torre"),
    ("fr_FR", "une dame", "la tour"), ("it_IT", "una donna", "la torre"),
    ("nl_NL", "een dame", "de toren"),
  ])
  func aPromotionHasAnArticle(locale: String, queen: String, rook: String) throws {
    for (said, san) in [(queen, "a8=Q+"), (rook, "a8=R+")] {
      var dialogue = try packDialogue(locale, "4k3/P7/8/8/8/8/8/4K3 w - - 0 40")
      _ = dialogue.read("a8")
      #expect(dialogue.hear([heard(said)]).first?.move?.san == san)
    }
  }

  @Test func anUncertainRemarkChangesNothing() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("d4")
    #expect(refused(dialogue.hear([heard("not d four", 0.3)])) != nil)
    #expect(dialogue.game.moves.count == 1)
  }

  @Test func anOpenQuestionIsAskedAgainAfterARemark() throws {
    var dialogue = try dialogue()
    for move in ["d4", "e5", "resign"] { _ = dialogue.read(move) }
    let responses = dialogue.hear([heard("am I in check")])
    #expect(responses.first?.command != nil && responses.last?.asked != nil)
    let refused = dialogue.hear([heard("not e five")])
    #expect(refused.first?.refusal != nil && dialogue.game.moves.count == 2)
  }

  @Test(arguments: ["right", "exactly"])
  func aRemarkAgreesToNothing(said: String) throws {
    var dialogue = try dialogue()
    for line in ["d4", "resign"] { _ = dialogue.read(line) }
    #expect(dialogue.hear([heard(said)]).first?.refusal?.reason == .notUnderstood)
    #expect(dialogue.game.outcome == nil && dialogue.question != nil)
  }
}
