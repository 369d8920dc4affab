/// Finds utterances in endless sound: a pure value that keeps at most one of them.
package struct UtteranceWatch: Sendable {
  /// A change in the sound.
  package enum Event: Sendable, Hashable {
    /// Somebody has begun to speak; ``sound`` has the beginning.
    case began
    /// Speech goes on.
    case continued
    /// A short pause has begun; reported once per pause.
    case paused
    /// Speech has ended.
    case ended
  }

  /// The silence to keep before speech, 0.5 s; and the maximum delay until speech is noticed, 0.35
  /// s.
  private static let silence = FrontEnd.sampleRate / 2
  private static let onset = FrontEnd.sampleRate * 7 / 20
  /// The longest utterance to keep: 10 s.
  package static let longest = 10 * FrontEnd.sampleRate
  /// A noise followed by this many quiet frames is not the beginning of a word.
  private static let clickPause = 30
  /// The length of a short pause, in frames.
  private static let shortPause = 22

  private var endpoint: SpeechEndpoint
  /// The utterance so far, with some silence before it; without speech, only that silence.
  package private(set) var sound: [Int16] = []
  /// The earliest beginning of speech, in `sound`.
  package private(set) var onset = 0
  /// The number of samples before `sound`.
  package private(set) var start = 0
  /// The number of samples since its beginning; more than it holds after ``longest``.
  package private(set) var count = 0
  private var isSpeech = false
  private var isPausing = false

  /// - Parameter pause: How long a silence ends an utterance.
  package init(pause: Duration) {
    endpoint = SpeechEndpoint(pause: pause, patience: .seconds(1_000_000_000))
  }

  /// The duration of the speech so far, in samples.
  package var length: Int { count - onset }

  /// The end of the last loud frame, in samples from the beginning of `sound`.
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

  /// Forgets an utterance that has ended, but keeps the silence after it.
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
