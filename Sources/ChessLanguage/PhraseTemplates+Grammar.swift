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

  /// All phrases of the scopes for the moves, and those of the other scopes that `isSaid` allows.
  ///
  /// Each scope has its share; within it, moves are equally likely, and the ways to say a move are
  /// weighted by their counts.
  ///
  /// - Parameters:
  ///   - choices: The moves that a question offers; they also have short forms.
  ///   - corrections: The moves that can replace the last one.
  func grammar(
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
    return expand(automaton.build())
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
      var heads: [[Int32]] = [[]]
      for element in template.elements {
        switch element {
        case .condition: continue
        case .symbol(let symbol): heads = heads.map { $0 + [Int32(symbol)] }
        case .role(let role):
          heads = heads.flatMap { head in (leaves[role] ?? []).map { head + [Int32($0)] } }
        }
      }
      let weight = template.weight / Double(heads.count)
      sequences += heads.map { ($0, weight) }
    }
    let total = sequences.reduce(0) { $0 + $1.weight }
    let share = Self.share(scope)
    for sequence in sequences {
      automaton.insert(words: sequence.symbols, weight: share * Float(sequence.weight / total))
    }
  }

  /// Replaces symbols with their words.
  private func expand(_ abstract: Grammar) -> Grammar {
    var grammar = Grammar(
      words: words, stateCount: abstract.stateCount, start: abstract.start, final: abstract.final,
      arcs: [])
    grammar.arcs.reserveCapacity(abstract.arcs.count * 2)
    for arc in abstract.arcs {
      guard arc.word != Grammar.Arc.epsilon else {
        grammar.arcs.append(arc)
        continue
      }
      let alternatives = symbols[Int(arc.word)].alternatives
      for alternative in alternatives where alternative.words.isEmpty {
        var arc = arc
        arc.weight += alternative.weight
        arc.word = Grammar.Arc.epsilon
        grammar.arcs.append(arc)
      }
      expand(alternatives.map { ($0.words[...], $0.weight) }, along: arc, in: &grammar)
    }
    return grammar
  }

  private typealias Rest = (words: ArraySlice<Int32>, weight: Float)

  /// Inserts the alternatives' words; those with the same beginning share its arc.
  private func expand(_ alternatives: [Rest], along arc: Grammar.Arc, in grammar: inout Grammar) {
    var open = [(arc: arc, rests: alternatives)]
    while let (arc, rests) = open.popLast() {
      var longer: [Int32: [Rest]] = [:]
      for (words, weight) in rests {
        guard let word = words.first else { continue }
        if words.count > 1 {
          longer[word, default: []].append((words.dropFirst(), weight))
        } else {
          grammar.arcs.append(
            .init(
              source: arc.source, target: arc.target, word: word, weight: arc.weight + weight))
        }
      }
      for (word, rests) in longer.sorted(by: { $0.key < $1.key }) {
        let total = log(rests.reduce(0) { $0 + exp($1.weight) })
        let middle = Int32(grammar.stateCount)
        grammar.stateCount += 1
        grammar.arcs.append(
          .init(source: arc.source, target: middle, word: word, weight: arc.weight + total))
        open.append(
          (
            .init(source: middle, target: arc.target, word: word, weight: 0),
            rests.map { ($0.words, $0.weight - total) }
          ))
      }
    }
  }
}
