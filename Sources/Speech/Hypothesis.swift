/// One segment of a hypothesis: a word of the grammar, or silence or noise between words.
struct DecodedSegment: Sendable, Hashable {
  /// The word as the grammar spells it; for a filler, the model's name such as "<sil>".
  var word: String
  /// Whether it is silence or noise.
  var isFiller: Bool
  /// The first and the last frame.
  var firstFrame: Int
  var lastFrame: Int
  /// How well it matches the sound, in the decoder's log scale; only differences between hypotheses
  /// are meaningful.
  var acousticScore: Int
}

/// One reading of an utterance.
struct Hypothesis: Sendable, Hashable {
  /// Every segment in order, including fillers.
  var segments: [DecodedSegment]
  /// The score of the whole path, in the decoder's log scale.
  var score: Int

  /// The words alone.
  var words: [String] { segments.lazy.filter { !$0.isFiller }.map(\.word) }

  /// The last word's last frame; 0 without words.
  var end: Int { segments.last { !$0.isFiller }?.lastFrame ?? 0 }
}
