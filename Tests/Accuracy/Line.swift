import Speech

/// The output for a recording.
struct Line: Encodable {
  var set: String
  var id: String
  var group: String
  /// Nil if a refusal is right.
  var said: String?
  var duration: Double
  /// right, wrong, refused or asked.
  var verdict: String
  var got: String
  var confidence: Double?
  var latency: Double?
  /// Processor time of all threads from the first sample to the decision, in seconds.
  var processorTime: Double
  /// Whether the likeliest reading is right.
  var isRight: Bool?
  /// The figures behind `Confidence`, for fitting.
  var figures: [Double]?
  var candidates: [Candidate]?
  var stock: String?
  var stockGot: String?
  var stockLatency: Double?
  var stockProcessorTime: Double?
}

/// One reading of a recording.
struct Candidate: Encodable {
  /// Whether it has the right meaning.
  var isRight: Bool
  var isAllowed: Bool
  var words: String
  /// Its meaning, if known.
  var meaning: String?
  var figures: [Double]

  /// All readings of a recording.
  static func all(
    of evidence: Evidence, meaning: (_ words: [String]) -> String? = { _ in nil },
    isRight: (_ words: [String]) -> Bool
  ) -> [Candidate] {
    evidence.candidates.map {
      Candidate(
        isRight: isRight($0.words), isAllowed: $0.isAllowed, words: $0.words.joined(separator: " "),
        meaning: meaning($0.words), figures: Confidence.readingFigures($0, evidence))
    }
  }
}
