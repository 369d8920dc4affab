/// The choice of phrases to suggest: templates accept more than is good to say.
extension PhraseTemplates {
  /// How many symbols may be unlike the usual words in the first suggestion.
  private static let changeLimit = 2

  /// Word sequences for a sequence of symbols, without phrases that are only heard: one with the
  /// first alternative of each symbol where possible, or the others, one changed at a time.
  func suggestions(for symbols: [Int32], isUsual: Bool) -> [[Int32]] {
    let choices = symbols.map { self.symbols[Int($0)].alternatives.map(\.words) }
    guard let usual = usual(among: choices) else { return [] }
    let ways = isUsual ? [usual] : Self.changes(of: usual, choices)
    return ways.map { $0.flatMap(\.self) }.filter(isSuggested)
  }

  /// The words for each symbol, as near to the first alternatives as can be suggested; nil if none
  /// is near enough.
  private func usual(among choices: [[[Int32]]]) -> [[Int32]]? {
    var ways = [choices.map { $0.first ?? [] }]
    for changed in 0...Self.changeLimit {
      if changed > 0 { ways = ways.flatMap { Self.changes(of: $0, choices) } }
      if let way = ways.first(where: { isSuggested($0.flatMap(\.self)) }) { return way }
    }
    return nil
  }

  /// The words with another alternative of one symbol.
  private static func changes(of words: [[Int32]], _ choices: [[[Int32]]]) -> [[[Int32]]] {
    choices.indices.flatMap { index in
      choices[index].filter { $0 != words[index] }.map { other in
        words[..<index] + [other] + words[(index + 1)...]
      }
    }
  }

  /// Whether no part of the phrase is only heard.
  private func isSuggested(_ words: [Int32]) -> Bool {
    onlyHeardFirst.allSatisfy { !words.starts(with: $0) }
      && words.indices.allSatisfy { place in
        onlyHeard[words[place], default: []].allSatisfy { !Self.isSaid($0, words, place) }
      }
  }
}
