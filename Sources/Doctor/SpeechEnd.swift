import Sound

/// Detects when somebody who was asked to speak has spoken: sound well above what came before, then
/// a pause.
struct SpeechEnd: Sendable {
  /// The samples judged at a time: a tenth of a second.
  static let stretch = 1_600
  /// How much louder than the quietest stretch speech must be, in dB.
  private static let distance = 12.0
  /// Anything softer than this is not speech, in dB relative to full scale.
  private static let leastLevel = -60.0

  private var pending: [Int16] = []
  private var quietest = Double.infinity
  private var loudStretches = 0
  private var pause = 0

  /// Whether there was speech.
  var hasSpeech: Bool { loudStretches >= 3 }
  /// Whether it is over: a second without speech.
  var isOver: Bool { hasSpeech && pause >= 10 }

  /// Takes the next samples, 16 kHz.
  mutating func add(_ samples: [Int16]) {
    pending += samples
    while pending.count >= Self.stretch {
      add(AudioLevel(pending.prefix(Self.stretch)).rms)
      pending.removeFirst(Self.stretch)
    }
  }

  private mutating func add(_ level: Double) {
    quietest = min(quietest, max(level, -90))
    if level > max(Self.leastLevel, quietest + Self.distance) {
      loudStretches += 1
      pause = 0
    } else {
      pause += 1
    }
  }
}
