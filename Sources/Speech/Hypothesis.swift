/// One stretch of a hypothesis: a word of the grammar, or silence or noise between words.
struct DecodedSegment: Sendable, Hashable {
  /// The word as the grammar spells it; the model's name for a filler, as in "<sil>".
  var word: String
  /// Whether it is silence or noise.
  var isFiller: Bool
  /// The first and the last frame.
  var firstFrame: Int
  var lastFrame: Int
  /// How well it matches the sound, in the decoder's logarithm; the difference between two
  /// hypotheses is what counts.
  var acousticScore: Int
  /// What the grammar's weights add.
  var languageScore: Int
}

/// One reading of an utterance.
struct Hypothesis: Sendable, Hashable {
  /// Every stretch in order, fillers too.
  var segments: [DecodedSegment]
  /// The score of the whole path, in the decoder's logarithm.
  var score: Int

  /// The words alone.
  var words: [String] { segments.lazy.filter { !$0.isFiller }.map(\.word) }
  var text: String { words.joined(separator: " ") }
}

/// What a whole utterance was decoded to: the best reading first, all different in their words.
struct Hypotheses: Sendable, Hashable {
  /// Empty if no path reaches the end of the grammar.
  var readings: [Hypothesis]
  /// The length of the utterance, in frames.
  var frameCount: Int

  var best: Hypothesis? { readings.first }
}
