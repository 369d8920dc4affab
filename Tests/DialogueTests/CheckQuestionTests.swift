import Chess
import DialogueTestSupport
import FoundationEssentials
import Localization
import Testing

@testable import Dialogue

/// "Am I in check?"
@Suite struct CheckQuestionTests {
  private static let queen = "4k3/8/8/8/8/4q3/8/4K3 w - - 0 1"
  private static let two = "4r1k1/8/8/8/8/3n4/8/4K3 w - - 0 1"

  @Test(arguments: [
    (queen, "am I in check", "Check by the queen on e3."),
    (queen, "is white in check", "Check by the queen on e3."),
    (queen, "Is it mate?", "Check by the queen on e3."),
    (two, "is it check", "Check by the knight on d3 and the rook on e8."),
    ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "am i in check", "Check by the pawn on d2."),
    (queen, "is black in check", "No check."), (queen, "is the black king in check", "No check."),
    ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "is black in check", "Check by the rook on e2."),
    ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "is the white king in check", "No check."),
    ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "is it checkmate", "Checkmate by the queen on g7."),
    (Position.start.fen, "am I in check?", "No check."),
  ])
  func thePositionAnswers(fen: String, line: String, answer: String) throws {
    var dialogue = try dialogue(fen)
    let response = try #require(dialogue.read(line).first)
    #expect(response.lines.map(\.description) == [answer])
    #expect(response.command?.command.rawValue == "check" && dialogue.game.moves.isEmpty)
  }

  @Test func theOpponentsCheckIsNotThePlayers() throws {
    var dialogue = try dialogue(
      "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
      opponent: Opponent(side: .black, strength: .level(1), name: "toy"))
    _ = dialogue.read("Ra8")
    #expect(dialogue.read("am I in check").first?.lines == ["No check."])
    #expect(dialogue.read("is it check").first?.lines == ["Check by the rook on a8."])
  }

  @Test func theStatusMentionsCheck() throws {
    var dialogue = try dialogue(Self.queen)
    let status = try #require(dialogue.read("status").first?.command)
    #expect(status.lines.first == "White to move, move 1. Check by the queen on e3.")
  }

  @Test(arguments: [
    ("de_DE", "Bin ich im Schach?", "Schach: die Dame auf e3."),
    ("fr_FR", "suis-je en echec", "Échec par la dame en e3."),
    ("es_ES", "¿Estoy en jaque?", "Jaque: la dama de e3."),
    ("it_IT", "sono sotto scacco?", "Scacco: la donna in e3."),
    ("nl_NL", "sta ik schaak", "Schaak door de dame op e3."),
    ("nl_NL", "am I in check", "Schaak door de dame op e3."),
  ])
  func everyLanguageHasItsWords(locale: String, line: String, answer: String) throws {
    var dialogue = try packDialogue(locale, Self.queen)
    let lines = try #require(dialogue.read(line).first).lines
    #expect(lines.map { $0.text(in: dialogue.translation) } == [answer])
  }
}
