/// What may have been said: its words, and how likely it is that they were said.
public struct HeardPhrase: Sendable, Hashable {
  /// In order, as the grammar spells them.
  public var words: [String]
  /// From 0 to 1; those of one utterance's phrases sum to 1 at most.
  public var confidence: Double

  /// A reading, and how likely it is that just this was said, 0…1.
  public init(_ words: [String], confidence: Double) {
    self.words = words
    self.confidence = confidence
  }

  /// The words, separated by spaces.
  public var text: String { words.joined(separator: " ") }
}
