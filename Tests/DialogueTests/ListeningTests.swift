import Chess
import ChessLanguage
import DialogueTestSupport
import Testing

@testable import Dialogue

/// The phrases with and without a game.
@Suite struct ListeningTests {
  private let language: ChessLanguage

  init() throws { language = try UnpronouncedLanguage.shared.get() }

  @Test func withoutAGameMovesAreOnlyNotation() throws {
    var dialogue = ChessDialogue(language: language, mode: .notation)
    #expect(dialogue.listening == .anyMove)
    guard
      case .notation(let report) = try #require(
        dialogue.hear([heard("knight takes f seven check")]).first)
    else {
      Issue.record("no notation")
      return
    }
    #expect(report.notations == ["Nxf7+"])
    #expect(report.text == "knight takes f seven check")
    #expect(dialogue.game == Game())
    guard case .notation(let words) = dialogue.hear([heard("two flat whites please")]).first else {
      Issue.record("no words")
      return
    }
    #expect(words.text == "two flat whites please")
    #expect(words.notations.isEmpty)
    #expect(refused(dialogue.hear([heard("e four", 0.2)]))?.reason == .uncertain)
    #expect(refused(dialogue.hear([Meaning]()))?.reason == .notUnderstood)
  }

  /// Neither phrase alone has enough confidence.
  @Test func withoutAGamePhrasesOfOneMoveAddUp() throws {
    var dialogue = ChessDialogue(language: language, mode: .notation)
    let responses = dialogue.hear([heard("knight f three", 0.4), heard("knight to f three", 0.3)])
    let report = try #require(responses.first?.notation)
    #expect(report.notations == ["Nf3"] && abs(report.confidence - 0.7) < 1e-9)
  }

  /// Without a game, an opening is only a name.
  @Test func withoutAGameAnOpeningIsOnlyAName() throws {
    var dialogue = ChessDialogue(language: language, mode: .notation)
    let said = heard("play the albin counter gambit", 0.75)
    let report = try #require(dialogue.hear([said]).first?.notation)
    #expect(report.text == said.text && report.notations == [] && report.confidence == 0.75)
    #expect(report.opening?.eco == "D08" && dialogue.game == Game())
  }

  @Test func thePhrasesFollowTheDialogue() throws {
    var dialogue = ChessDialogue(language: language)
    for line in ["e4", "resign", "no", "e5", "Nf3", "undo", "new game", "yes", "d4", "xyz", "draw"]
    {
      _ = dialogue.read(line)
      #expect(dialogue.bound.listening == dialogue.listening, "\(line)")
      let bound = language.bound(to: dialogue.listening, correcting: dialogue.correctable)
      #expect(dialogue.bound.grammar == bound.grammar, "\(line)")
    }
    #expect(dialogue.question != nil)
    _ = dialogue.lapse()
    #expect(dialogue.bound.listening == .position(dialogue.game.position))
  }

  /// The position stays the same when time is up, but its last move can no longer be corrected.
  @Test func theCorrectableMoveFollowsTheDialogue() throws {
    var dialogue = ChessDialogue(language: language)
    _ = dialogue.read("e4")
    #expect(dialogue.bound.correctable?.move.uci == "e2e4")
    _ = dialogue.timeIsUp(for: .black)
    #expect(dialogue.bound.correctable == nil)
    _ = dialogue.read("undo")
    #expect(dialogue.bound.correctable?.move.uci == "e2e4")
  }
}
