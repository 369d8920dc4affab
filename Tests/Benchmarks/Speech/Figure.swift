/// One line of the report.
struct Figure {
  private let text: String

  init(_ name: String, seconds: Double, atMost limit: Double? = nil) {
    self.init(name, seconds * 1_000, "ms", limit.map { $0 * 1_000 })
  }
  init(_ name: String, mebibytes: Double, atMost limit: Double? = nil) {
    self.init(name, mebibytes, "MiB", limit)
  }
  init(_ name: String, ratio: Double, atMost limit: Double? = nil) {
    self.init(name, ratio, "x", limit)
  }
  init(_ name: String, count: Int, atMost limit: Int? = nil) {
    self.init(name, Double(count), "", limit.map(Double.init))
  }

  private init(_ name: String, _ value: Double, _ unit: String, _ limit: Double?) {
    func number(_ value: Double) -> String {
      value == value.rounded() ? "\(Int(value))" : "\((value * 100).rounded() / 100)"
    }
    let verdict =
      limit.map { " (at most \(number($0)): \(value <= $0 ? "reached" : "MISSED"))" } ?? ""
    text = "\(name): \(number(value))\(unit.isEmpty ? "" : " \(unit)")\(verdict)"
  }

  func print() { Swift.print(text) }

  /// A line without a figure.
  static func note(_ text: String) { Swift.print("# \(text)") }
}

extension [Double] {
  var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}

extension ContinuousClock.Instant {
  var secondsUntilNow: Double { (ContinuousClock.now - self) / .seconds(1) }
}

/// Why the benchmark cannot continue.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
