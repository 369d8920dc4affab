import Chess
import LanguageModel

/// The chess language: templates to bind to a position, and what words mean there.
///
/// The phrases come from two data files: moves and openings, and the dialogue around them.
/// Classes with fixed names (`Role`) carry the meaning; all other classes and all words are up to
/// the files. Immutable, and cheap to copy.
public struct ChessLanguage: Sendable {
  /// The pronunciations of every word of every grammar that is made from it.
  public let lexicon: Lexicon
  let templates: PhraseTemplates
  let anyMove: Grammar
  /// Everything that can ever be said: moves of all positions, openings, commands and answers.
  public let everything: Grammar
  let openings: [SpokenOpening?]
  /// The characters of its words, in lower case.
  public var letters: Set<Character> {
    Set(lexicon.pronunciations.keys.joined().flatMap { $0.lowercased() })
  }
  /// Whether moves can be said at all; data with other phrases can be read too.
  public var hasMoves: Bool { templates.templates.contains { $0.scope == .move } }

  /// Reads what can be said from data files.
  ///
  /// - Parameters:
  ///   - moves: Moves and openings, as `grammars/en_US/chess.json` has them.
  ///   - dialogue: Commands, answers and choices, as `grammars/en_US/dialogue.json` has them.
  ///   - dictionary: The acoustic model's pronunciations.
  ///   - names: People whose names can be said too, if the dictionary has them.
  /// - Throws: One error that lists everything that is wrong with the data.
  public init(
    moves: CustomLanguageModelData, dialogue: CustomLanguageModelData,
    dictionary: PronunciationDictionary, names: [String] = []
  ) throws(LanguageModelError) {
    let pronounced = dictionary.pronunciations(of: names.map { $0.lowercased() })
    let names = names.filter { pronounced[$0.lowercased()] != nil }
    let dialogue = names.isEmpty ? dialogue : dialogue.adding(names, toClass: "name")
    let compiled = try CompiledLanguageModel(moves, dictionary: dictionary)
    let compiledDialogue = try CompiledLanguageModel(dialogue, dictionary: dictionary)
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
    self.templates = templates
    self.openings = openings
    anyMove = compiled.grammar
    everything = compiled.grammar.union(compiledDialogue.grammar, share: 0.9)
  }

  /// The phrases of a listening situation, and their meanings there.
  ///
  /// Finds a position's legal moves once, for all later questions.
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

  /// Whether these words are followed by the wrong move, and then by the right one: "not".
  package func negates(_ words: [String]) -> Bool {
    templates.isBeginningOfCorrection(words, namesWrongMove: true)
  }

  /// Whether a person's name comes after these words: "I am".
  package func introduces(_ words: [String]) -> Bool { templates.isIntroduction(words) }

  /// The grammar of the ways to say a legal move, including those that could mean another one.
  public func grammar(for move: Move, in position: Position) -> Grammar {
    templates.grammar(moves: BoundMove.bind([move], in: position), scopes: [.move])
  }
}
