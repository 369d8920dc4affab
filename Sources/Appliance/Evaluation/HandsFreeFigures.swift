import ApplianceCore

/// The counts of a hands-free evaluation.
public struct HandsFreeFigures: Sendable, Hashable {
  /// How much was heard.
  public var hours = 0.0
  /// Moves or commands taken from what was not said to it.
  public var falseAccepts = 0
  /// Times that it took something for its name, without doing anything.
  public var falseWakes = 0
  /// How much was said to it.
  public var said = 0
  /// How much of that was understood as it was meant.
  public var right = 0
  /// How much of that was understood as something else.
  public var wrong = 0
  /// The processor time of all threads, in seconds.
  public var processorSeconds = 0.0
  /// From the end of speech to the decision, pause included, in seconds.
  public var latencies: [Double] = []

  /// What was said to it, and nothing was done about.
  public var missed: Int { said - right - wrong }

  mutating func count(_ outcome: EvaluationOutcome) {
    switch outcome.verdict {
    case .right: right += 1
    case .wrong: wrong += 1
    case .asked, .refused: return
    }
    latencies.append(outcome.latency)
  }

  /// The figures in words.
  public var text: String {
    """
    \(hours.fixed(2)) hours: \(falseAccepts) taken that were not said to it, \(falseWakes) false wakes
    \(said) said to it: \(right) right, \(wrong) wrong, \(missed) missed
    """
  }

  /// The object that `evaluate --hands-free --json` prints, on one line.
  public var line: String {
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
