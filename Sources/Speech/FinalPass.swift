import Acoustics
import LanguageModel
import Localization

/// Searches a complete utterance again, and computes the probability of each reading.
///
/// The streaming decoder has to adapt to voice and room while somebody speaks; the final pass knows
/// them from the start. It trims the recording to the speech, denoises it, scores it by the
/// acoustic model and by the phone network, and searches with both scores. It aligns the best
/// readings with each score. Each reading gets its posterior probability among all that players
/// say, allowed here or not.
///
/// Lives on the recognizer's thread; every call blocks while it works.
final class FinalPass {
  /// The result.
  struct Judgement {
    /// The readings with their confidence, the likeliest first; no two have the same meaning.
    /// Includes readings that are not allowed here.
    var readings: [Transcription.Reading]
    var evidence: Evidence?
    /// The likeliest reading and its sound.
    var phrase: SpokenPhrase?
  }

  private let model: PhoneModel
  private let extractor: FeatureExtractor
  /// The speaker-independent phone network, and the one adapted to the speaker.
  private let network: PhoneNetwork?
  private var phoneNetwork: PhoneNetwork?
  private var speaker: SpeakerAdaptation?
  /// The network for phrases without a background; nil if the other one serves them too.
  private let ownNetwork: PhoneNetwork?
  /// The networks' names for the model's phones, where they differ.
  private let phoneNames: [String: String]
  private let selector: WarpSelector
  private var models: Models?
  private var background: CompiledLanguageModel?
  /// The weights of the phrases allowed now.
  private var weights: PhraseWeights?
  private var meanings: Meanings?

  /// Built once per background grammar, and shared by all positions with that background.
  private struct Models {
    var network: SearchNetwork
    var search: LatticeSearch
    var scorer: RecordingScorer
    var aligner: PhraseAligner
    var weights: PhraseWeights
    /// Nil if there is no network for the model's phones.
    var networkScorer: NetworkScorer?
    /// Whether it is the network for phrases without a background.
    var isOwn: Bool
  }

  /// How many readings are aligned, and how far they may lie below the best: natural logarithms.
  private static let readingLimit = 50
  private static let readingBeam: Float = 120
  /// The least confidence in earlier findings with which nothing is heard again.
  private static let certainty = 0.9

  /// Nil if this package cannot score this kind of model; then there is only the streaming result.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable` if its files are damaged.
  init?(model: AcousticModel) throws(SpeechError) {
    guard let extractor = FeatureExtractor.shared(for: model.directory) else { return nil }
    self.extractor = extractor
    self.model = extractor.phones
    phoneNames = try model.nearestEnglishPhones(for: self.model.definition)
    network = model.phoneNetwork?.hearing(phoneNames)
    phoneNetwork = network
    ownNetwork = model.isMapped ? nil : PhoneNetwork.phrases?.hearing(phoneNames)
    selector = WarpSelector(extractor.phones)
    try adapt(to: model.speaker)
  }

  /// Adapts the phone network to a speaker from now on; nil removes the adaptation.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable` if the adaptation is for another network.
  func adapt(to speaker: SpeakerAdaptation?) throws(SpeechError) {
    guard speaker != self.speaker, let network else { return }
    let adapted = speaker.map { network.adapted(by: $0) } ?? network
    guard let adapted else {
      throw SpeechError(
        .modelUnavailable, Message("adapt the phone network to a speaker"),
        advice: Message("the voice was learnt with another network; enroll again"))
    }
    self.speaker = speaker
    phoneNetwork = adapted
    if let senones = models?.scorer.senones, models?.isOwn == false {
      models?.networkScorer = NetworkScorer(adapted, model.definition, senones)
    }
  }

  /// A spotter for a name with these pronunciations; nil if no network knows their phones.
  func spotter(of pronunciations: [[String]]) -> NameSpotter? {
    let forNames = ownNetwork == nil ? phoneNetwork : PhoneNetwork.names?.hearing(phoneNames)
    guard let network = forNames,
      let finder = NameFinder(network, model.definition, pronunciations: pronunciations)
    else { return nil }
    return NameSpotter(extractor: extractor, finder: finder)
  }

  /// Takes a language model, replacing the one before. Parts that depend on the background alone
  /// are built once per background.
  ///
  /// - Parameter isLesson: Somebody will say a known phrase, for learning a voice. Other phrases
  ///   without a background have a network of their own.
  func set(
    _ languageModel: CompiledLanguageModel, meanings: Meanings?, isLesson: Bool = false
  ) {
    let searched = meanings?.background ?? languageModel
    let isOwn = ownNetwork != nil && meanings?.background == nil && !isLesson
    if models?.isOwn != isOwn || background != searched {
      models = makeModels(searched, isOwn: isOwn)
      background = searched
    }
    weights = PhraseWeights(languageModel.grammar)
    self.meanings = meanings
  }

  private func makeModels(_ searched: CompiledLanguageModel, isOwn: Bool) -> Models {
    let lexicon = PhoneLexicon(searched.lexicon, model.definition)
    let network = SearchNetwork(searched.grammar, lexicon, model)
    let senones = network.usedSenones.union(PhoneLoop.senones(of: model.definition))
    let scorer = SenoneScorer(model, senones: senones)
    return Models(
      network: network, search: LatticeSearch(network, scorer),
      scorer: RecordingScorer(model, scorer), aligner: PhraseAligner(lexicon, model, scorer),
      weights: PhraseWeights(searched.grammar),
      networkScorer: (isOwn ? ownNetwork : phoneNetwork)
        .map { NetworkScorer($0, model.definition, scorer) }, isOwn: isOwn)
  }

  /// Hears a recording in advance if its words are a whole phrase, as in a pause before Stop.
  func findings(in samples: ArraySlice<Int16>, streamed: [String]) -> Findings? {
    guard let models, weights?.weight(of: streamed) != nil else { return nil }
    return hear(extractor.features(of: Array(samples)), streamed, models)
  }

  /// Computes the readings of a recording and their confidences.
  ///
  /// - Parameters:
  ///   - streamed: The streaming decoder's result.
  ///   - earlier: The findings in its beginning. They hold if only silence follows and they leave
  ///     little doubt.
  func judge(
    _ samples: [Int16], streamed: Hypothesis?, after earlier: Findings? = nil
  ) -> Judgement {
    guard let models else { return Judgement(readings: []) }
    let features = extractor.features(of: samples)
    if let earlier, earlier.hold(for: features, streamed?.words) {
      let judgement = judge(earlier, streamed, models)
      if let best = judgement.readings.first, best.confidence >= Self.certainty { return judgement }
    }
    return hear(features, streamed?.words, models).map { judge($0, streamed, models) }
      ?? Judgement(readings: [])
  }

  private func judge(_ findings: Findings, _ streamed: Hypothesis?, _ models: Models) -> Judgement {
    guard let best = findings.readings.first else { return Judgement(readings: []) }
    var evidence = findings.evidence(of: best, model.definition)
    let meanings = candidates(of: findings.readings, best, streamed, &evidence, models)
    var judgement = merged(
      findings.readings, meanings, evidence, firstFrame: findings.features.firstFrame)
    let words = judgement.readings.first?.hypothesis.words
    if let network, let likeliest = findings.readings.first(where: { $0.words == words }) {
      judgement.phrase = SpokenPhrase(
        words: likeliest.words,
        sound: SpokenPhrase.Sound(
          likeliest.alignment.phones, in: findings.features, network: network,
          definition: model.definition))
    }
    return judgement
  }

  /// Finds one of the grammar's phrases in a recording, for learning a voice.
  func sample(of samples: [Int16]) throws(SpokenSample.Absence) -> SpokenSample {
    guard let models, let findings = hear(extractor.features(of: samples), nil, models) else {
      throw .silence
    }
    guard let best = findings.readings.first,
      let network = phoneNetwork,
      let frames = network.knownFrames(
        of: findings.features, best.alignment.phones, model.definition)
    else { throw .otherWords }
    let evidence = findings.evidence(of: best, model.definition)
    return SpokenSample(
      words: best.words, fit: evidence.fit, signalToNoise: evidence.signalToNoise, frames: frames,
      network: network)
  }

  private func hear(_ features: Features, _ streamed: [String]?, _ models: Models) -> Findings? {
    guard features.frameCount > 0 else { return nil }
    let warp = selector.warp(of: features, extractor)
    var network = models.networkScorer?.scores(of: features) ?? []
    models.scorer.allowPauses(in: &network) { features.isClick[$0] }
    let width = models.scorer.width
    let phones = network.isEmpty ? nil : models.scorer.loop.path(through: network, width: width)
    let scores = models.scorer.scores(
      of: extractor.cepstra(of: features.spectrum, warpedBy: warp), features, heard: phones)
    var phrases = models.search.lattice(of: searched(scores, network), width: width)
      .readings(of: models.network, limit: Self.readingLimit, beam: Self.readingBeam)
      .map { $0.words.map { models.network.words[$0] } }
    if let streamed { phrases.append(streamed) }
    phrases = phrases.withoutDuplicates()
    let alignments = models.aligner.align(
      phrases, by: network.isEmpty ? [scores] : [scores, network])
    var readings = zip(phrases, alignments).compactMap { words, found in
      found[0].map {
        Reading(words: words, alignment: $0, network: network.isEmpty ? nil : found[1])
      }
    }
    readings.sort { $0.total > $1.total }
    return Findings(
      features: features,
      heard: phones ?? models.scorer.loop.path(through: scores, width: width), readings: readings)
  }

  /// The scores for a search: the acoustic model's, plus the phone network's with their weight.
  private func searched(_ scores: [Float], _ network: [Float]) -> [Float] {
    guard network.count == scores.count else { return scores }
    return [Float](unsafeUninitializedCapacity: scores.count) { sums, count in
      count = scores.count
      for place in 0..<count {
        sums.initializeElement(
          at: place, to: Self.searchScale * (scores[place] + Self.networkShare * network[place]))
      }
    }
  }

  /// The phone network's weight relative to the acoustic model when ranking readings.
  static let networkShare: Float = 3
  /// Scales the sum of both to the range for which the searches' beams are set.
  private static let searchScale: Float = 0.5

  /// Adds the readings to the evidence; returns the meaning of each, nil if it has none.
  private func candidates(
    of readings: [Reading], _ best: Reading, _ streamed: Hypothesis?, _ evidence: inout Evidence,
    _ models: Models
  ) -> [AnyMeaning?] {
    let streamed = streamed?.words
    return readings.map { reading in
      let meaning = meanings?.meaning(reading.words)
      var candidate = Evidence.Candidate()
      candidate.words = reading.words
      candidate.distance = Double(best.alignment.score - reading.alignment.score) / 10
      candidate.networkDistance =
        Double((best.network?.score ?? 0) - (reading.network?.score ?? 0)) / 10
      candidate.isStreamed = reading.words == streamed
      let weight = weights?.weight(of: reading.words)
      candidate.isAllowed = (meaning?.isAllowed ?? (meanings == nil)) && weight != nil
      candidate.weight = Double(
        (candidate.isAllowed ? weight : models.weights.weight(of: reading.words)) ?? -30)
      candidate.preference = candidate.isAllowed ? meaning?.preference ?? 0 : 0
      evidence.candidates.append(candidate)
      return meaning?.meaning
    }
  }

  /// The readings, merged by meaning, with the sum of their probabilities.
  private func merged(
    _ readings: [Reading], _ meanings: [AnyMeaning?], _ evidence: Evidence, firstFrame: Int
  ) -> Judgement {
    let shares = Confidence.shares(
      evidence, hasBackground: self.meanings?.background != nil,
      isMapped: background?.lexicon.isMapped ?? false)
    var merged: [Transcription.Reading] = []
    var places: [AnyMeaning: (index: Int, best: Double)] = [:]
    for ((reading, meaning), share) in zip(zip(readings, meanings), shares) {
      // A reading without a meaning stands for itself: no two have the same words.
      guard let meaning, let place = places[meaning] else {
        if let meaning { places[meaning] = (merged.count, share) }
        merged.append((reading.hypothesis(firstFrame), meaning, share))
        continue
      }
      merged[place.index].confidence += share
      if share > place.best {
        places[meaning]?.best = share
        merged[place.index].hypothesis = reading.hypothesis(firstFrame)
      }
    }
    return Judgement(
      readings: merged.sorted { $0.confidence > $1.confidence }, evidence: evidence)
  }
}
