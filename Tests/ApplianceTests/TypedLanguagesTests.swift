import ApplianceCore
import Chess
import Dialogue
import DialogueTestSupport
import TestSupport
import Testing

/// Words of each language have the same meaning typed as spoken.
@Suite(.timeLimit(.patientMinutes(2))) struct TypedLanguagesTests {
  /// White can castle, take en passant and promote.
  private static let busy = "r3k2r/pPp1qppp/2n2n2/3pP3/1b1P4/2N2N2/PP2QPPP/R3K2R w KQkq d6 0 10"

  /// Typed text in the start position, and the move.
  private static let atTheStart = [
    ("de_DE", "Springer f drei", "Nf3"), ("de_DE", "springer auf f3", "Nf3"),
    ("de_DE", "e vier", "e4"), ("de_DE", "Gustav drei", "g3"), ("de_DE", "Sf3", "Nf3"),
    ("es_ES", "caballo f tres", "Nf3"), ("es_ES", "caballo a f3", "Nf3"),
    ("es_ES", "e cuatro", "e4"), ("es_ES", "Cf3", "Nf3"),
    ("fr_FR", "cavalier f trois", "Nf3"), ("fr_FR", "cavalier en f3", "Nf3"),
    ("fr_FR", "e quatre", "e4"), ("fr_FR", "Cf3", "Nf3"),
    ("it_IT", "cavallo f tre", "Nf3"), ("it_IT", "cavallo in f3", "Nf3"),
    ("it_IT", "e quattro", "e4"), ("it_IT", "Cf3", "Nf3"),
    ("nl_NL", "paard f drie", "Nf3"), ("nl_NL", "paard naar f3", "Nf3"),
    ("nl_NL", "e vier", "e4"), ("nl_NL", "Pf3", "Nf3"),
  ]

  /// Typed text in the busy position, and the move.
  private static let later = [
    ("de_DE", "kurze Rochade", "O-O"), ("de_DE", "große Rochade", "O-O-O"),
    ("de_DE", "grosse Rochade", "O-O-O"), ("de_DE", "e schlägt d sechs", "exd6"),
    ("de_DE", "e schlagt d sechs", "exd6"), ("de_DE", "e schlaegt d6 en passant", "exd6"),
    ("de_DE", "b acht Dame", "b8=Q+"), ("de_DE", "König d eins", "Kd1"),
    ("de_DE", "Koenig d eins", "Kd1"),
    ("es_ES", "enroque corto", "O-O"), ("es_ES", "enroque largo", "O-O-O"),
    ("es_ES", "e por d seis", "exd6"), ("es_ES", "b ocho dama", "b8=Q+"),
    ("fr_FR", "petit roque", "O-O"), ("fr_FR", "grand roque", "O-O-O"),
    ("fr_FR", "e prend d six", "exd6"), ("fr_FR", "b huit dame", "b8=Q+"),
    ("it_IT", "arrocco corto", "O-O"), ("it_IT", "arrocco lungo", "O-O-O"),
    ("it_IT", "e prende d sei", "exd6"), ("it_IT", "b otto donna", "b8=Q+"),
    ("nl_NL", "korte rokade", "O-O"), ("nl_NL", "lange rokade", "O-O-O"),
    ("nl_NL", "e slaat d zes", "exd6"), ("nl_NL", "b acht dame", "b8=Q+"),
  ]

  private func check(_ lines: [(String, String, String)], at fen: String) throws {
    for locale in PackLanguage.locales {
      let pack = try PackLanguage(locale)
      for (_, line, san) in lines.filter({ $0.0 == locale }) {
        var dialogue = ChessDialogue(
          language: pack.language, game: Game(start: try Position(fen: fen)),
          translation: pack.translation)
        let responses = dialogue.read(line)
        #expect(responses.first?.move?.san == san, "\(locale), \(line): \(responses)")
      }
    }
  }

  @Test func movesCanBeTypedInWords() throws {
    try check(Self.atTheStart, at: Position.start.fen)
    try check(Self.later, at: Self.busy)
  }

  /// Italian questions have apostrophes, of either kind; accents may be left out.
  @Test(arguments: [
    "dov'è la mia donna?", "Dov’è la donna", "dov'e il mio re", "dov'e l'alfiere",
    "cosa c'è in d1", "Chi c’è in d1?",
  ])
  func questionsMayHaveApostrophes(line: String) throws {
    let pack = try PackLanguage("it_IT")
    var dialogue = ChessDialogue(language: pack.language, translation: pack.translation)
    guard case .command(let report) = dialogue.read(line).first, case .ask = report.command else {
      Issue.record("\(line): \(dialogue.read(line))")
      return
    }
    #expect(report.lines.map { $0.text(in: pack.translation) }.joined().contains("1"))
  }

  @Test(
    arguments: [
      ("de_DE", "spiele sizilianische Verteidigung", "Sizilianische Verteidigung"),
      ("de_DE", "spiele franzoesisch", "Französische Verteidigung"),
      ("es_ES", "juega la siciliana", "Defensa siciliana"),
      ("fr_FR", "joue la sicilienne", "Défense sicilienne"),
      ("it_IT", "gioca la siciliana", "Difesa siciliana"),
      ("nl_NL", "speel Siciliaans", "Siciliaanse verdediging"),
    ] as [(String, String, String)])
  func openingsAreNamedInTheLanguage(locale: String, line: String, name: String) throws {
    let pack = try PackLanguage(locale)
    var dialogue = ChessDialogue(
      language: pack.language, game: Game(), translation: pack.translation)
    let response = try #require(dialogue.read(line).first)
    let shown = response.lines.map { $0.text(in: pack.translation) }.joined(separator: "\n")
    #expect(shown.hasSuffix("  \(name)"), "\(shown)")
    let notation = SpokenNotation(pack.translation)
    let said = ConsoleMessage.response(response, nil).spoken(by: notation) ?? ""
    #expect(said.hasPrefix("\(name). "), "\(said)")
  }

  @Test(
    arguments: [
      ("de_DE", "Diese Stellung lässt sich nicht aufbauen: Weiß hat keinen König."),
      ("es_ES", "las blancas no tienen rey."), ("fr_FR", "les blancs n'ont pas de roi."),
      ("it_IT", "il bianco non ha il re."), ("nl_NL", "wit heeft geen koning."),
    ] as [(String, String)])
  func mistakesInAPositionAreReportedInTheLanguage(locale: String, reason: String) throws {
    let pack = try PackLanguage(locale)
    var dialogue = ChessDialogue(
      language: pack.language, game: Game(), translation: pack.translation)
    let refusal = try #require(dialogue.read("set up 8/8/8/8/8/8/8/4k3 w - - 0 1").first?.refusal)
    let text = refusal.message.text(in: pack.translation)
    #expect(text.hasSuffix(reason), "\(text)")
    // The console's answer to a FEN with too many ranks has no English in it.
    let long = try #require(dialogue.read("set up 8/8/8/8/8/8/8/8/8 w - - 0 1").first?.refusal)
    #expect(!long.message.text(in: pack.translation).contains("expected"))
    #expect(long.message.description.contains("in field 1, pieces: expected 8 ranks, found more"))
  }
}
