import LanguageModel

/// Looks at an utterance again when all of it is there, and judges what was heard.
///
/// While somebody speaks, the decoder learns how voice and room sound; at the end that is known. The whole recording is
/// trimmed to the speech, cleaned of noise and decoded again, beside a search for phones that no grammar binds. Where what
/// else could have been meant is known, that is decoded too: how much worse it fits tells how sure the reading is.
///
/// Lives on the recognizer's thread; every call blocks while it works.
final class SecondLook {
  /// What came of it.
  struct Judgement {
    /// The likeliest first, with how likely each is; all different in what they mean.
    var readings: [(hypothesis: Hypothesis, confidence: Double)]
    var evidence: Evidence?
  }

  private let extractor: FeatureExtractor
  private let decoder: PocketSphinxDecoder
  private let companions: CompanionLooks
  private var lexicon = Lexicon(pronunciations: [:])
  private var meanings: Meanings?

  private static let grammar = "grammar"
  private static let otherGrammar = "others"

  /// Nil where the model's features are of a kind that cannot be made here: then there is one look only.
  ///
  /// - Throws: `SpeechError`.
  init?(model: AcousticModel, configuration: DecoderConfiguration) throws(SpeechError) {
    guard let extractor = try FeatureExtractor.shared(for: model) else { return nil }
    self.extractor = extractor
    // The cleaned features fit the model less well than what they were: with the usual beams one path in ten is lost.
    var configuration = configuration
    configuration.beam = 1e-80
    configuration.wordBeam = 1e-60
    configuration.phoneBeam = 1e-80
    decoder = try PocketSphinxDecoder(
      model: model, configuration: configuration, input: .features(settings: extractor.settings))
    companions = try CompanionLooks(
      model: model, configuration: configuration, settings: extractor.settings)
  }

  /// Takes a language model in the place of the one before.
  func set(_ model: CompiledLanguageModel, meanings: Meanings?) throws(SpeechError) {
    companions.set(model)
    try decoder.set(model, as: Self.grammar)
    decoder.freeReplaced()
    lexicon = model.lexicon
    self.meanings = meanings
  }

  /// Judges a recording.
  ///
  /// - Parameter streamed: What was heard while it was spoken.
  func judge(_ samples: [Int16], streamed: Hypothesis?) throws(SpeechError) -> Judgement {
    let features = extractor.features(of: samples)
    guard features.frameCount > 0 else { return Judgement(readings: [], evidence: nil) }
    let pending = companions.listen(to: features)
    let looks: (cleaned: Hypothesis, other: Hypothesis?)?
    do throws(SpeechError) {
      looks = try look(at: features)
    } catch {
      _ = pending.wait()
      throw error
    }
    let heard = pending.wait()

    var candidates = Candidates(meanings)
    if let (cleaned, other) = looks {
      candidates.insert(cleaned.shifted(by: features.firstFrame)) {
        $0.isCleaned = true
        $0.distance = 0
      }
      if let other {
        candidates.insert(other.shifted(by: features.firstFrame)) {
          $0.distance = $0.distance ?? Double(cleaned.score - other.score) / 100
        }
      }
    }
    if let warped = heard.words {
      candidates.insert(warped.shifted(by: features.firstFrame)) { $0.isWarped = true }
    }
    if let streamed { candidates.insert(streamed) { $0.isStreamed = true } }
    guard let first = candidates.all.first else { return Judgement(readings: [], evidence: nil) }

    var evidence = evidence(
      for: looks?.cleaned ?? first.hypothesis.shifted(by: -features.firstFrame),
      isScored: looks != nil, in: features, phones: heard.phones)
    evidence.candidates = candidates.all.map(\.candidate)
    let readings = zip(candidates.all, Confidence.shares(evidence)).map {
      (hypothesis: $0.hypothesis, confidence: $1)
    }
    return Judgement(
      readings: readings.sorted { $0.confidence > $1.confidence }, evidence: evidence)
  }

  /// What fits the cleaned recording best, and what of all that means something else.
  private func look(
    at features: Features
  ) throws(SpeechError) -> (cleaned: Hypothesis, other: Hypothesis?)? {
    try decoder.use(Self.grammar)
    try decoder.decode(features.cepstra)
    guard let cleaned = decoder.hypothesis() else { return nil }
    var other: Hypothesis?
    if let others = meanings?.others(cleaned.words) {
      try decoder.set(others, as: Self.otherGrammar)
      try decoder.decode(features.cepstra)
      other = decoder.hypothesis()
    }
    return (cleaned, other)
  }

  private func evidence(
    for reading: Hypothesis, isScored: Bool, in features: Features, phones: Hypothesis?
  ) -> Evidence {
    var evidence = Evidence()
    let words = reading.segments.filter { !$0.isFiller }
    let wordFrames = max(1, words.reduce(0) { $0 + $1.length })
    let phoneCount = max(1, words.reduce(0) { $0 + self.phoneCount(of: $1.word) })
    // Scores can be compared where they are of the same features only.
    if let phones, isScored {
      evidence.fit = Double(reading.score - phones.score) / Double(10 * features.frameCount)
      // The phones' scores, frame by frame, and their sums from the beginning.
      var sums = [0.0]
      for segment in phones.segments {
        let share = Double(segment.acousticScore) / Double(max(1, segment.length))
        for _ in 0..<segment.length { sums.append(sums[sums.count - 1] + share) }
      }
      evidence.worstFit =
        words.map { word in
          let first = min(max(0, word.firstFrame), sums.count - 1)
          let last = min(max(first, word.lastFrame + 1), sums.count - 1)
          return (Double(word.acousticScore) - (sums[last] - sums[first]))
            / Double(10 * max(1, word.length))
        }.min() ?? evidence.worstFit
    }
    evidence.framesPerPhone = Double(wordFrames) / Double(phoneCount)
    var isCovered = [Bool](repeating: false, count: features.frameCount + 1)
    for word in words { word.mark(&isCovered) }
    var isHeard = [Bool](repeating: false, count: features.frameCount + 1)
    for phone in phones?.segments ?? [] where !phone.isFiller { phone.mark(&isHeard) }
    let uncoveredCount = zip(isHeard, isCovered).lazy.filter { $0 && !$1 }.count
    evidence.uncovered = Double(uncoveredCount + features.omittedFrameCount) / 10
    evidence.signalToNoise = Double(features.signalToNoise)
    evidence.voicing = features.voicing
    evidence.movement = features.movement
    return evidence
  }

  private func phoneCount(of word: String) -> Int {
    lexicon.pronunciations[word]?.lazy.map(\.count).min() ?? 3
  }
}

/// What may have been meant, each meaning once, as the looks come to it.
private struct Candidates {
  private(set) var all: [(hypothesis: Hypothesis, candidate: Evidence.Candidate)] = []
  private var numbers: [String: Int] = [:]
  private let meanings: Meanings?

  init(_ meanings: Meanings?) { self.meanings = meanings }

  /// Notes what a look heard, in what it means.
  mutating func insert(_ hypothesis: Hypothesis, _ note: (inout Evidence.Candidate) -> Void) {
    let words = hypothesis.words
    let meaning = meanings?.meaning(words) ?? Meanings.Meaning(key: hypothesis.text)
    if let number = numbers[meaning.key] {
      note(&all[number].candidate)
    } else {
      var candidate = Evidence.Candidate()
      candidate.words = words
      candidate.preference = meaning.preference
      note(&candidate)
      numbers[meaning.key] = all.count
      all.append((hypothesis, candidate))
    }
  }
}

extension DecodedSegment {
  fileprivate var length: Int { max(0, lastFrame - firstFrame + 1) }

  fileprivate func mark(_ frames: inout [Bool]) {
    for frame in max(0, firstFrame)..<max(0, firstFrame, min(lastFrame + 1, frames.count)) {
      frames[frame] = true
    }
  }
}

extension Hypothesis {
  /// The same, so many frames later.
  fileprivate func shifted(by frames: Int) -> Hypothesis {
    var shifted = self
    for index in shifted.segments.indices {
      shifted.segments[index].firstFrame += frames
      shifted.segments[index].lastFrame += frames
    }
    return shifted
  }
}
