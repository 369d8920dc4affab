import Chess
import ChessLanguage

/// A possible meaning of a player's words, and its probability.
public struct Meaning: Sendable, Hashable {
  /// The meaning itself.
  public var content: Interpretation
  /// The likeliest words for it.
  public var text: String
  /// From 0 to 1: the sum over its phrases. An utterance's meanings sum to at most 1; typed text is
  /// certain.
  public var confidence: Double

  /// A meaning, and the probability that exactly this was meant, 0…1.
  public init(_ content: Interpretation, text: String, confidence: Double = 1) {
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
