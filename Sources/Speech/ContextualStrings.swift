extension [Transcription.Reading] {
  /// The readings with new confidences, the likeliest first: a request has declared `strings`
  /// likelier than others, of which the first count, up to the limit. The confidences keep their sum.
  func favoring(_ strings: [String]) -> [Transcription.Reading] {
    let phrases = strings.prefix(RecognitionRequest.contextualLimit).compactMap { string in
      let words = string.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
      return words.isEmpty ? nil : words
    }
    guard !phrases.isEmpty else { return self }
    let sum = reduce(0) { $0 + $1.confidence }
    let weighted = map { reading in
      let words = reading.hypothesis.words.map { $0.lowercased() }
      let isFavored = phrases.contains { phrase in
        words.indices.contains { words[$0...].starts(with: phrase) }
      }
      var reading = reading
      if isFavored { reading.confidence *= RecognitionRequest.contextualWeight }
      return reading
    }
    let total = weighted.reduce(0) { $0 + $1.confidence }
    guard total > 0 else { return self }
    return weighted.map { ($0.hypothesis, $0.meaning, $0.confidence * sum / total) }
      .sorted { $0.confidence > $1.confidence }
  }
}
