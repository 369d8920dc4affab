import Glibc

/// The finite-state network of templates, built backwards so that equal endings are shared.
struct TemplateNetwork {
  /// Bounds memory when nested classes multiply.
  static let arcLimit = 300_000

  private struct Key: Hashable {
    var element: LanguageModelCompiler.Element
    var next: Int32
  }

  private var arcs: [Grammar.Arc] = []
  // State 0 is the start, 1 the final state.
  private var stateCount: Int32 = 2
  private var states: [Key: Int32] = [:]
  private var wordStates: [Key: Int32] = [:]
  private var group: LanguageModelCompiler.Group?
  /// How many phrases each value of each class of the group yields.
  private var valueCounts: [[Double]] = []
  private var classCounts: [Double] = []

  var isTooLarge: Bool { arcs.count > Self.arcLimit }

  /// Makes the following templates refer to this group's classes.
  mutating func begin(_ group: LanguageModelCompiler.Group) {
    self.group = group
    states = [:]
    valueCounts = group.expansionCounts()
    classCounts = valueCounts.map { $0.reduce(0, +) }
  }

  mutating func insert(_ elements: [LanguageModelCompiler.Element], chance: Double) {
    guard let first = elements.first else { return }
    let next = state(elements.dropFirst(), before: 1)
    connect(0, first, to: next, chance: chance)
  }

  func grammar(words: [String]) -> Grammar {
    Grammar(words: words, stateCount: Int(stateCount), start: 0, final: 1, arcs: arcs)
  }

  /// The state from which the elements lead to `next`.
  private mutating func state(
    _ elements: ArraySlice<LanguageModelCompiler.Element>, before next: Int32
  ) -> Int32 {
    elements.reversed().reduce(next) { next, element in state(element, before: next) }
  }

  private mutating func state(
    _ element: LanguageModelCompiler.Element, before next: Int32
  ) -> Int32 {
    let key = Key(element: element, next: next)
    // A word's state is valid in every group, but a class's only in its own.
    if let known = wordStates[key] ?? states[key] { return known }
    guard !isTooLarge else { return next }
    let new = stateCount
    stateCount += 1
    switch element {
    case .word(let word):
      wordStates[key] = new
      arcs.append(Grammar.Arc(source: new, target: next, word: word, weight: 0))
    case .reference(let index):
      states[key] = new
      guard let group else { return new }
      for (value, count) in zip(group.classes[index].values, valueCounts[index]) {
        let chance = count / classCounts[index]
        if let first = value.first {
          let rest = state(value.dropFirst(), before: next)
          connect(new, first, to: rest, chance: chance)
        } else {
          append(new, next, word: Grammar.Arc.epsilon, chance: chance)
        }
      }
    }
    return new
  }

  private mutating func connect(
    _ source: Int32, _ element: LanguageModelCompiler.Element, to next: Int32, chance: Double
  ) {
    switch element {
    case .word(let word): append(source, next, word: word, chance: chance)
    case .reference:
      append(source, state(element, before: next), word: Grammar.Arc.epsilon, chance: chance)
    }
  }

  private mutating func append(_ source: Int32, _ target: Int32, word: Int32, chance: Double) {
    // A floor for probabilities too small for a Float's logarithm.
    let weight = max(-1000, Float(log(chance)))
    arcs.append(Grammar.Arc(source: source, target: target, word: word, weight: weight))
  }
}
