import ChessLanguage
import Dialogue

/// A phrase that may have been said, and how likely that is.
public struct HeardPhrase: Sendable, Hashable {
  /// The words in order, as the grammar spells them.
  public var words: [String]
  /// From 0 to 1; the confidences of an utterance's phrases sum to at most 1.
  public var confidence: Double

  /// A phrase, and the probability that exactly this was said, 0…1.
  public init(_ words: [String], confidence: Double) {
    self.words = words
    self.confidence = confidence
  }
}

extension HeardPhrase {
  /// The words, separated by spaces.
  public var text: String { words.joined(separator: " ") }
}

extension BoundLanguage {
  /// What phrases mean here, merged and in the order in which the recognizer tells it.
  public func meanings(of phrases: [HeardPhrase]) -> [Meaning] {
    var meanings: [Meaning] = []
    for phrase in phrases {
      let meaning = Meaning(
        phrase.words.isEmpty ? .nothing : interpret(phrase.words),
        text: phrase.text, confidence: phrase.confidence)
      let same = meanings.firstIndex {
        $0.content == meaning.content && meaning.content != .nothing
      }
      if let same {
        meanings[same].confidence += phrase.confidence
      } else {
        meanings.append(meaning)
      }
    }
    return meanings.sorted { $0.confidence > $1.confidence }
  }
}

extension ChessDialogue {
  /// Does what phrases mean here.
  public mutating func hear(_ phrases: [HeardPhrase]) -> [Response] {
    hear(bound.meanings(of: phrases))
  }
}
