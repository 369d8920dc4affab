import Chess
import LanguageModel

/// The chess language: templates to bind to a position, and the meanings of words there.
///
/// The phrases come from two data files: moves and openings, and the dialogue around them. Classes
/// with fixed names (`Role`) carry the meaning; the files choose all other classes and all words.
/// Immutable, and cheap to copy.
public struct ChessLanguage: Sendable {
  /// The pronunciations of all words of its grammars.
  public let lexicon: Lexicon
  let templates: PhraseTemplates
  let anyMove: Grammar
  /// Everything that can ever be said: moves of all positions, openings, commands and answers.
  public let everything: Grammar
  let openings: [SpokenOpening?]
  /// The letters of its words, in lower case.
  public let letters: Set<Character>
  /// Whether moves can be said at all; it also reads data with other phrases.
  public var hasMoves: Bool { templates.templates.contains { $0.scope == .move } }

  /// Reads the phrases from data files.
  ///
  /// - Parameters:
  ///   - moves: Moves and openings, such as `grammars/en_US/chess.json`.
  ///   - dialogue: Commands, answers and choices, such as `grammars/en_US/dialogue.json`.
  ///   - dictionary: The acoustic model's pronunciations.
  ///   - names: People whose names can be said too, if the dictionary has them.
  public init(
    moves: CustomLanguageModelData, dialogue: CustomLanguageModelData,
    dictionary: PronunciationDictionary, names: [String] = []
  ) throws(LanguageModelError) {
    let pronounced = dictionary.pronunciations(of: names.map { $0.lowercased() })
    let names = names.filter { pronounced[$0.lowercased()] != nil }
    let rare = moves.rareValues
    let (moves, compiled) = try Self.compile(moves, rare, dictionary)
    let (dialogue, compiledDialogue) = try Self.compile(
      names.isEmpty ? dialogue : dialogue.adding(names, toClass: "name"), rare, dictionary)
    let lexicon = Lexicon(
      pronunciations: compiled.lexicon.pronunciations.merging(
        compiledDialogue.lexicon.pronunciations
      ) { first, _ in first },
      isMapped: compiled.lexicon.isMapped)
    let templates = PhraseTemplates([moves, dialogue], lexicon: lexicon)
    guard templates.tooLarge.isEmpty else {
      throw LanguageModelError(
        .invalidModel, operation: "take the phrases of \(moves.identifier)",
        issues: templates.tooLarge)
    }
    let openings = templates.openingNames.map { name in
      Openings.named(name).map { SpokenOpening(spokenName: name, opening: $0) }
    }
    let unknown = zip(templates.openingNames, openings).filter { $0.1 == nil }.map(\.0)
    guard unknown.isEmpty else {
      throw LanguageModelError(
        .invalidModel, operation: "look up the openings of \(moves.identifier)",
        issues: unknown.map {
          .init(
            .undefinedClass, "no opening is known by this name: correct it or take it away",
            subject: $0)
        })
    }
    self.lexicon = lexicon
    letters = Set(lexicon.pronunciations.keys.joined().flatMap { $0.lowercased() })
    self.templates = templates
    self.openings = openings
    anyMove = compiled.grammar
    everything = compiled.grammar.union(compiledDialogue.grammar, share: 0.9)
  }

  /// The data with openers and courtesies, compiled.
  private static func compile(
    _ data: CustomLanguageModelData, _ rare: Set<String>, _ dictionary: PronunciationDictionary
  ) throws(LanguageModelError) -> (CustomLanguageModelData, CompiledLanguageModel) {
    let courteous = data.courteous(rare: rare)
    do throws(LanguageModelError) {
      return (courteous, try CompiledLanguageModel(courteous, dictionary: dictionary))
    } catch {
      // Mistakes are reported as the file has them.
      _ = try CompiledLanguageModel(data, dictionary: dictionary)
      throw error
    }
  }

  /// The phrases of a listening situation, and their meanings there.
  ///
  /// Computes a position's legal moves only once.
  ///
  /// - Parameters:
  ///   - listening: The situation.
  ///   - correctable: The move that a correction replaces; nil if there is none.
  public func bound(
    to listening: Listening, correcting correctable: Correctable? = nil
  ) -> BoundLanguage {
    BoundLanguage(self, to: listening, correcting: correctable)
  }

  /// Whether a move after these words replaces the last one: "no", "I meant".
  package func corrects(_ words: [String]) -> Bool {
    templates.isBeginningOfCorrection(words, namesWrongMove: false)
  }

  /// Whether the wrong move and then the right one follow these words: "not".
  package func negates(_ words: [String]) -> Bool {
    templates.isBeginningOfCorrection(words, namesWrongMove: true)
  }

  /// Whether a person's name follows these words: "I am".
  package func introduces(_ words: [String]) -> Bool { templates.isIntroduction(words) }

  /// Whether it is one of the names that players can say.
  package func isName(_ text: String) -> Bool {
    templates.names.contains { $0.lowercased() == text.lowercased() }
  }

  /// A phrase with the capitals of the data file, for people: "Springer f drei".
  package func written(_ phrase: String) -> String {
    phrase.split(separator: " ")
      .map { templates.spellings[String($0)] ?? String($0) }.joined(separator: " ")
  }

  /// The grammar of all ways to say a legal move, including ambiguous ones.
  public func grammar(for move: Move, in position: Position) -> Grammar {
    templates.grammar(moves: BoundMove.bind([move], in: position), scopes: [.move])
  }
}
