import ApplianceCore

/// The figures of an evaluation.
package struct EvaluationSummary: Sendable, Hashable {
  /// The numbers of cases by verdict.
  package struct Counts: Sendable, Hashable {
    /// The verdicts that occurred, and how often.
    package private(set) var verdicts: [EvaluationOutcome.Verdict: Int] = [:]

    /// The number of recordings: the sum of all verdicts.
    package var cases: Int { verdicts.values.reduce(0, +) }

    subscript(_ verdict: EvaluationOutcome.Verdict) -> Int { verdicts[verdict] ?? 0 }

    mutating func count(_ verdict: EvaluationOutcome.Verdict) {
      verdicts[verdict, default: 0] += 1
    }

    /// A count as a percentage of the cases; 0 if there are none.
    func percentage(_ count: Int) -> Double {
      cases == 0 ? 0 : 100 * Double(count) / Double(cases)
    }

    /// A table's columns: the number of cases, and the verdicts' percentages.
    var columns: [String] {
      ["\(cases)"]
        + EvaluationOutcome.Verdict.allCases.map { verdict in
          "\(self[verdict]) (\(percentage(self[verdict]).fixed(1)) %)"
        }
    }
  }

  /// The distribution of times.
  package struct Spread: Sendable, Hashable {
    /// The median.
    package var median: Double
    /// The 95th percentile.
    package var p95: Double
    /// The maximum.
    package var max: Double

    /// The distribution of `values`, by nearest rank; all 0 without values.
    init(_ values: [Double]) {
      let sorted = values.sorted()
      func rank(_ fraction: Double) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let index = Int((fraction * Double(sorted.count)).rounded(.up)) - 1
        return sorted[min(Swift.max(index, 0), sorted.count - 1)]
      }
      median = rank(0.5)
      p95 = rank(0.95)
      max = sorted.last ?? 0
    }
  }

  /// A confusion: the expected words, the recognized words, and how often.
  package struct Confusion: Sendable, Hashable {
    /// The right answer, in UCI notation or words.
    package var expected: String
    /// What was recognized instead.
    package var got: String
    /// How often.
    package var count: Int
  }

  /// The counts of all recordings.
  package var total: Counts
  /// The counts by the manifest's `group`.
  package var groups: [String: Counts]
  /// Processing time per second of sound.
  package var realTimeFactor: Double
  /// The time from the last sample to the decision, in milliseconds.
  package var latency: Spread
  /// The peak memory of the process, in MiB.
  package var peakResidentMemory: Double

  /// - Parameter peakResidentMemory: In MiB; by default, the process's own figure.
  package init(_ outcomes: [EvaluationOutcome], peakResidentMemory: Double? = nil) {
    var total = Counts()
    var groups: [String: Counts] = [:]
    for outcome in outcomes {
      total.count(outcome.verdict)
      groups[outcome.group, default: Counts()].count(outcome.verdict)
    }
    self.total = total
    self.groups = groups
    let sound = outcomes.reduce(0) { $0 + $1.duration }
    realTimeFactor = sound > 0 ? outcomes.reduce(0) { $0 + $1.elapsed } / sound : 0
    latency = Spread(outcomes.map { $0.latency * 1000 })
    self.peakResidentMemory = peakResidentMemory ?? ResidentMemory.peak
  }

  /// The object that `evaluate --json` prints, on one line; groups by name.
  package var line: String {
    var line = total.members
    line.add("real_time_factor", .number(realTimeFactor))
    line.add("latency_ms", .object(latency.members))
    line.add("peak_rss_mib", .number(peakResidentMemory))
    var named = JSONLine()
    for (name, counts) in groups.sorted(by: { $0.key < $1.key }) {
      named.add(name, .object(counts.members))
    }
    line.add("groups", .object(named))
    return line.line
  }

  /// The confusions, the most frequent first.
  package static func confusions(_ outcomes: [EvaluationOutcome]) -> [Confusion] {
    var counts: [Confusion: Int] = [:]
    for outcome in outcomes where outcome.verdict == .wrong {
      counts[Confusion(expected: outcome.expected, got: outcome.got, count: 0), default: 0] += 1
    }
    return counts.map { Confusion(expected: $0.expected, got: $0.got, count: $1) }
      .sorted { ($1.count, $0.expected, $0.got) < ($0.count, $1.expected, $1.got) }
  }
}

extension EvaluationSummary.Counts {
  fileprivate var members: JSONLine {
    var line = JSONLine(["cases": .integer(cases)])
    for verdict in EvaluationOutcome.Verdict.allCases {
      line.add(verdict.rawValue, .integer(self[verdict]))
    }
    return line
  }
}

extension EvaluationSummary.Spread {
  /// The members, for programs.
  var members: JSONLine {
    JSONLine(["median": .number(median), "p95": .number(p95), "max": .number(max)])
  }
}
