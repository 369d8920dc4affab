import Chess
import DialogueTestSupport
import FoundationEssentials
import LanguageModel
import TestSupport
import Testing

@testable import ChessLanguage

/// The packs of `grammars/`: a language needs only its data.
@Suite(.tags(.hardwareFree)) struct LanguagePackTests {
  static let locales: [String] = {
    let folder = UnpronouncedLanguage.folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.contains("_") }.sorted()
  }()

  private static func data(_ locale: String, _ name: String) throws -> CustomLanguageModelData {
    try CustomLanguageModelData(
      contentsOf: UnpronouncedLanguage.folder.appending(path: "\(locale)/\(name).json"))
  }

  private static func classes(_ data: CustomLanguageModelData) -> [String: [String]] {
    var classes: [String: [String]] = [:]
    for definition in data.templateGroups.flatMap(\.classes) {
      classes[definition.name] = definition.values
    }
    return classes
  }

  @Test func aQuestionHasAtMostSixChoices() {
    for number in 1...6 { #expect(Role(className: "choice-\(number)") == .choice(number - 1)) }
    for name in ["choice-0", "choice-7", "choice-", "choice"] {
      #expect(Role(className: name) == nil, "\(name)")
    }
  }

  @Test func thereAreSevenPacks() {
    #expect(
      Self.locales == ["de_DE", "en_GB", "en_US", "es_ES", "fr_FR", "it_IT", "nl_NL"])
  }

  /// Meaningful parts have the American pack's names, with this language's words.
  @Test(arguments: locales) func everyPackSaysAllThatEnglishDoes(locale: String) throws {
    for name in ["chess", "dialogue"] {
      let (pack, english) = (try Self.data(locale, name), try Self.data("en_US", name))
      #expect(pack.locale.identifier == locale)
      // Only English has descriptive notation and calls a rook a castle, and no language changes to
      // itself.
      let own = Self.classes(pack)
      let missing = ["by-rook", "speak-\(pack.locale.language)"]
      let others = Self.classes(english).filter {
        !$0.key.hasPrefix("home-") && !missing.contains($0.key)
      }
      for (name, values) in others where Role(className: name) != nil {
        let isSaid = own[name]?.contains { !$0.isEmpty }
        #expect(isSaid == values.contains { !$0.isEmpty }, "\(name)")
        if case .command? = Role(className: name), !locale.hasPrefix("en") {
          #expect(own[name] != values, "\(name) is still English")
        }
      }
      for leaf in Role.piece.leafClassNames + Role.file.leafClassNames + Role.rank.leafClassNames {
        #expect(own[leaf]?.isEmpty == false, "\(leaf)")
      }
    }
  }

  /// Only `chess.json` has the class "only-heard"; it is about both files' words.
  @Test(arguments: locales) func bothFilesHaveTheSameWordsForMoves(locale: String) throws {
    let (moves, dialogue) = (try Self.data(locale, "chess"), try Self.data(locale, "dialogue"))
    let others = Self.classes(dialogue)
    let around: Set = ["opener", "interjection", "lead", "courtesy"]
    for (name, values) in Self.classes(moves) where !around.contains(name) {
      #expect(others[name] == nil || others[name] == values, "\(name)")
    }
  }

  @Test func britishEnglishHasTheSamePhrases() throws {
    for name in ["chess", "dialogue"] {
      #expect(
        try Self.data("en_GB", name).templateGroups == Self.data("en_US", name).templateGroups,
        "copy the groups of grammars/en_US/\(name).json")
    }
  }

  /// Words around a move change nothing, and nobody is told to say them.
  @Test(arguments: locales) func movesAndCommandsCanBeginAndEndPolitely(locale: String)
    async throws
  {
    let bound = try UnpronouncedLanguage.pack(locale).bound(to: .position(.start))
    let move = try #require(Move(uci: "g1f3"))
    let plain = bound.phrases(for: move, limit: 200)
    let undo = try #require(Self.classes(Self.data(locale, "dialogue"))["undo"]?.first)
    for (name, phrase, meaning) in [
      ("chess", try #require(plain.first), Interpretation.moves([move])),
      ("dialogue", undo, .command(.undo)),
    ] {
      let classes = Self.classes(try Self.data(locale, name))
      let courtesy = try #require(classes["courtesy"]?.first)
      let generator = TemplatePhraseCountGenerator()
      for (name, values) in classes { generator.define(className: name, values: values) }
      for template in [
        "<opener> \(phrase)", "<opener> \(phrase) \(courtesy)",
        "<interjection> \(phrase) <courtesy>", "<lead> \(phrase) <courtesy>",
      ] {
        generator.insert(template: template, count: 1)
      }
      for try await polite in generator.map(\.phrase) {
        let words = SpokenText.words(in: polite) {
          bound.language.lexicon.pronunciations[$0] != nil
        }
        #expect(bound.interpret(words) == meaning, "\(polite)")
        #expect(!plain.contains(polite))
      }
    }
    #expect(plain.count > 20)
  }

  /// Every legal move has unambiguous phrases.
  @Test(.tags(.slow), .skippable(.slow), arguments: locales) func everyMoveCanBeSaid(locale: String)
    throws
  {
    let language = try UnpronouncedLanguage.pack(locale)
    #expect(language.lexicon.isMapped == !locale.hasPrefix("en"))
    for fen in [
      Position.start.fen,
      "r3k2r/pPp1qppp/2n2n2/3pP3/1b1P4/2N2N2/PP2QPPP/R3K2R w KQkq d6 0 10",
      "8/P6k/8/8/4q3/3R4/7K/8 w - - 0 1",
    ] {
      let position = try Position(fen: fen)
      let bound = language.bound(to: .position(position))
      for move in position.legalMoves {
        let phrases = bound.phrases(for: move, limit: 5)
        #expect(!phrases.isEmpty, "\(move.uci) in \(fen)")
        for phrase in phrases {
          let meaning = bound.interpret(phrase.split(separator: " ").map(String.init))
          guard case .moves(let moves) = meaning else {
            Issue.record("\(phrase): \(meaning)")
            continue
          }
          #expect(moves == [move], "\(phrase)")
        }
      }
    }
  }

  /// The names that FIDE's rules give the files for blind players.
  @Test(arguments: [
    ("en_US", "knight felix three"), ("en_GB", "knight felix three"),
    ("de_DE", "springer felix drei"), ("fr_FR", "cavalier félix trois"),
    ("es_ES", "caballo félix tres"), ("it_IT", "cavallo felix tre"),
    ("nl_NL", "paard felix drie"),
  ])
  func filesHaveNamesForBlindPlayers(locale: String, phrase: String) throws {
    let bound = try UnpronouncedLanguage.pack(locale).bound(to: .position(.start))
    let move = try #require(Move(uci: "g1f3"))
    #expect(bound.interpret(words(phrase)) == .moves([move]))
  }

  /// No two pieces, files or ranks share a name.
  @Test(arguments: locales) func noWordMeansTwoThings(locale: String) throws {
    let classes = Self.classes(try Self.data(locale, "chess"))
    for role in [Role.piece, .file, .rank] {
      let words = role.leafClassNames.flatMap { name in
        Set((classes[name] ?? []).map { $0.lowercased() })
      }
      #expect(Set(words).count == words.count, "\(words)")
    }
  }

  /// Each opening's name means that opening.
  @Test(.tags(.slow), .skippable(.slow), arguments: locales) func everyOpeningsNameMeansIt(
    locale: String
  ) throws {
    let language = try UnpronouncedLanguage.pack(locale)
    let bound = language.bound(to: .position(.start))
    #expect(language.namedOpenings.count >= 19)
    for opening in language.namedOpenings {
      let phrases = bound.phrases(for: opening, limit: 3)
      #expect(!phrases.isEmpty, "\(opening)")
      for phrase in phrases {
        guard
          case .opening(let said) = bound.interpret(phrase.split(separator: " ").map(String.init))
        else {
          Issue.record("\(phrase)")
          continue
        }
        #expect(said.opening == opening, "\(phrase)")
      }
    }
  }
}
