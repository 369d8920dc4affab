import Chess
import LanguageModel

/// The chess language bound to one listening situation, such as the moves of a position.
///
/// Computes the legal moves when it is made; interpreting words needs no more chess. Immutable, and
/// cheap to copy.
public struct BoundLanguage: Sendable {
  /// The language itself.
  public let language: ChessLanguage
  /// The situation.
  public let listening: Listening
  /// The moves that can be said here: the position's legal moves.
  private let moves: [BoundMove]
  /// The moves that an open question offers.
  let choices: [BoundMove]
  /// The move that a correction replaces; nil if there is none.
  public let correctable: Correctable?
  /// The moves that a correction can name, instead of the last move or of an answer.
  private let corrections: [BoundMove]
  /// The position; nil if no game is followed.
  let position: Position?

  init(_ language: ChessLanguage, to listening: Listening, correcting correctable: Correctable?) {
    self.language = language
    self.listening = listening
    self.correctable = correctable
    var choices: [BoundMove] = []
    switch listening {
    case .anyMove: (moves, corrections, position) = ([], [], nil)
    case .position(let position):
      moves = BoundMove.bind(position.legalMoves, in: position)
      corrections =
        correctable.map { wrong in
          BoundMove.bind(wrong.position.legalMoves, in: wrong.position, replacing: wrong)
        } ?? []
      self.position = position
    case .confirmation(_, let position):
      let wrong = correctable?.position == position ? correctable : nil
      moves = BoundMove.bind(position.legalMoves, in: position, replacing: wrong)
      (corrections, self.position) = (moves, position)
    case .choice(let offered, let position):
      moves = BoundMove.bind(position.legalMoves, in: position)
      choices = BoundMove.bind(offered, in: position)
      (corrections, self.position) = (moves, position)
    }
    self.choices = choices
  }

  private var templates: PhraseTemplates { language.templates }

  /// Everything that can be said here. Takes a few milliseconds for a position.
  public var grammar: Grammar { symbolGrammar.map { templates.expand($0) } ?? language.anyMove }

  /// ``grammar``, with the pronunciations of its words. Partial results have usual words only.
  public var languageModel: CompiledLanguageModel {
    guard let symbolGrammar else {
      return CompiledLanguageModel(grammar: language.anyMove, lexicon: language.lexicon)
    }
    var model = CompiledLanguageModel(
      grammar: templates.expand(symbolGrammar), lexicon: language.lexicon)
    model.streamed = templates.expand(symbolGrammar, isUsual: true)
    return model
  }

  /// What can be said here, with symbols for words; nil without a position.
  private var symbolGrammar: Grammar? {
    switch listening {
    case .anyMove: nil
    case .position:
      templates.symbolGrammar(
        moves: moves, corrections: corrections,
        scopes: [.move, .command, .question, .opening, .plain])
    case .confirmation:
      templates.symbolGrammar(
        moves: moves, corrections: corrections, scopes: [.move, .answer, .command, .question]
      ) { role in
        role == .yes || role == .no || role.isSaidToQuestions
      }
    case .choice:
      templates.symbolGrammar(
        moves: moves, choices: choices, corrections: corrections,
        scopes: [.move, .answer, .command, .question]
      ) { role in
        if case .choice(let index) = role { return index < choices.count }
        return role == .no || role.isSaidToQuestions
      }
    }
  }

  /// Interprets words here. They must come from a transcription, or from a typed line through
  /// `SpokenText`.
  public func interpret(_ words: [String]) -> Interpretation {
    interpret(templates.parses(of: words))
  }

  func interpret(_ parses: [Parse]) -> Interpretation {
    if let meaning = possibleMeaning(of: parses) { return meaning }
    let moves = notation(of: parses)
    if moves.isEmpty { return .nothing }
    return position == nil ? .notation(moves) : .illegal(moves)
  }

  private func possibleMeaning(of parses: [Parse]) -> Interpretation? {
    switch listening {
    case .anyMove:
      fixedMeaning(of: parses, in: [.opening])
    case .position:
      fixedMeaning(of: parses, in: [.command, .question, .opening])
        ?? correction(by: parses) ?? meaning(of: parses, in: [.move])
    case .confirmation, .choice:
      meaningToQuestion(of: parses)
        ?? meaning(of: parses, in: [.move, .choosing], among: choices)
        ?? correction(by: parses) ?? meaning(of: parses, in: [.move])
    }
  }

  /// The moves of any position that the words may mean; empty if they mean none.
  public func notation(of words: [String]) -> [SpokenMove] {
    notation(of: templates.parses(of: words))
  }

  private func notation(of parses: [Parse]) -> [SpokenMove] {
    var moves: [SpokenMove] = []
    for parse in parses where parse.scope == .move {
      let move = SpokenMove(parse)
      if !moves.contains(move) { moves.append(move) }
    }
    return moves
  }

  /// Unambiguous ways to say a legal move, the likeliest first.
  ///
  /// - Parameters:
  ///   - move: The move; an illegal one has no phrases.
  ///   - limit: The maximum number of phrases. A high limit includes rarer synonyms.
  public func phrases(for move: Move, limit: Int = 24) -> [String] {
    phrases(for: move, limit: limit) { $0.scope == .move }
  }

  /// The same, but says "takes" for a capture where possible, although it is optional.
  package func explicitPhrases(for move: Move, limit: Int) -> [String] {
    let taking = phrases(for: move, limit: limit) {
      $0.scope == .move && $0.elements.contains(.condition(.takes))
    }
    return taking.isEmpty ? phrases(for: move, limit: limit) : taking
  }

  private func phrases(
    for move: Move, limit: Int, of isUsed: (PhraseTemplate) -> Bool
  ) -> [String] {
    guard let move = moves.first(where: { $0.move == move }) else { return [] }
    let candidates = templates.templates.filter { !$0.isOpened && isUsed($0) }
      .compactMap { template in
        templates.symbols(of: template, for: move).map { ($0, template.weight) }
      }
      .sorted { $0.1 > $1.1 }
    return phrases(of: candidates.map(\.0), limit: limit) { words in
      // Words that contradict the move would cause misunderstandings.
      let parses = templates.parses(of: words)
      return meaning(of: parses, in: [.move]) == .moves([move.move])
        && !contradict(parses, [move.move])
    }
  }

  /// The phrases to suggest of sequences of symbols that `isMeant` accepts, each once: first every
  /// sequence in its usual words, then with each of the other words.
  func phrases(
    of sequences: [[Int32]], limit: Int, where isMeant: (_ words: [String]) -> Bool
  ) -> [String] {
    let templates = language.templates
    var phrases: [String] = []
    var seen: Set<String> = []
    for isUsual in [true, false] {
      for symbols in sequences {
        for ids in templates.suggestions(for: symbols, isUsual: isUsual) {
          guard phrases.count < limit else { return phrases }
          let words = ids.map { templates.words[Int($0)] }
          let phrase = words.joined(separator: " ")
          if seen.insert(phrase).inserted, isMeant(words) { phrases.append(phrase) }
        }
      }
    }
    return phrases
  }

  /// A short unambiguous way to say a legal move, for questions and speech output: "knight b d
  /// two", "pawn takes d five".
  public func spoken(_ move: Move) -> String {
    let castling = phrases(for: move, limit: 1) { template in
      template.elements.contains(.condition(.kingsideCastle))
        || template.elements.contains(.condition(.queensideCastle))
    }
    return castling.first ?? explicitPhrases(for: move, limit: 1).first
      ?? position?.san(of: move) ?? move.uci
  }

  /// An answer, or a command that is allowed while a question is open.
  private func meaningToQuestion(of parses: [Parse]) -> Interpretation? {
    let meaning = fixedMeaning(of: parses, in: [.answer, .command, .question])
    if case .command(let command) = meaning, !command.isSaidToQuestions { return nil }
    return meaning
  }

  private func fixedMeaning(
    of parses: [Parse], in scopes: Set<PhraseTemplate.Scope>
  ) -> Interpretation? {
    for parse in parses where scopes.contains(parse.scope) {
      let commands = parse.bindings.compactMap { binding -> Command? in
        if case .command(let command) = binding.role { command } else { nil }
      }
      if commands.count > 1, let setUp = GameSetUp(commands) { return .command(.begin(setUp)) }
      for binding in parse.bindings {
        switch binding.role {
        case .name where templates.names.indices.contains(Int(binding.value)):
          return .command(.introduce(templates.names[Int(binding.value)]))
        case .command(let command): return .command(command)
        case .asks(let asking):
          if let question = BoardQuestion(asking, parse) { return .command(.ask(question)) }
        case .yes: return .answer(.yes)
        case .no: return .answer(.no)
        case .choice(let index): return .answer(.choice(index))
        case .opening:
          let index = Int(binding.value)
          if language.openings.indices.contains(index), let opening = language.openings[index] {
            return .opening(opening)
          }
        default: continue
        }
      }
    }
    return nil
  }

  /// The moves to play instead of the last one, or just the moves if there is nothing to correct;
  /// nil if the words are no correction.
  private func correction(by parses: [Parse]) -> Interpretation? {
    if case .position = listening, correctable == nil {
      return meaning(of: parses, in: [.correction])
    }
    guard case .moves(let moves)? = meaning(of: parses, in: [.correction], among: corrections)
    else { return nil }
    return .correction(moves)
  }

  /// The moves that a parse of these scopes fits; nil if there are none.
  private func meaning(
    of parses: [Parse], in scopes: Set<PhraseTemplate.Scope>, among moves: [BoundMove]? = nil
  ) -> Interpretation? {
    let parses = parses.filter { scopes.contains($0.scope) }
    let fitting = (moves ?? self.moves).filter { move in parses.contains { move.fits($0) } }
    return fitting.isEmpty ? nil : .moves(fitting.map(\.move))
  }

  /// Whether the words claim a check or a mate that none of the moves gives.
  func contradict(_ parses: [Parse], _ meant: [Move]) -> Bool {
    let endings = parses.filter { $0.scope == .move }.compactMap(\.ending)
    guard !endings.isEmpty else { return false }
    let claims = Claims(check: endings.contains(.check), mate: endings.contains(.mate))
    return moves.allSatisfy { !meant.contains($0.move) || claims.contradict($0.facts) }
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
    piece = kind(.piece) ?? PieceKind.allCases.first { number(.by($0)) != nil }
    fromFile = number(.fromFile)
    fromRank = number(.fromRank)
    captured = kind(.captured)
    isCapture = captured != nil || number(.takes) != nil || number(.capturing) != nil
    isDescriptive = number(.homeFile) != nil
    toFile = number(.file) ?? number(.homeFile)
    toRank = number(.rank) ?? number(.promotionRank) ?? number(.homeRank)
    promotion = kind(.promotion)
    if number(.enPassant) != nil, toFile == nil {
      (piece, isCapture, captured) = (.pawn, true, .pawn)
    }
    if number(.kingsideCastle) != nil { castling = .kingside }
    if number(.queensideCastle) != nil { castling = .queenside }
    claims = Claims(check: parse.ending == .check, mate: parse.ending == .mate)
  }
}
