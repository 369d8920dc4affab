extension Duration {
  /// Reads a duration as in the configuration: a number and a unit, ms, s or min.
  package init?(written text: String) {
    let units = [("ms", 0.001), ("min", 60.0), ("s", 1.0)]
    guard let (unit, seconds) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    var number = text.dropLast(unit.count)
    while number.last == " " { number.removeLast() }
    // Checked before the conversion: not every number fits into a duration.
    guard let value = Double(decimal: number), abs(value) <= 1e9 else { return nil }
    self = .milliseconds((value * seconds * 1_000).rounded())
  }

  /// The form that `init(written:)` reads.
  package var written: String {
    let milliseconds = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    return milliseconds.isMultiple(of: 1_000)
      ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
  }
}

extension Double {
  /// Reads a number as people write it, such as 0.5; nil for Swift's other forms, such as 0x10,
  /// 1e3, +5 and inf.
  package init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ (48...57).contains($0) || "-.".utf8.contains($0) }) else {
      return nil
    }
    self.init(text)
  }
}
