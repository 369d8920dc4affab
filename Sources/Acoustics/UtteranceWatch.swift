/// Finds utterances in endless sound: a pure value that keeps no more than one of them.
package struct UtteranceWatch: Sendable {
  /// What has happened in the sound.
  package enum Event: Sendable, Hashable {
    /// Somebody has begun to speak; ``sound`` has the beginning.
    case began
    /// Speech goes on.
    case continued
    /// There is a short pause; once for each.
    case paused
    /// Speech has ended.
    case ended
  }

  /// The silence that is kept before speech, 0.5 s; and the longest time that speech may have gone
  /// on before it is noticed, 0.35 s.
  private static let silence = FrontEnd.sampleRate / 2
  private static let onset = FrontEnd.sampleRate * 7 / 20
  /// The longest utterance that is kept: 10 s.
  package static let longest = 10 * FrontEnd.sampleRate
  /// A noise with this many quiet frames after it is not the beginning of a word.
  private static let clickPause = 30
  /// The length of a short pause, in frames.
  private static let shortPause = 22

  private var endpoint: SpeechEndpoint
  /// The utterance so far, with some silence before it; while nobody speaks, that silence.
  package private(set) var sound: [Int16] = []
  /// Where in `sound` speech begins at the earliest.
  package private(set) var onset = 0
  /// How many samples were taken before `sound`.
  package private(set) var start = 0
  /// How many samples were taken since its beginning; more than it has after ``longest``.
  package private(set) var count = 0
  private var isSpeech = false
  private var isPausing = false

  /// - Parameter pause: How long a silence ends an utterance.
  package init(pause: Duration) {
    endpoint = SpeechEndpoint(pause: pause, patience: .seconds(1_000_000_000))
  }

  /// How long somebody has been speaking, in samples.
  package var length: Int { count - onset }

  /// Where the last loud frame ends.
  package var lastLoud: Int { max(0, count - (endpoint.quietFrames ?? 0) * FrontEnd.step) }

  /// Takes the next samples, 16 kHz, at most a tenth of a second; nil if nobody speaks.
  package mutating func add(_ samples: some Collection<Int16>) -> Event? {
    if sound.count < Self.silence + Self.onset + Self.longest { sound += samples }
    count += samples.count
    let event = endpoint.add(samples)
    guard isSpeech else {
      if endpoint.hasSpeech {
        isSpeech = true
        onset = max(0, sound.count - Self.onset)
        return .began
      }
      if let quiet = endpoint.quietFrames, quiet > Self.clickPause { endpoint.restart() }
      trim()
      return nil
    }
    if event == .speechEnded { return .ended }
    defer { isPausing = endpoint.isQuiet(for: Self.shortPause) }
    return !isPausing && endpoint.isQuiet(for: Self.shortPause) ? .paused : .continued
  }

  /// Forgets an utterance that has ended, but for the silence after it.
  package mutating func forget() {
    (isSpeech, isPausing) = (false, false)
    endpoint.restart()
    if sound.count < count { sound = [] }
    start += count - sound.count
    trim()
  }

  private mutating func trim() {
    let spare = max(0, sound.count - Self.silence - Self.onset)
    sound.removeFirst(spare)
    start += spare
    count = sound.count
  }
}
