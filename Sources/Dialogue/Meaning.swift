import Chess
import ChessLanguage
import Localization

/// A possible meaning of a player's words, with its probability.
package struct Meaning: Sendable, Hashable {
  /// The meaning itself.
  package var content: Interpretation
  /// The likeliest words for it.
  package var text: String
  /// From 0 to 1: the sum over its phrases. An utterance's meanings sum to at most 1; typed text
  /// has 1.
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

  /// Refuses it, naming what was understood.
  func refusal(_ reason: Refusal.Reason, _ message: Message, move: Move? = nil) -> Refusal {
    Refusal(reason, text: text, message: message, confidence: confidence, move: move)
  }
}

extension [Meaning] {
  /// How much likelier it is that two recordings share a meaning than that both have none.
  private static let agreement = 8.0

  /// The meanings of two recordings of the same words, the likeliest first.
  ///
  /// Multiplies each meaning's probabilities, and the doubts.
  func repeating(_ earlier: [Meaning]) -> [Meaning] {
    var meanings: [Meaning] = compactMap { meaning in
      guard meaning.content != .nothing,
        let same = earlier.first(where: { $0.content == meaning.content })
      else { return nil }
      var both = meaning
      both.confidence *= Self.agreement * same.confidence
      return both
    }
    let total = meanings.reduce(doubt * earlier.doubt) { $0 + $1.confidence }
    guard total > 0 else { return [] }
    for index in meanings.indices { meanings[index].confidence /= total }
    return meanings.sorted { $0.confidence > $1.confidence }
  }

  /// The probability that somebody said something else.
  private var doubt: Double {
    Swift.max(0, 1 - reduce(0) { $0 + ($1.content == .nothing ? 0 : $1.confidence) })
  }
}

extension BoundLanguage {
  /// Interprets the words of meanings without a content. Merges equal meanings and adds up their
  /// confidences; the likeliest comes first.
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
