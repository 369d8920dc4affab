import Chess
import DialogueTestSupport
import TestSupport
import Testing

@testable import ChessLanguage

/// Suggested phrases agree in gender and case. Other phrases are understood too.
@Suite(.tags(.hardwareFree, .slow), .skippable(.slow)) struct AgreementTests {
  /// One language's articles.
  struct Articles: Sendable, CustomTestStringConvertible {
    var locale: String
    var articles: Set<String>
    /// The articles that each noun may have, those after "mit" with it.
    var right: [String: Set<String>]
    /// Wrong, but understood; it plays Rd8.
    var loose: [String]
    /// The right way to say the same.
    var strict: [String]
    var testDescription: String { locale }
  }

  private static func all(_ nouns: String, _ articles: Set<String>) -> [(String, Set<String>)] {
    nouns.split(separator: " ").map { (String($0), articles) }
  }

  private static let languages = [
    Articles(
      locale: "de_DE", articles: ["den", "die", "der", "dem", "das", "zur", "zum"],
      right: Dictionary(
        uniqueKeysWithValues: all("springer läufer turm könig", ["den", "mit dem", "zum"])
          + [("bauern", ["den", "mit dem"]), ("bauer", []), ("dame", ["die", "mit der", "zur"])]),
      loose: ["ziehe die Turm nach d acht", "ziehe der Turm nach d acht"],
      strict: ["ziehe den Turm nach d acht"]),
    Articles(
      locale: "es_ES", articles: ["el", "la"],
      right: Dictionary(
        uniqueKeysWithValues: all("peón caballo alfil rey", ["el"])
          + all("torre dama reina", ["la"])),
      loose: ["mueve el torre a d ocho"], strict: ["mueve la torre a d ocho"]),
    Articles(
      locale: "fr_FR", articles: ["le", "la"],
      right: Dictionary(
        uniqueKeysWithValues: all("pion cavalier fou roi", ["le"])
          + all("tour dame reine", ["la"])),
      loose: ["joue le tour en d huit"], strict: ["joue la tour en d huit"]),
    Articles(
      locale: "it_IT", articles: ["il", "la"],
      right: Dictionary(
        uniqueKeysWithValues: all("pedone cavallo re", ["il"])
          + all("torre donna regina", ["la"]) + all("alfiere l'alfiere", [])),
      loose: ["muovi il torre in d otto"], strict: ["muovi la torre in d otto"]),
    Articles(
      locale: "nl_NL", articles: ["de", "het"],
      right: Dictionary(
        uniqueKeysWithValues: all("pion loper toren dame koningin koning", ["de"])
          + [("paard", ["het"])]),
      loose: ["speel het toren naar d acht"], strict: ["speel de toren naar d acht"]),
  ]

  /// Moves of every piece, captures of every piece by some, promotions and castling.
  private static func moves() throws -> [(position: Position, moves: [Move])] {
    try [
      "r3k2r/pPp1qppp/2n2n2/3pP3/1b1P4/2N2N2/PP2QPPP/R3K2R w KQkq d6 0 10",
      "4k3/P7/1n1b1q2/2PQ4/4B3/3p1N2/3R4/4K3 w - - 0 1",
    ].map { fen in
      let position = try Position(fen: fen)
      let different = Dictionary(grouping: position.legalMoves) { move in
        let facts = position.facts(of: move)
        return [facts?.piece, facts?.captured, facts?.promotion]
      }
      return (position, different.values.compactMap(\.first))
    }
  }

  @Test(arguments: languages) func suggestedMovesAgree(language: Articles) throws {
    let pack = try UnpronouncedLanguage.pack(language.locale)
    var joined: Set<String> = []
    for (position, moves) in try Self.moves() {
      let bound = pack.bound(to: .position(position))
      for phrase in moves.flatMap({ bound.phrases(for: $0, limit: 80) }) {
        let words = phrase.split(separator: " ").map(String.init)
        for (index, word) in words.enumerated() where index > 0 {
          let article = words[index - 1]
          guard let right = language.right[word], language.articles.contains(article) else {
            continue
          }
          let isDative = index > 1 && words[index - 2] == "mit"
          #expect(right.contains(isDative ? "mit \(article)" : article), "\(phrase)")
          joined.insert(word)
        }
        // Never the subject.
        #expect(!["bauern", "l'alfiere"].contains(words.first), "\(phrase)")
      }
    }
    // Every noun is suggested with its article.
    #expect(joined == Set(language.right.filter { !$0.value.isEmpty }.keys))
  }

  @Test(arguments: languages) func whatDisagreesIsUnderstood(language: Articles) throws {
    let position = try Position(fen: "8/P6k/8/8/4q3/3R4/7K/8 w - - 0 1")
    let bound = try UnpronouncedLanguage.pack(language.locale).bound(to: .position(position))
    let move = try #require(position.legalMoves.first { $0.uci == "d3d8" })
    for phrase in language.loose + language.strict {
      let words = phrase.lowercased().split(separator: " ").map(String.init)
      #expect(bound.interpret(words) == .moves([move]), "\(phrase)")
    }
    let suggested = bound.phrases(for: move, limit: 80)
    #expect(suggested.filter { language.loose.map { $0.lowercased() }.contains($0) } == [])
    for phrase in language.strict { #expect(suggested.contains(phrase.lowercased())) }
  }

  @Test(arguments: [
    ("de_DE", "springer schlägt den bauern"), ("de_DE", "schlage d vier mit dem springer"),
    ("it_IT", "cavallo prende il pedone"),
  ])
  func capturesHaveArticles(locale: String, phrase: String) throws {
    let position = try Position(fen: "4k3/8/8/8/3p4/5N2/8/4K3 w - - 0 1")
    let bound = try UnpronouncedLanguage.pack(locale).bound(to: .position(position))
    let move = try #require(position.legalMoves.first { $0.uci == "f3d4" })
    #expect(bound.phrases(for: move, limit: 120).contains(phrase))
  }

  @Test func anElidedArticleIsUnderstoodAndSuggested() throws {
    let position = try Position(fen: "4k3/8/8/8/3b4/5N2/8/4K3 w - - 0 1")
    let bound = try UnpronouncedLanguage.pack("it_IT").bound(to: .position(position))
    let move = try #require(position.legalMoves.first { $0.uci == "f3d4" })
    #expect(bound.interpret(["cavallo", "prende", "l'alfiere"]) == .moves([move]))
    #expect(bound.phrases(for: move, limit: 200).contains("cavallo per l'alfiere"))
  }

  /// How the articles of openings begin: the words after them, which have no article otherwise.
  @Test(
    arguments: [
      ("de_DE", ["die": ["partie", "verteidigung", "eröffnung"]]),
      ("es_ES", ["el": ["gambito", "sistema"], "la": []]),
      ("fr_FR", ["le": ["gambit", "système"], "la": []]),
      ("it_IT", ["il": ["gambetto", "sistema"], "la": []]),
      ("nl_NL", ["de": ["partij", "verdediging", "opening", "caro", "aljechin"], "het": []]),
    ] as [(String, [String: [String]])])
  func suggestedOpeningsAgree(locale: String, articles: [String: [String]]) throws {
    let pack = try UnpronouncedLanguage.pack(locale)
    let bound = pack.bound(to: .position(.start))
    let all: Set = ["den", "die", "der", "el", "la", "le", "il", "de", "het"]
    var found: Set<String> = []
    for opening in pack.namedOpenings {
      for phrase in bound.phrases(for: opening, limit: 80) {
        let words = phrase.split(separator: " ").map(String.init)
        guard words.count > 2, all.contains(words[1]) else { continue }
        let name = words.dropFirst(2)
        // The article whose nouns the name has, or the one for all others.
        let own = articles.first { !$0.value.isEmpty && !name.filter($0.value.contains).isEmpty }
        let expected = own?.key ?? articles.first { $0.value.isEmpty }?.key
        #expect(words[1] == expected, "\(phrase)")
        found.insert(words[1])
        let isElided = "aeiouéè".contains(name.first?.first ?? " ")
        #expect(!isElided || !["fr_FR", "it_IT"].contains(locale), "\(phrase)")
      }
    }
    #expect(found == Set(articles.keys))
  }
}
