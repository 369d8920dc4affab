/// An evaluation's report for people.
package struct EvaluationReport: Sendable {
  /// The manifest's name.
  package var title: String
  /// The outcome of each recording, in the manifest's order.
  package var outcomes: [EvaluationOutcome]
  /// The figures of all outcomes.
  package var summary: EvaluationSummary

  /// Puts a report together; `title` heads the page.
  package init(title: String, outcomes: [EvaluationOutcome], summary: EvaluationSummary) {
    self.title = title
    self.outcomes = outcomes
    self.summary = summary
  }

  /// The table by group, the worst confusions and the times, as plain ASCII for a terminal.
  package func text(confusions limit: Int = 10) -> String {
    var lines = table
    let confusions = EvaluationSummary.confusions(outcomes).prefix(limit)
    if !confusions.isEmpty {
      lines.append("")
      lines.append("Most frequent confusions:")
      lines += confusions.map { "  \($0.count) x  \($0.expected)  ->  \($0.got)" }
    }
    let latency = summary.latency
    lines.append("")
    lines.append(
      "Last sample to decision: median \(latency.median.fixed(1)) ms, "
        + "95 % within \(latency.p95.fixed(1)) ms, at most \(latency.max.fixed(1)) ms")
    lines.append(
      "Real-time factor \(summary.realTimeFactor.fixed(3)); "
        + "memory at most \(summary.peakResidentMemory.fixed(1)) MiB; "
        + "confidence is off by \((100 * ReliabilityCurve(outcomes).calibrationError).fixed(1))"
        + " points on average")
    return lines.joined(separator: "\n")
  }

  /// The table's rows: each group and, if there are several, their sum.
  var rows: [(name: String, counts: EvaluationSummary.Counts)] {
    var rows = summary.groups.sorted { $0.key < $1.key }.map { (name: $0.key, counts: $0.value) }
    if rows.count != 1 { rows.append((name: "in all", counts: summary.total)) }
    return rows
  }

  private var table: [String] {
    let width = max(5, rows.map(\.name.count).max() ?? 0)
    func line(_ name: String, _ columns: [String]) -> String {
      name.padded(to: width) + columns.map { $0.padded(to: 16, left: true) }.joined()
    }
    return [line("group", ["cases", "right", "wrong", "asked", "refused"])]
      + rows.map { line($0.name, $0.counts.columns) }
  }
}
