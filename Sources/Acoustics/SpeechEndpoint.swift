import Glibc
import LanguageModel

/// Endpointing: detects the end of speech as sound arrives. A pure value.
///
/// A frame is loud if its most prominent bands exceed their background by 8 dB: their 20 % quantile
/// over the last 3 s. Speech has ended when no frame has been loud for the length of a pause. Noise
/// hides soft word endings, so in noise it waits up to 0.35 s longer: a hidden consonant on both
/// sides of a pause. Measured with recordings of people and synthetic voices, with pauses of up to
/// 0.4 s between words: see `Recognition.md`.
package struct SpeechEndpoint: Sendable {
  /// The result.
  package enum Event: Sendable, Hashable {
    /// There was speech, and then none.
    case speechEnded
    /// There was no speech for the whole waiting time.
    case nothingSaid
  }

  private static let bandCount = 20
  /// How many bands count, the most prominent ones.
  private static let loudest = 5
  /// The number of frames for averaging energies: 60 ms.
  private static let smoothing = 6
  /// The number of frames for the background, 3 s; and how often it is updated, in frames.
  private static let memory = 300
  private static let update = 5
  /// In dB above the background.
  private static let threshold: Float = 8
  /// A click has fewer loud frames than speech.
  private static let leastSpeech = 12
  /// At a prominence of `clear` dB, noise hides nothing; at `hidden` dB or less, the pause is
  /// `extra` frames longer; in between it changes linearly.
  private static let clear: Float = 46
  private static let hidden: Float = 36
  private static let extra: Float = 35
  /// The lowest background energy of a band, about −75 dB relative to full scale.
  private static let leastEnergy: Float = 5.7
  private static let decibels: Float = 10 / log(10)

  private static let frontEnd: FrontEnd? = {
    var parameters = FrontEnd.Parameters()
    parameters.lowerFrequency = 100
    parameters.upperFrequency = 7_700
    parameters.bandCount = bandCount
    return FrontEnd(parameters)
  }()

  /// The frames of a pause that ends speech, and of a silence that ends listening.
  private let pause: Int
  private let patience: Int
  private var pending: [Int16] = []
  private var history: [Bands] = []
  /// The energies of `history` in each band, in ascending order.
  private var ranked = [[Float]](repeating: [], count: bandCount)
  private var background = Bands(repeating: 0)
  private var frames = 0
  private var run = 0
  private var loudFrames = 0
  private var lastLoud: Int?
  /// The prominence of the loudest frames, in ascending order.
  private var peaks: [Float] = []
  private var isDone = false

  /// - Parameters:
  ///   - pause: How long a silence after speech ends it.
  ///   - patience: How long to wait for speech.
  package init(pause: Duration, patience: Duration) {
    self.pause = Int(saturating: pause / .milliseconds(10))
    self.patience = Int(saturating: patience / .milliseconds(10))
  }

  /// Whether it has heard speech, and not just a click.
  package var hasSpeech: Bool { loudFrames >= Self.leastSpeech }

  /// The number of frames since the last loud one; nil if there was none.
  package var quietFrames: Int? { lastLoud.map { frames - $0 } }

  /// Whether nothing was loud for a pause of `length` frames, or longer in noise.
  package func isQuiet(for length: Int) -> Bool {
    (quietFrames ?? 0) - hiddenFrames > length
  }

  /// Waits for new speech; keeps the background.
  package mutating func restart() {
    (frames, run, loudFrames, lastLoud, peaks, isDone) = (0, 0, 0, nil, [], false)
  }

  /// Takes the next samples, 16 kHz; returns the result once.
  package mutating func add(_ samples: some Sequence<Int16>) -> Event? {
    guard !isDone, let frontEnd = Self.frontEnd else { return nil }
    pending += samples
    let spectrum = frontEnd.spectrum(of: pending)
    pending.removeFirst(min(pending.count, spectrum.count * FrontEnd.step))
    for frame in spectrum {
      if let event = add(frame) {
        isDone = true
        return event
      }
    }
    return nil
  }

  private mutating func add(_ frame: Bands) -> Event? {
    remember(frame)
    if frames.isMultiple(of: Self.update) { noteBackground() }
    let level = prominence
    run = level > Self.threshold ? run + 1 : 0
    if run > 1 {
      loudFrames += 1
      note(peak: level)
      lastLoud = frames
    }
    frames += 1
    guard hasSpeech else { return frames >= patience ? .nothingSaid : nil }
    return isQuiet(for: pause) ? .speechEnded : nil
  }

  /// The current level over the background, in dB.
  private var prominence: Float {
    let last = history.suffix(Self.smoothing)
    var excess: [Float] = []
    for band in 0..<Self.bandCount {
      let energy = last.reduce(Float(0)) { $0 + exp($1[band]) } / Float(last.count)
      excess.append(max(0, log(energy) - background[band]) * Self.decibels)
    }
    return excess.sorted(by: >).prefix(Self.loudest).reduce(0, +) / Float(Self.loudest)
  }

  private mutating func remember(_ frame: Bands) {
    if history.count == Self.memory {
      let oldest = history.removeFirst()
      for band in 0..<Self.bandCount { ranked[band].remove(at: rank(of: oldest[band], in: band)) }
    }
    history.append(frame)
    for band in 0..<Self.bandCount {
      ranked[band].insert(frame[band], at: rank(of: frame[band], in: band))
    }
  }

  /// How many energies of a band are lower.
  private func rank(of energy: Float, in band: Int) -> Int {
    var (lower, upper) = (0, ranked[band].count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if ranked[band][middle] < energy { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }

  private mutating func noteBackground() {
    let quiet = history.count / 5
    for band in 0..<Self.bandCount {
      background[band] = max(Self.leastEnergy, ranked[band][quiet])
    }
  }

  private mutating func note(peak: Float) {
    let index = peaks.firstIndex { $0 > peak } ?? peaks.count
    peaks.insert(peak, at: index)
    if peaks.count > 20 { peaks.removeFirst() }
  }

  /// The number of frames that noise adds to the pause.
  private var hiddenFrames: Int {
    let peak = peaks.first ?? 0
    let share = min(max(0, (Self.clear - peak) / (Self.clear - Self.hidden)), 1)
    return Int(share * Self.extra)
  }
}
