import Chess
import ChessLanguage

/// A possible meaning of a player's words, and its probability.
package struct Meaning: Sendable, Hashable {
  /// The meaning itself.
  package var content: Interpretation
  /// The likeliest words for it.
  package var text: String
  /// From 0 to 1: the sum over its phrases. An utterance's meanings sum to at most 1; typed text is
  /// certain.
  package var confidence: Double

  /// A meaning, and the probability that exactly this was meant, 0…1.
  package init(_ content: Interpretation, text: String, confidence: Double = 1) {
    self.content = content
    self.text = text
    self.confidence = confidence
  }

  /// The move, if it is one; the first if there are several.
  var move: Move? {
    switch content {
    case .moves(let moves), .correction(let moves): moves.first
    default: nil
    }
  }
}

extension BoundLanguage {
  /// Interprets the words of meanings that came without one. Equal meanings become one, in which
  /// their confidences add up; the likeliest comes first.
  package func interpreted(_ heard: [Meaning]) -> [Meaning] {
    var meanings: [Meaning] = []
    for var meaning in heard {
      if meaning.content == .nothing, !meaning.text.isEmpty {
        meaning.content = interpret(meaning.text.split(separator: " ").map(String.init))
      }
      let same = meanings.firstIndex { $0.content == meaning.content }
      if let same, meaning.content != .nothing {
        meanings[same].confidence = min(1, meanings[same].confidence + meaning.confidence)
      } else {
        meanings.append(meaning)
      }
    }
    return meanings.sorted { $0.confidence > $1.confidence }
  }
}
