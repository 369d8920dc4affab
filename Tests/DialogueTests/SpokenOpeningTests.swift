import DialogueTestSupport
import Testing

@testable import Dialogue

/// Spoken openings, and openings reached by moves.
@Suite struct SpokenOpeningTests {
  @Test func anOpeningIsPlayedFromItsBeginning() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("d four")])
    let responses = dialogue.hear([heard("play the albin counter gambit")])
    guard case .opening(let report) = try #require(responses.first) else {
      Issue.record("\(responses)")
      return
    }
    #expect(dialogue.game.sans == ["d4", "d5", "c4", "e5"])
    #expect(report.moves == ["1... d5", "2. c4", "2... e5"])
    #expect(report.opening.eco == "D08")
    #expect(
      refused(dialogue.hear([heard("play the albin counter gambit")]))?.reason
        == .openingElsewhere)
    _ = dialogue.hear([heard("undo")])
    #expect(dialogue.game.sans == ["d4", "d5", "c4"])
  }

  @Test func anOpeningIsRefusedInOtherPositions() throws {
    var dialogue = try dialogue()
    _ = dialogue.hear([heard("e four")])
    let refusal = try #require(refused(dialogue.hear([heard("play the albin counter gambit")])))
    #expect(refusal.reason == .openingElsewhere)
    #expect(refusal.message.contains("not its beginning"))
    #expect(dialogue.game.sans == ["e4"])
  }

  @Test func aMoveNamesItsOpening() throws {
    var dialogue = try dialogue()
    for move in ["e four", "e six", "d four"] { _ = dialogue.hear([heard(move)]) }
    let report = try #require(dialogue.hear([heard("d five")]).first?.move)
    #expect(report.opening?.name.hasPrefix("French Defense") == true)
  }
}
