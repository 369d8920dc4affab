import FoundationEssentials
import Glibc
import Synchronization

/// The speech in a recording, as spectra.
package struct Features: Sendable {
  /// The mel spectra, denoised.
  package var spectrum: [Bands]
  /// The mel spectra as recorded.
  package var recorded: [Bands]
  /// Each frame's level over the noise, in dB.
  package var presence: [Float]
  /// Which of the frames are louder than the noise, and near a voice.
  package var isSpeech: [Bool]
  /// Which of the frames are louder than the noise, but far from any voice: clicks, for example.
  package var isClick: [Bool]
  package var frameCount: Int
  /// The recording's frame at which these begin.
  package var firstFrame: Int
  /// How many speech frames before them were cut off because the speech is too long.
  package var omittedFrameCount = 0
  /// How much louder the speech is than the noise, in dB; 0 if nobody speaks.
  package var signalToNoise: Float
  /// The share of the speech frames that are voiced, 0…1.
  package var voicing = 0.0
  /// How far the speech's spectrum moves in 80 ms on average, as a cepstral distance without the
  /// energy.
  package var movement = 0.0
}

extension FrontEnd.Parameters {
  /// The feature parameters in a model's `feat.params`, with PocketSphinx's defaults for the rest.
  ///
  /// Nil if the model needs features of another kind.
  init?(contentsOf path: String) {
    guard let text = try? String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    else { return nil }
    self.init()
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard words.count == 2 else { continue }
      switch words[0] {
      case "-lowerf": lowerFrequency = Double(words[1]) ?? 0
      case "-upperf": upperFrequency = Double(words[1]) ?? 0
      case "-nfilt": bandCount = Int(words[1]) ?? 0
      case "-lifter": lifter = Int(words[1]) ?? 0
      case "-cmninit": means = words[1].split(separator: ",").compactMap { Float($0) }
      case "-transform" where words[1] != "dct", "-feat" where words[1] != "1s_c_d_dd",
        "-agc" where words[1] != "none", "-varnorm" where words[1] != "no", "-samprate",
        "-nfft", "-wlen", "-frate", "-alpha", "-ncep":
        return nil
      default: break
      }
    }
    guard means.count == FrontEnd.cepstrumLength else { return nil }
  }
}

/// Computes features of recordings. Immutable; making one reads the model's codebooks.
package struct FeatureExtractor: Sendable {
  /// The process's extractors by model directory, shared by all recognizers.
  private static let known = Mutex<[String: FeatureExtractor]>([:])

  /// The extractor for a model; nil if the model needs features of another kind, or cannot be
  /// scored here.
  package static func shared(for directory: String) -> FeatureExtractor? {
    if let extractor = known.withLock({ $0[directory] }) { return extractor }
    guard let extractor = FeatureExtractor(directory) else { return nil }
    known.withLock { $0[directory] = extractor }
    return extractor
  }

  private let frontEnd: FrontEnd
  /// The model's phones.
  package let phones: PhoneModel
  private let compensation: NoiseCompensation

  /// How many bands a spectrum has.
  package var bandCount: Int { frontEnd.bandCount }

  /// Frames kept before and after the speech, so that words have room to begin and end.
  private static let margin = 20
  /// How far a word's sounds may be from its vowel, in frames.
  private static let voiceReach = 25
  /// The maximum number of frames: the last 20 s of the speech. No valid utterance is that long,
  /// and the end counts, because the speaker has just pressed Stop.
  package static let frameLimit = 2_000

  /// Nil if the model needs features of another kind, or cannot be scored here.
  package init?(_ directory: String) {
    guard let parameters = FrontEnd.Parameters(contentsOf: "\(directory)/feat.params"),
      let frontEnd = FrontEnd(parameters), let phones = try? PhoneModel(directory: directory)
    else { return nil }
    self.frontEnd = frontEnd
    self.phones = phones
    compensation = NoiseCompensation(
      prior: AcousticPrior(
        phones.means, phones.variances, silence: phones.definition.silence, frontEnd: frontEnd),
      frontEnd: frontEnd, means: parameters.means)
  }

  /// The features of a recording; empty if it is shorter than a frame.
  package func features(of samples: [Int16]) -> Features {
    let spectrum = frontEnd.spectrum(of: samples)
    let loudness = Loudness(of: spectrum, bandCount: frontEnd.bandCount)
    let isLoud = loudness.isLoud
    let voicing = Voicing(of: samples)
    let isVoiced = isLoud.indices.map { isLoud[$0] && voicing.isVoiced(at: $0) }
    let isSpeech = loudness.withoutDistant(Self.speech(isLoud, isVoiced))
    guard let first = isSpeech.firstIndex(of: true), let last = isSpeech.lastIndex(of: true) else {
      return Features(
        spectrum: [], recorded: [], presence: [], isSpeech: [], isClick: [], frameCount: 0,
        firstFrame: 0,
        signalToNoise: 0)
    }
    let noise = Noise(of: spectrum, isLoud: isLoud)
    let end = min(spectrum.count, last + Self.margin + 1)
    let range = max(0, first - Self.margin, end - Self.frameLimit)..<end
    let recorded = Array(spectrum[range])
    let clean = compensation.clean(recorded, noise: noise)
    return Features(
      spectrum: clean, recorded: recorded,
      presence: recorded.map { presence($0, noise) }, isSpeech: Array(isSpeech[range]),
      isClick: range.map { isLoud[$0] && !isSpeech[$0] },
      frameCount: clean.count, firstFrame: range.lowerBound,
      omittedFrameCount: isSpeech[..<range.lowerBound].lazy.filter { $0 }.count,
      signalToNoise: signalToNoise(spectrum, isSpeech, noise),
      voicing: Self.share(of: isVoiced[range], among: isLoud[range]),
      movement: movement(spectrum, isSpeech, in: range))
  }

  private func presence(_ frame: Bands, _ noise: Noise) -> Float {
    var speech: Float = 0
    var rest: Float = 0
    for band in 0..<frontEnd.bandCount {
      let level = exp(noise.mean[band])
      speech += max(exp(frame[band]) - level, 0)
      rest += level
    }
    // A band's energy is at least 1.
    return 10 * log10(max(speech, 1e-3 * rest) / rest)
  }

  /// The cepstra of frames whose frequencies are scaled up by `factor`: 13 numbers per frame, with
  /// the means over the whole spectrum subtracted.
  ///
  /// - Parameter frames: The frames; nil: all.
  package func cepstra(
    of spectrum: [Bands], warpedBy factor: Double = 1, at frames: [Int]? = nil
  ) -> [Float] {
    guard !spectrum.isEmpty else { return [] }
    // Warp and transform are linear, so the means can be subtracted first.
    let mean = spectrum.reduce(.zero, +) / Float(spectrum.count)
    let warp = frontEnd.warp(by: factor)
    return frontEnd.cepstra(
      of: (frames ?? Array(spectrum.indices)).map { frontEnd.warped(spectrum[$0] - mean, by: warp) }
    )
  }

  /// The loud frames near voiced ones: every word has a vowel, a click has none. All loud frames if
  /// none is voiced, as in a whisper.
  static func speech(_ isLoud: [Bool], _ isVoiced: [Bool]) -> [Bool] {
    guard isVoiced.contains(true) else { return isLoud }
    var isSpeech = [Bool](repeating: false, count: isLoud.count)
    for frame in isVoiced.indices where isVoiced[frame] {
      let near = max(0, frame - voiceReach)...min(isLoud.count - 1, frame + voiceReach)
      for frame in near { isSpeech[frame] = isLoud[frame] }
    }
    return isSpeech
  }

  /// The share of the loud frames that are voiced; 0 if there are none.
  private static func share(of isVoiced: ArraySlice<Bool>, among isLoud: ArraySlice<Bool>) -> Double
  {
    let loud = isLoud.count(where: \.self)
    return loud > 0 ? Double(isVoiced.count(where: \.self)) / Double(loud) : 0
  }

  /// The mean distance between speech frames this many frames apart. A sustained, unarticulated
  /// sound hardly moves. Uses the recorded spectrum, because the denoised one resembles speech
  /// more.
  private func movement(
    _ spectrum: [Bands], _ isSpeech: [Bool], in range: Range<Int>
  ) -> Double {
    let step = 8
    let pairs = range.dropLast(step).filter { isSpeech[$0] && isSpeech[$0 + step] }
    let distances = pairs.lazy.map { frame in
      frontEnd.distance(spectrum[frame], spectrum[frame + step])
    }
    return pairs.isEmpty ? 0 : Double(distances.reduce(0, +)) / Double(pairs.count)
  }

  /// The energy of the speech relative to the noise, in dB, summed over the bands.
  private func signalToNoise(_ spectrum: [Bands], _ isSpeech: [Bool], _ noise: Noise) -> Float {
    let loud = zip(spectrum, isSpeech).filter(\.1).map(\.0)
    var speechEnergy: Float = 0
    var noiseEnergy: Float = 0
    for band in 0..<frontEnd.bandCount {
      for frame in loud { speechEnergy += exp(frame[band]) / Float(loud.count) }
      noiseEnergy += exp(noise.mean[band])
    }
    // A band's energy is at least 1.
    return max(0, 10 * log10(speechEnergy / noiseEnergy))
  }
}
