extension Double {
  /// The number with `decimals` digits after the point (0…6); FoundationEssentials has no formats.
  package func fixed(_ decimals: Int) -> String {
    // The bound keeps thousandths exact, and the conversion from trapping.
    guard isFinite, abs(self) < 1e12 else { return isNaN ? "nan" : self < 0 ? "-inf" : "inf" }
    var scale: Int64 = 1
    for _ in 0..<Swift.max(0, Swift.min(decimals, 6)) { scale *= 10 }
    let scaled = Int64((abs(self) * Double(scale)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard scale > 1 else { return "\(sign)\(scaled)" }
    // A leading one keeps the fraction's zeros.
    return "\(sign)\(scaled / scale).\(String(scaled % scale + scale).dropFirst())"
  }
}
