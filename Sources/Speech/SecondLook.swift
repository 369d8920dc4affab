import LanguageModel

/// Looks at an utterance again when all of it is there, and judges what was heard.
///
/// While somebody speaks, the decoder learns how voice and room sound; at the end that is known. The whole recording is
/// trimmed to the speech, cleaned of noise and decoded again, beside a search for phones that no grammar binds. Where what
/// else could have been meant is known, that is decoded too: how much worse it fits tells how sure the reading is.
///
/// Lives on the recognizer's thread; every call blocks while it works.
final class SecondLook {
  /// What else could have been meant: a language model of everything that does not mean what these words do; nil where
  /// nothing else can be said or the words mean nothing.
  typealias Rivals = @Sendable (_ words: [String]) -> CompiledLanguageModel?

  /// What came of it.
  struct Judgement {
    /// The likeliest first, with how likely each is; all different in their words.
    var readings: [(hypothesis: Hypothesis, confidence: Double)]
    var evidence: Evidence?
  }

  private let extractor: FeatureExtractor
  private let decoder: PocketSphinxDecoder
  private let phones: PhoneListener
  private var lexicon = Lexicon(pronunciations: [:])
  private var rivals: Rivals?

  private static let grammar = "grammar"
  private static let rivalGrammar = "rivals"

  /// Nil where the model's features are of a kind that cannot be made here: then there is one look only.
  ///
  /// - Throws: `SpeechError`.
  init?(model: AcousticModel, configuration: DecoderConfiguration) throws(SpeechError) {
    guard let extractor = try FeatureExtractor.shared(for: model) else { return nil }
    self.extractor = extractor
    decoder = try PocketSphinxDecoder(
      model: model, configuration: configuration, input: .features(settings: extractor.settings))
    phones = try PhoneListener(model: model, settings: extractor.settings)
  }

  /// Takes a language model in the place of the one before.
  func set(_ model: CompiledLanguageModel, rivals: Rivals?) throws(SpeechError) {
    try decoder.set(model, as: Self.grammar)
    lexicon = model.lexicon
    self.rivals = rivals
  }

  /// Judges a recording.
  ///
  /// - Parameter streamed: What was heard while it was spoken.
  func judge(_ samples: [Int16], streamed: Hypothesis?) throws(SpeechError) -> Judgement {
    let features = extractor.features(of: samples)
    guard features.frameCount > 0 else { return Judgement(readings: [], evidence: nil) }
    let pending = phones.listen(to: features)
    let reading: Hypothesis?
    do throws(SpeechError) {
      try decoder.use(Self.grammar)
      try decoder.decode(features)
      reading = decoder.hypothesis()
    } catch {
      _ = pending.wait()
      throw error
    }
    guard let reading else {
      _ = pending.wait()
      return Judgement(readings: [], evidence: nil)
    }
    let others = rivals?(reading.words)
    var rival: Hypothesis?
    if let others {
      try? decoder.set(others, as: Self.rivalGrammar)
      if (try? decoder.decode(features)) != nil { rival = decoder.hypothesis() }
    }
    let evidence = evidence(
      for: reading, in: features, phones: pending.wait(), rival: rival, streamed: streamed,
      others: others)
    var candidates = [reading]
    for other in [rival, streamed].compactMap({ $0 })
    where !candidates.contains(where: { $0.words == other.words }) {
      candidates.append(other)
    }
    let shares = Confidence.shares(of: candidates.count, evidence: evidence)
    let readings = zip(candidates, shares).map { candidate, share in
      (
        hypothesis: candidate == streamed
          ? candidate : candidate.shifted(by: features.firstFrame), confidence: share
      )
    }
    return Judgement(
      readings: readings.sorted { $0.confidence > $1.confidence }, evidence: evidence)
  }

  private func evidence(
    for reading: Hypothesis, in features: Features, phones: Hypothesis?, rival: Hypothesis?,
    streamed: Hypothesis?, others: CompiledLanguageModel?
  ) -> Evidence {
    var evidence = Evidence()
    evidence.words = reading.words
    let words = reading.segments.filter { !$0.isFiller }
    let wordFrames = max(1, words.reduce(0) { $0 + $1.length })
    let phoneCount = max(1, words.reduce(0) { $0 + self.phoneCount(of: $1.word) })
    let heard = (phones?.segments ?? []).filter { !$0.isFiller }
    if let phones {
      let difference = Double(reading.score - phones.score) / 10
      evidence.fit = difference / Double(features.frameCount)
      evidence.wordFit = difference / Double(wordFrames)
    }
    evidence.phoneCount = Double(phoneCount)
    evidence.framesPerPhone = Double(wordFrames) / Double(phoneCount)
    evidence.phoneRatio = Double(heard.count) / Double(phoneCount)
    evidence.phoneExcess = Double(heard.count - phoneCount)
    var isCovered = [Bool](repeating: false, count: features.frameCount + 1)
    for word in words { word.mark(&isCovered) }
    var isHeard = [Bool](repeating: false, count: features.frameCount + 1)
    for phone in heard { phone.mark(&isHeard) }
    evidence.uncovered =
      Double(zip(isHeard, isCovered).lazy.filter { $0 && !$1 }.count) / 10
    evidence.signalToNoise = Double(features.signalToNoise)
    if let streamed {
      evidence.looksAgree =
        streamed.words == reading.words
        || others.map { !$0.grammar.accepts(streamed.words) } == true
    }
    evidence.margin = rival.map { Double(reading.score - $0.score) / 100 }
    return evidence
  }

  private func phoneCount(of word: String) -> Int {
    lexicon.pronunciations[word]?.lazy.map(\.count).min() ?? 3
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

extension Grammar {
  /// Whether these words are a phrase of it.
  func accepts(_ phrase: [String]) -> Bool {
    var outgoing: [Int32: [Arc]] = [:]
    for arc in arcs { outgoing[arc.source, default: []].append(arc) }
    func closure(_ states: Set<Int32>) -> Set<Int32> {
      var (reached, waiting) = (states, Array(states))
      while let state = waiting.popLast() {
        for arc in outgoing[state] ?? []
        where arc.word == Arc.epsilon && reached.insert(arc.target).inserted {
          waiting.append(arc.target)
        }
      }
      return reached
    }
    var states = closure([Int32(start)])
    for word in phrase {
      var next: Set<Int32> = []
      for state in states {
        for arc in outgoing[state] ?? []
        where arc.word >= 0 && arc.word < words.count && words[Int(arc.word)] == word {
          next.insert(arc.target)
        }
      }
      states = closure(next)
    }
    return states.contains(Int32(final))
  }
}
