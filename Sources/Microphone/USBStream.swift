/// A USB sound card's capture formats, from the kernel's /proc/asound/card1/stream0.
struct USBStream: Hashable {
  private(set) var sampleRates: [ClosedRange<Int>] = []
  private(set) var channelCounts: [Int] = []

  /// Reads the part under "Capture:"; ignores unknown lines.
  init(_ text: String) {
    var isCapture = false
    for line in text.split(separator: "\n") {
      let words = line.drop { $0 == " " }
      if words == "Capture:" || words == "Playback:" { isCapture = words == "Capture:" }
      guard isCapture else { continue }
      if let value = Self.value(of: "Channels", in: words), let count = Int(value) {
        if !channelCounts.contains(count) { channelCounts.append(count) }
      } else if let value = Self.value(of: "Rates", in: words) {
        for rate in Self.rates(value) where !sampleRates.contains(rate) { sampleRates.append(rate) }
      }
    }
    channelCounts.sort()
    sampleRates.sort { $0.lowerBound < $1.lowerBound }
  }

  private static func value(of name: String, in line: Substring) -> Substring? {
    line.hasPrefix("\(name): ") ? line.dropFirst(name.count + 2) : nil
  }

  /// "44100, 48000" or "8000 - 48000 (continuous)".
  private static func rates(_ text: Substring) -> [ClosedRange<Int>] {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    if text.contains("continuous") {
      guard numbers.count == 2, numbers[0] <= numbers[1] else { return [] }
      return [numbers[0]...numbers[1]]
    }
    return numbers.map { $0...$0 }
  }
}
