import ChessLanguage
import Dialogue

/// A possible phrase with its probability.
package struct HeardPhrase: Sendable, Hashable {
  /// The words in order, as the grammar spells them.
  package var words: [String]
  /// From 0 to 1; the confidences of an utterance's phrases sum to at most 1.
  package var confidence: Double

  /// A phrase, and the probability that exactly this was said, 0…1.
  package init(_ words: [String], confidence: Double) {
    self.words = words
    self.confidence = confidence
  }
}

extension HeardPhrase {
  /// The words, separated by spaces.
  package var text: String { words.joined(separator: " ") }
}

extension ChessDialogue {
  /// Responds to phrases with their meanings here.
  package mutating func hear(_ phrases: [HeardPhrase]) -> [Response] {
    hear(
      bound.interpreted(
        phrases.map { Meaning(.nothing, text: $0.text, confidence: $0.confidence) }))
  }
}
