import ApplianceCore

/// The counts of a hands-free evaluation.
package struct HandsFreeFigures: Sendable, Hashable {
  /// How much was heard.
  package var hours = 0.0
  /// Moves or commands taken from what was not said to it.
  package var falseAccepts = 0
  /// Times that it took something for its name, without doing anything.
  package var falseWakes = 0
  /// How much was said to it.
  package var said = 0
  /// How much of that was understood as it was meant.
  package var right = 0
  /// How much of that was understood as something else.
  package var wrong = 0
  /// The processor time of all threads, in seconds.
  package var processorSeconds = 0.0
  /// From the end of speech to the decision, pause included, in seconds.
  package var latencies: [Double] = []

  /// The phrases that it did nothing about, although they were for it.
  package var missed: Int { said - right - wrong }

  mutating func count(_ outcome: EvaluationOutcome) {
    switch outcome.verdict {
    case .right: right += 1
    case .wrong: wrong += 1
    case .asked, .refused: return
    }
    latencies.append(outcome.latency)
  }

  /// The figures in words.
  package var text: String {
    """
    \(hours.fixed(2)) hours: \(falseAccepts) taken that were not said to it, \(falseWakes) false wakes
    \(said) said to it: \(right) right, \(wrong) wrong, \(missed) missed
    """
  }

  /// The object that `evaluate --hands-free --json` prints, on one line.
  package var line: String {
    let latency = EvaluationSummary.Spread(latencies.map { $0 * 1_000 })
    var line = JSONLine([
      "hours": .number(hours), "false_accepts": .integer(falseAccepts),
      "false_wakes": .integer(falseWakes), "missed": .integer(missed), "right": .integer(right),
      "wrong": .integer(wrong), "said": .integer(said),
      "processor_share": .number(hours > 0 ? processorSeconds / hours / 3_600 : 0),
    ])
    line.add("latency_ms", .object(latency.members))
    return line.line
  }
}
