import Speech

/// What is printed of a recording.
struct Line: Encodable {
  var set: String
  var id: String
  var group: String
  /// Nil where it has to be refused.
  var said: String?
  var duration: Double
  /// right, wrong, refused or asked.
  var verdict: String
  var got: String
  var confidence: Double?
  var latency: Double?
  /// Seconds of processor time from the first sample to the decision, of all threads.
  var processorTime: Double
  /// Whether the likeliest reading is what was said.
  var isRight: Bool?
  /// What `Confidence` judges by, for those who fit it.
  var figures: [Double]?
  var candidates: [Candidate]?
  var stock: String?
  var stockGot: String?
  var stockLatency: Double?
  var stockProcessorTime: Double?
}

/// One reading of a recording.
struct Candidate: Encodable {
  /// Whether it means what was said.
  var isRight: Bool
  var isAllowed: Bool
  var words: String
  /// Its meaning, if known.
  var meaning: String?
  var figures: [Double]

  /// All readings that a recording was judged by.
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
