import Chess
import LanguageModel

/// The chess language: templates bound to a position, and what words mean there.
///
/// What can be said comes from two data files: moves and openings, and the dialogue around them.
/// Their classes with fixed names (`Role`) carry the meaning; all other classes and all words are
/// the files'. Immutable, and cheap to copy.
public struct ChessLanguage: Sendable {
  /// The pronunciations of every word of every grammar that ``grammar(for:)`` makes.
  public let lexicon: Lexicon
  private let templates: PhraseTemplates
  private let anyMove: Grammar
  /// Everything that is ever said: moves of all positions, openings, commands and answers.
  public let everything: Grammar
  private let openings: [SpokenOpening?]
  /// Whether moves can be said at all: data of other phrases can be read as well.
  public var hasMoves: Bool { templates.templates.contains { $0.scope == .move } }

  /// Takes what can be said from data files.
  ///
  /// - Parameters:
  ///   - moves: Moves and openings, as `grammars/en_US/chess.json` has them.
  ///   - dialogue: Commands, answers and choices, as `grammars/en_US/dialogue.json` has them.
  ///   - dictionary: The acoustic model's pronunciations.
  /// - Throws: One error that lists everything that is wrong with the data.
  public init(
    moves: CustomLanguageModelData, dialogue: CustomLanguageModelData,
    dictionary: PronunciationDictionary
  ) throws(LanguageModelError) {
    let compiled = try CompiledLanguageModel(moves, dictionary: dictionary)
    let compiledDialogue = try CompiledLanguageModel(dialogue, dictionary: dictionary)
    let lexicon = Lexicon(
      pronunciations: compiled.lexicon.pronunciations.merging(
        compiledDialogue.lexicon.pronunciations
      ) { first, _ in first })
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

  /// The grammar of what is listened for. A position's takes a few milliseconds.
  public func grammar(for listening: Listening) -> Grammar {
    switch listening {
    case .anyMove: anyMove
    case .position(let position):
      templates.grammar(
        moves: BoundMove.bind(position.legalMoves, in: position),
        scopes: [.move, .command, .opening, .plain])
    case .confirmation:
      templates.grammar(moves: [], scopes: [.answer, .command]) { role in
        role == .yes || role == .no || role.isSaidToQuestions
      }
    case .choice(let moves, let position):
      templates.grammar(
        moves: BoundMove.bind(moves, in: position), scopes: [.move, .choosing, .answer, .command]
      ) { role in
        if case .choice(let index) = role { return index < moves.count }
        return role == .no || role.isSaidToQuestions
      }
    }
  }

  /// The grammar of the ways to say a legal move, also of those that could mean another one.
  public func grammar(for move: Move, in position: Position) -> Grammar {
    templates.grammar(moves: BoundMove.bind([move], in: position), scopes: [.move])
  }

  /// What words mean. The words are those of a transcription, or of a typed line after
  /// `SpokenText`.
  public func interpret(_ words: [String], in listening: Listening) -> Interpretation {
    switch listening {
    case .anyMove:
      return fixedMeaning(of: templates.parses(of: words, scopes: [.opening]))
        ?? notation(templates.parses(of: words, scopes: [.move]))
    case .position(let position):
      return fixedMeaning(of: templates.parses(of: words, scopes: [.command, .opening]))
        ?? moves(
          templates.parses(of: words, scopes: [.move]),
          among: BoundMove.bind(position.legalMoves, in: position))
    case .confirmation:
      return meaningToQuestion(of: words) ?? .nothing
    case .choice(let moves, let position):
      return meaningToQuestion(of: words)
        ?? self.moves(
          templates.parses(of: words, scopes: [.move, .choosing]),
          among: BoundMove.bind(moves, in: position))
    }
  }

  /// Ways to say a legal move that mean it and no other one, the likeliest first.
  ///
  /// - Parameter limit: At most so many. With many, less usual words for the same appear.
  public func phrases(for move: Move, in position: Position, limit: Int = 24) -> [String] {
    let legal = BoundMove.bind(position.legalMoves, in: position)
    guard let bound = legal.first(where: { $0.move == move }) else { return [] }
    return phrases(for: bound, among: legal, limit: limit)
  }

  /// A short way to say a legal move that means no other one, for questions and read-outs: "knight
  /// b d two".
  public func spoken(_ move: Move, in position: Position) -> String {
    phrases(for: move, in: position, limit: 1).first ?? position.san(of: move)
  }

  private func phrases(for move: BoundMove, among legal: [BoundMove], limit: Int) -> [String] {
    let candidates = templates.templates.filter { $0.scope == .move }
      .compactMap { template in
        templates.symbols(of: template, for: move).map { ($0, template.weight) }
      }
      .sorted { $0.1 > $1.1 }
    var phrases: [String] = []
    var seen: Set<String> = []
    // Every template in its usual words first, then with each of the other words.
    for isUsual in [true, false] {
      for (symbols, _) in candidates {
        for ids in templates.alternatives(of: symbols, isUsual: isUsual) {
          guard phrases.count < limit else { return phrases }
          let words = ids.map { templates.words[Int($0)] }
          let phrase = words.joined(separator: " ")
          guard seen.insert(phrase).inserted else { continue }
          let parses = templates.parses(of: words, scopes: [.move])
          if case .moves([move.move], _) = moves(parses, among: legal) { phrases.append(phrase) }
        }
      }
    }
    return phrases
  }

  /// An answer, or a command that is carried out while a question is open.
  private func meaningToQuestion(of words: [String]) -> Interpretation? {
    let meaning = fixedMeaning(of: templates.parses(of: words, scopes: [.answer, .command]))
    if case .command(let command) = meaning, !command.isSaidToQuestions { return nil }
    return meaning
  }

  private func fixedMeaning(of parses: [Parse]) -> Interpretation? {
    for parse in parses {
      for binding in parse.bindings {
        switch binding.role {
        case .command(let command): return .command(command)
        case .yes: return .answer(.yes)
        case .no: return .answer(.no)
        case .choice(let index): return .answer(.choice(index))
        case .opening:
          let index = Int(binding.value)
          if openings.indices.contains(index), let opening = openings[index] {
            return .opening(opening)
          }
        default: continue
        }
      }
    }
    return nil
  }

  private func moves(_ parses: [Parse], among legal: [BoundMove]) -> Interpretation {
    let fitting = legal.filter { move in parses.contains { move.fits($0) } }
    guard !fitting.isEmpty else { return .nothing }
    let said = parses.filter { parse in fitting.contains { $0.fits(parse) } }.compactMap(\.ending)
    return .moves(
      fitting.map(\.move), claims: Claims(check: said.contains(.check), mate: said.contains(.mate)))
  }

  private func notation(_ parses: [Parse]) -> Interpretation {
    var moves: [SpokenMove] = []
    for move in parses.map(SpokenMove.init) where !moves.contains(move) { moves.append(move) }
    return moves.isEmpty ? .nothing : .notation(moves)
  }
}

extension Parse {
  fileprivate var ending: Ending? {
    value(of: .ending).flatMap { Ending(rawValue: UInt8(truncatingIfNeeded: $0)) }
  }
}

extension SpokenMove {
  fileprivate init(_ parse: Parse) {
    self.init()
    func kind(_ role: Role) -> PieceKind? {
      parse.value(of: role).flatMap { PieceKind(rawValue: UInt8(truncatingIfNeeded: $0)) }
    }
    func number(_ role: Role) -> Int? { parse.value(of: role).map(Int.init) }
    piece = kind(.piece) ?? (number(.byPawn) == nil ? nil : .pawn)
    fromFile = number(.fromFile)
    fromRank = number(.fromRank)
    captured = kind(.captured)
    isCapture = captured != nil || number(.takes) != nil || number(.capturing) != nil
    isDescriptive = number(.homeFile) != nil
    toFile = number(.file) ?? number(.homeFile)
    toRank = number(.rank) ?? number(.promotionRank) ?? number(.homeRank)
    promotion = kind(.promotion)
    if number(.kingsideCastle) != nil { castling = .kingside }
    if number(.queensideCastle) != nil { castling = .queenside }
    claims = Claims(check: parse.ending == .check, mate: parse.ending == .mate)
  }
}
