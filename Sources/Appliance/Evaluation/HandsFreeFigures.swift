import ApplianceCore

/// The counts of a hands-free evaluation.
package struct HandsFreeFigures: Sendable, Hashable {
  /// The hours of sound.
  package var hours = 0.0
  /// Moves or commands accepted from speech not addressed to it.
  package var falseAccepts = 0
  /// How often it mistook something for its name, without acting on it.
  package var falseWakes = 0
  /// How many phrases were addressed to it.
  package var said = 0
  /// How many of these it understood correctly.
  package var right = 0
  /// How many of these it misunderstood.
  package var wrong = 0
  /// The processor time of all threads, in seconds.
  package var processorSeconds = 0.0
  /// The times from the end of speech to the decision, including the pause, in seconds.
  package var latencies: [Double] = []

  /// The addressed phrases that it ignored.
  package var missed: Int { said - right - wrong }

  mutating func count(_ outcome: EvaluationOutcome) {
    switch outcome.verdict {
    case .right: right += 1
    case .wrong: wrong += 1
    case .asked, .refused: return
    }
    latencies.append(outcome.latency)
  }

  /// The counts in words.
  package var text: String {
    """
    \(hours.fixed(2)) hours: \(falseAccepts) accepted from other speech, \(falseWakes) false wakes
    \(said) said to it: \(right) right, \(wrong) wrong, \(missed) missed
    """
  }

  /// The object that `evaluate --hands-free --json` prints, on one line.
  package var line: String {
    let latency = EvaluationSummary.Spread(latencies.map { $0 * 1_000 })
    return JSONLine([
      "hours": .number(hours), "false_accepts": .integer(falseAccepts),
      "false_wakes": .integer(falseWakes), "missed": .integer(missed), "right": .integer(right),
      "wrong": .integer(wrong), "said": .integer(said),
      "processor_share": .number(hours > 0 ? processorSeconds / hours / 3_600 : 0),
      "latency_ms": .object(latency.members),
    ]).line
  }
}
