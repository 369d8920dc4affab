import Foundation
import LanguageModel
import Speech

/// The phrases of a data file: a test for membership, and random ones.
struct DataFile {
  let languageModel: CompiledLanguageModel

  init(_ path: String, _ model: AcousticModel) throws {
    let data = try CustomLanguageModelData(contentsOf: URL(filePath: path))
    languageModel = try CompiledLanguageModel(data, dictionary: model.pronunciations())
  }

  /// Prints the lines of a file that are not among the phrases, and how many are.
  func printStrangers(in file: String) throws {
    let weights = PhraseWeights(languageModel.grammar)
    let lines = try String(contentsOf: URL(filePath: file), encoding: .utf8).split(separator: "\n")
    let strangers = lines.filter { line in
      let words = SpokenText.words(in: String(line)) {
        languageModel.lexicon.pronunciations[$0] != nil
      }
      return weights.weight(of: words) == nil
    }
    for line in strangers { print("not in the grammar: \(line)") }
    print("\(lines.count - strangers.count) of \(lines.count) sentences are in the grammar")
  }

  private struct Phrase: Encodable {
    var id: String
    var phrase: String
    var intent: String?
    var slots: [String: String]
  }

  /// Prints `count` of the phrases with their intents: a manifest without recordings.
  ///
  /// Each is a random but reproducible path through the grammar, by its probabilities.
  func printPhrases(_ count: Int) throws {
    let leaving = Dictionary(grouping: languageModel.grammar.arcs) { Int($0.source) }
    let encoder = JSONEncoder()
    var draw = Draw()
    for number in 0..<count {
      let words = words(leaving, &draw)
      let intent = languageModel.intents.intent(of: words) ?? Intent()
      let phrase = Phrase(
        id: "phrase-\(number)", phrase: words.joined(separator: " "), intent: intent.name,
        slots: Dictionary(
          intent.slots.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
      print(String(decoding: try encoder.encode(phrase), as: UTF8.self))
    }
  }

  private func words(_ leaving: [Int: [Grammar.Arc]], _ draw: inout Draw) -> [String] {
    let grammar = languageModel.grammar
    var (state, words) = (grammar.start, [String]())
    while state != grammar.final, let arcs = leaving[state], let last = arcs.last {
      let shares = arcs.map { exp(Double($0.weight)) }
      var rest = Double.random(in: 0..<shares.reduce(0, +), using: &draw)
      let place = shares.firstIndex { share in
        rest -= share
        return rest < 0
      }
      let arc = place.map { arcs[$0] } ?? last
      if arc.word != Grammar.Arc.epsilon { words.append(grammar.words[Int(arc.word)]) }
      state = Int(arc.target)
    }
    return words
  }
}
