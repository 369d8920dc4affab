/// Phrases that a request declares likelier than others.
struct ContextualStrings {
  private let phrases: [[String]]

  /// Keeps the first of them, up to the limit.
  init(_ strings: [String]) {
    phrases = strings.prefix(RecognitionRequest.contextualLimit).compactMap { string in
      let words = string.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
      return words.isEmpty ? nil : words
    }
  }

  /// The readings with new confidences, the likeliest first; the confidences keep their sum.
  func weighted(_ readings: [Transcription.Reading]) -> [Transcription.Reading] {
    guard !phrases.isEmpty else { return readings }
    let sum = readings.reduce(0) { $0 + $1.confidence }
    let weighted = readings.map { reading in
      var reading = reading
      if isIn(reading.hypothesis) { reading.confidence *= RecognitionRequest.contextualWeight }
      return reading
    }
    let total = weighted.reduce(0) { $0 + $1.confidence }
    guard total > 0 else { return readings }
    return weighted.map { ($0.hypothesis, $0.meaning, $0.confidence * sum / total) }
      .sorted { $0.confidence > $1.confidence }
  }

  private func isIn(_ hypothesis: Hypothesis) -> Bool {
    let words = hypothesis.words.map { $0.lowercased() }
    return phrases.contains { phrase in
      words.indices.contains { words[$0...].starts(with: phrase) }
    }
  }
}
