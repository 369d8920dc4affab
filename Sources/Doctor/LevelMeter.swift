import ApplianceCore
import Sound

/// A level meter in one line of text: a bar for the root mean square (RMS), a mark for the peak,
/// and figures.
///
/// It holds the peak for `hold` readings, so that people can read it.
package struct LevelMeter: Sendable {
  /// The level at the left end of the bar, in dBFS; the right end is full scale.
  static let floor = -60.0
  /// The peaks of good speech, in dBFS: neither exclamations nor whispers are lost.
  package static let speechPeaks = -24.0 ... -3.0

  private let width: Int
  private let hold: Int
  private var level = AudioLevel([])
  private var heldPeak = -Double.infinity
  private var peakAge = 0
  /// Readings since the last sample at full scale; nil if there has been none.
  private var clippingAge: Int?

  /// A meter whose bar has `width` characters.
  package init(width: Int = 40, hold: Int = 20) {
    self.width = max(1, width)
    self.hold = max(1, hold)
  }

  /// Takes the next reading; `clipped` is the number of samples at the device's full scale.
  package mutating func add(_ level: AudioLevel, clipped: Int = 0) {
    self.level = level
    peakAge += 1
    if level.peak >= heldPeak || peakAge >= hold {
      heldPeak = level.peak
      peakAge = 0
    }
    clippingAge = clippingAge.map { $0 + 1 }
    if clipped > 0 || level.clippedCount > 0 { clippingAge = 0 }
    if let age = clippingAge, age >= hold { clippingAge = nil }
  }

  /// Whether the sound has been too loud recently.
  var isClipping: Bool { clippingAge != nil }

  /// "[#######-----|     ] -24.3 dB  peak -12.1 dB  TOO LOUD"; of constant width, in ASCII.
  package var line: String {
    var bar = Array(repeating: Character(" "), count: width)
    let filled = columns(level.rms)
    for index in 0..<filled { bar[index] = "#" }
    for index in filled..<max(filled, columns(level.peak)) { bar[index] = "-" }
    let mark = columns(heldPeak)
    if mark > 0 { bar[mark - 1] = "|" }
    return "[\(String(bar))] \(Self.written(level.rms))  peak \(Self.written(heldPeak))  "
      + (isClipping ? "TOO LOUD" : "        ")
  }

  /// How many characters of the bar represent `level`, in dB.
  private func columns(_ level: Double) -> Int {
    guard level > Self.floor else { return 0 }
    return max(0, min(width, Int(((level / -Self.floor + 1) * Double(width)).rounded(.up))))
  }

  /// The level in dB with one decimal, in nine characters; silence has no number.
  static func written(_ level: Double) -> String {
    let text = level.isFinite ? "\(max(-999, min(999, level)).fixed(1)) dB" : "silent"
    return text.padded(to: 9, left: true)
  }
}
