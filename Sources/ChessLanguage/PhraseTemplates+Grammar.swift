import Glibc
import LanguageModel

extension PhraseTemplates {
  /// The probability of each scope if all can be said.
  private static func share(_ scope: PhraseTemplate.Scope) -> Float {
    switch scope {
    case .move: 0.94
    case .choosing: 0.5
    case .answer: 0.5
    case .command: 0.04
    case .question, .correction: 0.01
    case .opening: 0.015
    case .plain: 0.005
    }
  }

  /// The symbols for a move in a template; nil if the template does not fit the move.
  func symbols(of template: PhraseTemplate, for move: BoundMove) -> [Int32]? {
    var sequence: [Int32] = []
    sequence.reserveCapacity(template.elements.count)
    for element in template.elements {
      switch element {
      case .symbol(let symbol): sequence.append(Int32(symbol))
      case .condition(let role): if move.value(of: role) == nil { return nil }
      case .role(let role):
        guard let value = move.value(of: role), let symbols = leaves[role],
          symbols.indices.contains(Int(value))
        else { return nil }
        sequence.append(Int32(symbols[Int(value)]))
      }
    }
    return sequence
  }

  /// All phrases of the scopes for the moves.
  func grammar(moves: [BoundMove], scopes: Set<PhraseTemplate.Scope>) -> Grammar {
    expand(symbolGrammar(moves: moves, scopes: scopes))
  }

  /// The same with symbols for words, and the phrases of the other scopes that `isSaid` allows.
  ///
  /// Each scope has its share; within it, moves are equally likely, and the ways to say a move are
  /// weighted by their counts.
  ///
  /// - Parameters:
  ///   - choices: The moves that a question offers; they also have short forms.
  ///   - corrections: The moves that can replace the last one.
  func symbolGrammar(
    moves: [BoundMove], choices: [BoundMove] = [], corrections: [BoundMove] = [],
    scopes: Set<PhraseTemplate.Scope>,
    isSaid: (Role) -> Bool = { _ in true }
  ) -> Grammar {
    var automaton = PhraseAutomaton(words: symbolNames)
    if scopes.contains(.move) {
      let share = scopes.contains(.answer) ? Self.shareInstead : Self.share(.move)
      insert(moves, by: [.move], share, into: &automaton)
    }
    insert(choices, by: [.move, .choosing], Self.share(.choosing), into: &automaton)
    insert(corrections, by: [.correction], Self.share(.correction), into: &automaton)
    for scope in [.command, .question, .opening, .answer, .plain] as [PhraseTemplate.Scope]
    where scopes.contains(scope) {
      insertFixed(scope, into: &automaton, isSaid)
    }
    return automaton.build()
  }

  /// The probability of a move instead of an answer to a question.
  private static let shareInstead: Float = 0.05

  /// Inserts all phrases for the moves by templates of these scopes.
  private func insert(
    _ moves: [BoundMove], by scopes: [PhraseTemplate.Scope], _ share: Float,
    into automaton: inout PhraseAutomaton
  ) {
    let used = templates.filter { scopes.contains($0.scope) }
    for move in moves {
      let phrases = used.compactMap { template in
        symbols(of: template, for: move).map { (symbols: $0, weight: template.weight) }
      }
      let total = phrases.reduce(0) { $0 + $1.weight }
      for phrase in phrases {
        let weight = share / Float(moves.count) * Float(phrase.weight / total)
        automaton.insert(words: phrase.symbols, weight: weight)
      }
    }
  }

  private func insertFixed(
    _ scope: PhraseTemplate.Scope, into automaton: inout PhraseAutomaton, _ isSaid: (Role) -> Bool
  ) {
    var sequences: [(symbols: [Int32], weight: Double)] = []
    for template in templates where template.scope == scope {
      guard template.elements.compactMap(\.role).allSatisfy(isSaid) else { continue }
      let symbols = template.elements.compactMap { element -> Int32? in
        switch element {
        case .condition: nil
        case .symbol(let symbol): Int32(symbol)
        case .role(let role): anyLeaf[role].map(Int32.init)
        }
      }
      sequences.append((symbols, template.weight))
    }
    let total = sequences.reduce(0) { $0 + $1.weight }
    let share = Self.share(scope)
    for sequence in sequences {
      automaton.insert(words: sequence.symbols, weight: share * Float(sequence.weight / total))
    }
  }

  /// Replaces symbols with the grammars of their words. Arcs with the same symbol and target share
  /// its inner states: the decoder's time grows with the number of states.
  ///
  /// - Parameter isUsual: Whether to leave out rare words.
  func expand(_ abstract: Grammar, isUsual: Bool = false) -> Grammar {
    let parts = isUsual ? usualParts : parts
    struct Insertion: Hashable { var symbol, target: Int32 }
    var grammar = Grammar(
      words: words, stateCount: abstract.stateCount, start: abstract.start, final: abstract.final,
      arcs: [])
    grammar.arcs.reserveCapacity(abstract.arcs.count * 2)
    var firstStates: [Insertion: Int32] = [:]
    for arc in abstract.arcs {
      guard arc.word != Grammar.Arc.epsilon else {
        grammar.arcs.append(arc)
        continue
      }
      // The part's first state is its start, and its last the final one.
      let part = parts[Int(arc.word)]
      let insertion = Insertion(symbol: arc.word, target: arc.target)
      let known = firstStates[insertion]
      let first = known ?? Int32(grammar.stateCount)
      if known == nil {
        firstStates[insertion] = first
        grammar.stateCount += part.stateCount - 2
      }
      for var inner in part.arcs {
        let isFirst = inner.source == part.start
        guard isFirst || known == nil else { continue }
        if isFirst { inner.weight += arc.weight }
        inner.source = isFirst ? arc.source : first + inner.source - 1
        inner.target = inner.target == part.final ? arc.target : first + inner.target - 1
        grammar.arcs.append(inner)
      }
    }
    return grammar
  }
}

extension PhraseSymbol {
  /// The smallest grammar of its phrases; with an epsilon arc from start to end if it need not be
  /// said.
  func grammar(words: [String]) -> Grammar {
    var automaton = PhraseAutomaton(words: words)
    var (said, unsaid): (Float, Float) = (0, 0)
    for alternative in alternatives {
      let share = exp(alternative.weight)
      if automaton.insert(words: alternative.words, weight: share) {
        said += share
      } else {
        unsaid += share
      }
    }
    var grammar = automaton.build()
    for index in grammar.arcs.indices where grammar.arcs[index].source == grammar.start {
      grammar.arcs[index].weight += log(said)
    }
    if unsaid > 0 {
      grammar.arcs.append(
        .init(
          source: Int32(grammar.start), target: Int32(grammar.final), word: Grammar.Arc.epsilon,
          weight: log(unsaid)))
    }
    return grammar
  }
}
