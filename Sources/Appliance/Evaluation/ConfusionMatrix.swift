/// Counts how often each label was recognized as each other label.
package struct ConfusionMatrix: Sendable, Hashable {
  /// The compared property, such as "Files".
  package var title: String
  /// The labels of the rows (expected) and columns (recognized), in order.
  package var labels: [Character]
  /// How often the row's label was recognized as the column's, in the order of `labels`.
  package private(set) var counts: [[Int]]

  /// An empty matrix with a row and a column for each character of `labels`.
  package init(title: String, labels: String) {
    self.title = title
    self.labels = Array(labels)
    counts = Array(repeating: Array(repeating: 0, count: labels.count), count: labels.count)
  }

  /// Counts one case; ignores an unknown label.
  package mutating func count(said: Character?, heard: Character?) {
    guard let said, let heard, let row = labels.firstIndex(of: said),
      let column = labels.firstIndex(of: heard)
    else { return }
    counts[row][column] += 1
  }

  /// The matrices of destination files, destination ranks and moving pieces.
  package static func ofMoves(_ outcomes: [EvaluationOutcome]) -> [ConfusionMatrix] {
    var files = ConfusionMatrix(title: "Files", labels: "abcdefgh")
    var ranks = ConfusionMatrix(title: "Ranks", labels: "12345678")
    var pieces = ConfusionMatrix(title: "Pieces", labels: "PNBRQK")
    for case (let said?, let heard?) in outcomes.map({ ($0.saidMove, $0.heardMove) }) {
      files.count(said: said.file, heard: heard.file)
      ranks.count(said: said.rank, heard: heard.rank)
      pieces.count(said: said.piece, heard: heard.piece)
    }
    return [files, ranks, pieces]
  }
}

/// The accuracy at each level of confidence.
package struct ReliabilityCurve: Sendable, Hashable {
  /// The results with a confidence in one tenth of 0…1.
  package struct Bin: Sendable, Hashable {
    /// The number of results.
    package var count = 0
    /// The number of right ones.
    package var right = 0
    var sum = 0.0

    /// The mean confidence, 0…1.
    package var confidence: Double { count == 0 ? 0 : sum / Double(count) }
    /// The share of right ones, 0…1.
    package var accuracy: Double { count == 0 ? 0 : Double(right) / Double(count) }
  }

  /// Ten, from 0.0…0.1 to 0.9…1.0.
  package private(set) var bins = Array(repeating: Bin(), count: 10)

  /// The curve of the outcomes that have a confidence.
  package init(_ outcomes: [EvaluationOutcome]) {
    for outcome in outcomes {
      guard let confidence = outcome.confidence, let right = outcome.likeliestIsRight,
        (0...1).contains(confidence)
      else { continue }
      let index = max(0, min(Int(exactly: (confidence * 10).rounded(.down)) ?? 0, 9))
      bins[index].count += 1
      bins[index].sum += confidence
      if right { bins[index].right += 1 }
    }
  }

  /// The expected calibration error: the mean distance between confidence and accuracy, weighted by
  /// the bins' counts; 0 if perfectly calibrated.
  package var calibrationError: Double {
    let count = bins.reduce(0) { $0 + $1.count }
    guard count > 0 else { return 0 }
    return bins.reduce(0) { $0 + abs($1.confidence - $1.accuracy) * Double($1.count) }
      / Double(count)
  }
}
