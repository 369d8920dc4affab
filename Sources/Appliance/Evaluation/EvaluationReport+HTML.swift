extension EvaluationReport {
  /// The whole report as one self-contained HTML page: tables, and plots as inline SVG.
  package func html() -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(Self.escape(title)): how well it is heard</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <h1>How well it is heard: \(Self.escape(title))</h1>
    \(groupTable)
    <h2>Said and heard</h2>
    <p>Rows are what was said; columns are the likeliest readings, whether or not the appliance acted on them.</p>
    <div class="plots">\(ConfusionMatrix.ofMoves(outcomes).map(\.svg).joined(separator: "\n"))</div>
    \(confusionTable)
    <h2>Is its confidence true?</h2>
    <p>Each dot is the results of one tenth of the scale; on the line, confidence and truth agree.
    A dot's size is how many results it stands for.
    Mean distance: \((100 * ReliabilityCurve(outcomes).calibrationError).fixed(1)) points.</p>
    <div class="plots">\(ReliabilityCurve(outcomes).svg)</div>
    <h2>From the last sample to the decision</h2>
    <p>Median \(summary.latency.median.fixed(1)) ms, 95 % within \(summary.latency.p95.fixed(1)) ms,
    at most \(summary.latency.max.fixed(1)) ms. Real-time factor \(summary.realTimeFactor.fixed(3)).
    Memory at most \(summary.peakResidentMemory.fixed(1)) MiB.</p>
    <div class="plots">\(LatencyHistogram(outcomes).svg)</div>
    \(caseTable)
    </body>
    </html>

    """
  }

  /// Escapes `text` for HTML.
  static func escape(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  private static let style = """
    :root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --line: #ccd; --mark: #2563a8; }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e6e8eb; --paper: #16191d; --line: #3a4048; --mark: #7fb4ee; }
    }
    body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
      color: var(--ink); background: var(--paper); }
    table { border-collapse: collapse; margin: 1rem 0; }
    th, td { padding: .2rem .8rem; border-bottom: 1px solid var(--line); text-align: left; }
    td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
    .plots { display: flex; flex-wrap: wrap; gap: 1.5rem; }
    svg { font: 12px system-ui, sans-serif; fill: var(--ink); }
    svg .cell, svg .bar, svg .dot { fill: var(--mark); }
    svg .axis { stroke: var(--line); fill: none; }
    """

  private var groupTable: String {
    Self.table(
      heading: ["group"], numbers: ["cases", "right", "wrong", "asked", "refused"],
      rows: rows.map { ([$0.name], $0.counts.columns) })
  }

  private var confusionTable: String {
    let confusions = EvaluationSummary.confusions(outcomes).prefix(30)
    guard !confusions.isEmpty else { return "<p>Nothing was taken for something else.</p>" }
    return Self.table(
      heading: ["said", "taken for"], numbers: ["times"],
      rows: confusions.map { ([$0.expected, $0.got], ["\($0.count)"]) })
  }

  private var caseTable: String {
    let failures = outcomes.filter { $0.verdict != .right }
    guard !failures.isEmpty else { return "" }
    return "<h2>Cases that were not right</h2>\n"
      + Self.table(
        heading: ["id", "group", "said", "outcome", "answer"], numbers: ["confidence"],
        rows: failures.map { outcome in
          (
            [outcome.id, outcome.group, outcome.expected, outcome.verdict.rawValue, outcome.got],
            [outcome.confidence.map { $0.fixed(2) } ?? ""]
          )
        })
  }

  private static func table(
    heading: [String], numbers: [String], rows: [(words: [String], numbers: [String])]
  ) -> String {
    let head =
      heading.map { "<th>\(escape($0))</th>" }
      + numbers.map { "<th class=\"number\">\(escape($0))</th>" }
    let body = rows.map { row in
      "<tr>\(row.words.map { "<td>\(escape($0))</td>" }.joined())"
        + "\(row.numbers.map { "<td class=\"number\">\(escape($0))</td>" }.joined())</tr>"
    }
    return "<table><tr>\(head.joined())</tr>\n\(body.joined(separator: "\n"))</table>"
  }
}
