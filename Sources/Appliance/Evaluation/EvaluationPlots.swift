extension ConfusionMatrix {
  /// The matrix as SVG: one square per cell with its count, darker the larger its share of the row.
  var svg: String {
    let cell = 30
    let margin = 34
    let side = labels.count * cell
    var shapes: [String] = []
    for (row, label) in labels.enumerated() {
      let total = counts[row].reduce(0, +)
      let y = margin + row * cell
      shapes.append(text(label, x: margin - 12, y: y + 19))
      shapes.append(text(label, x: margin + row * cell + cell / 2, y: margin - 8))
      for (column, count) in counts[row].enumerated() where count > 0 {
        let share = Double(count) / Double(total)
        let x = margin + column * cell
        shapes.append(
          "<rect class=\"cell\" x=\"\(x)\" y=\"\(y)\" width=\"\(cell)\" height=\"\(cell)\" "
            + "fill-opacity=\"\((0.12 + 0.6 * share).fixed(2))\"><title>\(label) heard as "
            + "\(labels[column]): \(count) of \(total)</title></rect>")
        shapes.append(text(count, x: x + cell / 2, y: y + 19))
      }
    }
    return """
      <figure><figcaption>\(EvaluationReport.escape(title))</figcaption>
      <svg width="\(side + margin + 2)" height="\(side + margin + 2)" role="img">
      <rect class="axis" x="\(margin)" y="\(margin)" width="\(side)" height="\(side)"/>
      \(shapes.joined(separator: "\n"))
      </svg></figure>
      """
  }

  private func text(_ value: some CustomStringConvertible, x: Int, y: Int) -> String {
    "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\">\(value)</text>"
  }
}

extension ReliabilityCurve {
  /// The curve as SVG: confidence on the x-axis, the share that was right on the y-axis.
  var svg: String {
    let side = 280.0
    let margin = 40.0
    func x(_ value: Double) -> Double { margin + side * value }
    // Room for a whole dot at the top.
    let top = 14.0
    func y(_ value: Double) -> Double { top + side * (1 - value) }
    let filled = bins.filter { $0.count > 0 }
    let largest = Double(filled.map(\.count).max() ?? 1)
    let dots = filled.map { bin in
      let radius = 3 + 9 * (Double(bin.count) / largest).squareRoot()
      return "<circle class=\"dot\" fill-opacity=\"0.7\" cx=\"\(x(bin.confidence).fixed(1))\" "
        + "cy=\"\(y(bin.accuracy).fixed(1))\" r=\"\(radius.fixed(1))\"><title>"
        + "\(bin.count) results, confidence \(bin.confidence.fixed(2)), "
        + "right \(bin.accuracy.fixed(2))</title></circle>"
    }
    let ticks = [0.0, 0.5, 1.0].map { value in
      "<text x=\"\(x(value).fixed(1))\" y=\"\((y(0) + 18).fixed(1))\" text-anchor=\"middle\">"
        + "\(value.fixed(1))</text><text x=\"\((margin - 6).fixed(1))\" "
        + "y=\"\((y(value) + 4).fixed(1))\" text-anchor=\"end\">\(value.fixed(1))</text>"
    }
    return """
      <svg width="\((margin + side + 16).fixed(0))" height="\((side + top + 40).fixed(0))" role="img">
      <rect class="axis" x="\(margin.fixed(0))" y="\(top.fixed(0))" width="\(side.fixed(0))" \
      height="\(side.fixed(0))"/>
      <line class="axis" x1="\(x(0).fixed(1))" y1="\(y(0).fixed(1))" x2="\(x(1).fixed(1))" \
      y2="\(y(1).fixed(1))"/>
      \((ticks + dots).joined(separator: "\n"))
      <text x="\(x(0.5).fixed(1))" y="\((y(0) + 34).fixed(1))" text-anchor="middle">confidence</text>
      </svg>
      """
  }
}

/// The distribution of decision latencies.
struct LatencyHistogram {
  /// The width of a bar, in milliseconds.
  private(set) var width = 10.0
  private(set) var counts: [Int] = []

  init(_ outcomes: [EvaluationOutcome]) {
    let latencies = outcomes.map { max(0, $0.latency * 1000) }
    guard let longest = latencies.max() else { return }
    // At most 30 bars, of 10, 20, 50, 100, … ms.
    for step in [10.0, 20, 50, 100, 200, 500, 1000, 2000, 5000] {
      width = step
      if longest / step < 30 { break }
    }
    counts = Array(repeating: 0, count: min(Int(longest / width), 29) + 1)
    for latency in latencies { counts[min(Int(latency / width), counts.count - 1)] += 1 }
  }

  /// The histogram as SVG, one bar per `width` milliseconds.
  var svg: String {
    let step = 20
    let height = 160
    let largest = Double(max(1, counts.max() ?? 1))
    let bars = counts.enumerated().map { index, count in
      let length = Double(height) * Double(count) / largest
      let x = 30 + index * step
      let from = (Double(index) * width).fixed(0)
      let label =
        index % 5 == 0
        ? "<text x=\"\(x)\" y=\"\(height + 28)\" text-anchor=\"middle\">\(from)</text>" : ""
      return "<rect class=\"bar\" x=\"\(x)\" y=\"\((10 + Double(height) - length).fixed(1))\" "
        + "width=\"\(step - 2)\" height=\"\(length.fixed(1))\"><title>\(count) from \(from) ms"
        + "</title></rect>\(label)"
    }
    let right = 30 + counts.count * step
    return """
      <svg width="\(right + 40)" height="\(height + 50)" role="img">
      <line class="axis" x1="30" y1="\(height + 10)" x2="\(right)" y2="\(height + 10)"/>
      \(bars.joined(separator: "\n"))
      <text x="\(right + 4)" y="\(height + 28)">ms</text>
      </svg>
      """
  }
}
