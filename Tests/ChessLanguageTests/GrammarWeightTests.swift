import Chess
import DialogueTestSupport
import Glibc
import LanguageModel
import TestSupport
import Testing

@testable import ChessLanguage

/// The grammar's probability of each scope.
@Suite struct GrammarWeightTests {
  private let templates: PhraseTemplates

  init() throws { templates = try UnpronouncedLanguage.shared.get().templates }

  /// A scope's probability, computed from one of its phrases: the phrase's probability in the whole
  /// grammar, divided by that in a grammar of this scope alone.
  private func share(
    _ scope: PhraseTemplate.Scope, _ phrase: String, in grammar: Grammar, _ moves: [BoundMove]
  ) throws -> Double {
    let words = words(phrase)
    let alone = Grammar.Phrases(templates.grammar(moves: moves, scopes: [scope]))
    let whole = try #require(Grammar.Phrases(grammar).weight(of: words))
    return exp(whole - (try #require(alone.weight(of: words))))
  }

  @Test func movesCommandsAndOpeningsHaveTheirShares() throws {
    let moves = BoundMove.bind(Position.start.legalMoves, in: .start)
    let grammar = templates.grammar(moves: moves, scopes: [.move, .command, .opening])
    let shares = [
      try share(.move, "knight to f three", in: grammar, moves),
      try share(.command, "take back", in: grammar, moves),
      try share(.opening, "play the albin counter gambit", in: grammar, moves),
    ]
    // Their sum is below 1, because words without meaning are left out.
    for (share, expected) in zip(shares, [0.94, 0.04, 0.015]) {
      #expect(abs(share - expected / 0.995) < 0.002 * expected, "\(shares)")
    }
  }

  /// Words added by a user are rare; a single move has the whole share of moves.
  @Test func aSingleMoveHasTheWholeShareOfMoves() throws {
    let data = CustomLanguageModelData(
      locale: LanguageModel.Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCount(phrase: "good morning", count: 3)
    }
    let (own, dialogue) = (ChessPhrases.moves(), ChessPhrases.dialogue())
    let templates = PhraseTemplates(
      [own, dialogue, data], lexicon: try UnpronouncedLanguage.shared.get().lexicon)
    let position = try Position(fen: "7k/8/8/8/8/8/1q6/K7 w - - 0 1")
    let moves = BoundMove.bind(position.legalMoves, in: position)
    try #require(moves.count == 1)
    let grammar = templates.grammar(moves: moves, scopes: [.move, .command, .plain])
    for (scope, phrase, expected) in [
      (.move, "king takes b two", 0.94), (.command, "take back", 0.04),
      (.plain, "good morning", 0.005),
    ] as [(PhraseTemplate.Scope, String, Double)] {
      let words = phrase.split(separator: " ").map(String.init)
      let alone = Grammar.Phrases(templates.grammar(moves: moves, scopes: [scope]))
      let whole = try #require(Grammar.Phrases(grammar).weight(of: words))
      let share = exp(whole - (try #require(alone.weight(of: words))))
      #expect(abs(share - expected / 0.985) < 0.002 * expected, "\(phrase)")
    }
  }

  @Test func answersHaveTheirShareInAQuestion() throws {
    let position = try Position(fen: "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 12")
    let choices = ["b1d2", "f3d2"].compactMap { Move(uci: $0) }
    let moves = BoundMove.bind(choices, in: position)
    let grammar = templates.expand(
      templates.symbolGrammar(moves: [], choices: moves, scopes: [.answer, .command]))
    let shares = [
      try share(.answer, "yes", in: grammar, moves),
      try share(.command, "take back", in: grammar, moves),
    ]
    for (share, expected) in zip(shares, [0.5, 0.04]) {
      #expect(abs(share - expected / 1.04) < 0.01 * expected, "\(shares)")
    }
  }

  /// "Horse" stands in the class "only-heard".
  @Test func rareWordsHaveATwentiethOfTheUsualOnesShare() throws {
    let moves = BoundMove.bind([try #require(Move(uci: "g1f3"))], in: .start)
    let phrases = Grammar.Phrases(templates.grammar(moves: moves, scopes: [.move]))
    let usual = try #require(phrases.weight(of: ["knight", "f", "three"]))
    let rare = try #require(phrases.weight(of: ["horse", "f", "three"]))
    #expect(abs(exp(rare - usual) - 0.05) < 1e-3)
  }

  @Test func equalWordsShareOneSymbol() {
    #expect(Set(templates.symbols).count == templates.symbols.count)
    #expect(Set(templates.words).count == templates.words.count)
  }

  @Test func movesAreEquallyLikely() throws {
    let moves = BoundMove.bind(Position.start.legalMoves, in: .start)
    let whole = Grammar.Phrases(templates.grammar(moves: moves, scopes: [.move]))
    for move in moves {
      let alone = templates.grammar(moves: [move], scopes: [.move])
      let phrase = try #require(Grammar.Phrases(alone).prefix(1).first)
      let weights = (
        try #require(whole.weight(of: phrase)),
        try #require(Grammar.Phrases(alone).weight(of: phrase))
      )
      let count = moves.count { other in
        templates.grammar(moves: [other], scopes: [.move]).accepts(phrase)
      }
      if count == 1 { #expect(abs(exp(weights.0 - weights.1) - 1 / 20) < 1e-3, "\(phrase)") }
    }
  }

  /// Partial results have usual words only, so that the decoder has fewer states.
  @Test func rareWordsAreUnderstoodButNotStreamed() throws {
    let model = try UnpronouncedLanguage.shared.get().bound(to: .position(.start)).languageModel
    let streamed = try #require(model.streamed)
    for (usual, rare) in [
      ("knight to f three", "horse to f three"), ("okay e four", "okay i'll play e four"),
      ("e four please", "e four my friend"),
    ] {
      #expect(model.grammar.accepts(words(usual)) && streamed.accepts(words(usual)), "\(usual)")
      #expect(model.grammar.accepts(words(rare)) && !streamed.accepts(words(rare)), "\(rare)")
    }
    #expect(streamed.stateCount < model.grammar.stateCount)
  }

  /// Among all phrases, a usual word is five times as likely as a rare one.
  @Test func rareWordsAreRare() throws {
    let everything = Grammar.Phrases(try UnpronouncedLanguage.shared.get().everything)
    let usual = try #require(everything.weight(of: words("knight to f three check")))
    let rare = try #require(everything.weight(of: words("horse to f three check")))
    #expect(abs(exp(rare - usual) - 0.2) < 1e-3)
  }

  /// A template's forms share its count, however many there are.
  @Test func theFormsOfATemplateShareItsCount() {
    let data = [ChessPhrases.moves(), ChessPhrases.dialogue()].map { $0.courteous(rare: []) }
    let counts = data.flatMap { $0.templateGroups.flatMap { $0.templates.map(\.count) } }
    let phrases = data.flatMap { $0.phraseCounts.map(\.count) }
    let weight = templates.templates.reduce(0) { $0 + $1.weight }
    #expect(abs(weight - Double((counts + phrases).reduce(0, +))) < 1e-6 * weight)
  }
}
