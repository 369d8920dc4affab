import Acoustics
import LanguageModel

/// Finds out how a speaker says what is known to have been said.
///
/// The words are found in the recording with a grammar of the ways to say it, then their phones,
/// and what the model's densities make of each phone's frames is summed up for a
/// `SpeakerTransform`. Works on a thread of its own; an instance that has listened costs an
/// acoustic model's memory.
public actor SpeakerListener {
  private nonisolated let thread: DecoderThread
  private let model: AcousticModel
  private let extractor: FeatureExtractor
  private let codebooks: Codebooks
  private var decoder: PocketSphinxDecoder?

  private static let phones = "phones of the words"

  /// Makes a listener with this model, without what it knows of a speaker.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable`, also where the model cannot be adapted
  ///   in this way.
  public init(model: AcousticModel) throws(SpeechError) {
    thread = try DecoderThread(name: "speaker")
    guard let extractor = try FeatureExtractor.shared(for: model),
      let codebooks = try Codebooks(model)
    else {
      throw SpeechError(
        .modelUnavailable, operation: "adapt to a speaker the acoustic model",
        subject: model.directory,
        advice: "it is not phonetically tied with the usual features; use another model, such as "
          + "Debian's pocketsphinx-en-us")
    }
    self.extractor = extractor
    self.codebooks = codebooks
    self.model = model
  }

  /// The thread of its decoder.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  private func openDecoder() throws(SpeechError) -> PocketSphinxDecoder {
    if let decoder { return decoder }
    var stock = model
    stock.speaker = nil
    // There are few ways to say one thing, and one of them is the right one: none is given up
    // early.
    var configuration = DecoderConfiguration()
    configuration.beam = 1e-120
    configuration.wordBeam = 1e-120
    configuration.phoneBeam = 1e-120
    let opened = try PocketSphinxDecoder(
      model: stock, configuration: configuration, input: .features(settings: extractor.settings))
    decoder = opened
    return opened
  }

  /// What a recording turned out to be.
  public enum Heard: Sendable {
    /// Nobody speaks in it.
    case silence
    /// None of the phrases can be in it.
    case otherWords
    case phrase(SpokenSample)
  }

  /// Listens to a recording of one of the phrases of `languageModel`.
  ///
  /// - Parameter samples: 16 kHz, one channel.
  /// - Throws: `SpeechError` where the grammar is none, or the decoder fails.
  public func listen(
    to samples: [Int16], for languageModel: CompiledLanguageModel
  ) throws(SpeechError) -> Heard {
    let features = extractor.features(of: samples)
    guard features.frameCount > 0 else { return .silence }
    let cepstra = extractor.cepstra(of: features.spectrum)
    let decoder = try openDecoder()
    try decoder.set(languageModel)
    try decoder.decode(cepstra)
    guard let reading = decoder.hypothesis() else { return .otherWords }
    try decoder.set(Self.phones(of: reading.words, in: languageModel.lexicon), as: Self.phones)
    try decoder.decode(cepstra)
    guard let aligned = decoder.hypothesis() else { return .otherWords }
    try decoder.usePhones()
    try decoder.decode(cepstra)
    let free = decoder.phones()?.score ?? reading.score
    return .phrase(
      SpokenSample(
        words: reading.words, fit: Double(reading.score - free) / 10 / Double(features.frameCount),
        signalToNoise: Double(features.signalToNoise), codebooks: codebooks,
        cepstra: cepstra,
        phones: aligned.segments.map { segment in
          var segment = segment
          segment.word = Self.phone(named: segment.word)
          return segment
        }))
  }

  /// The words' phones one after another, with every way to pronounce each word. A phone is a word
  /// of its own there.
  static func phones(of words: [String], in lexicon: Lexicon) -> CompiledLanguageModel {
    var grammar = Grammar(words: [], stateCount: 1, start: 0, final: 0, arcs: [])
    var numbers: [String: Int32] = [:]
    func newState() -> Int32 {
      grammar.stateCount += 1
      return Int32(grammar.stateCount - 1)
    }
    for word in words {
      let start = Int32(grammar.final)
      let end = newState()
      for phones in lexicon.pronunciations[word] ?? [] where !phones.isEmpty {
        var state = start
        for (index, phone) in phones.enumerated() {
          let number = numbers[phone] ?? Int32(grammar.words.count)
          if numbers.updateValue(number, forKey: phone) == nil {
            grammar.words.append(name(of: phone))
          }
          let next = index == phones.count - 1 ? end : newState()
          grammar.arcs.append(.init(source: state, target: next, word: number, weight: 0))
          state = next
        }
      }
      grammar.final = Int(end)
    }
    return CompiledLanguageModel(
      grammar: grammar,
      lexicon: Lexicon(
        pronunciations: Dictionary(
          numbers.keys.map { (name(of: $0), [[$0]]) }, uniquingKeysWith: { first, _ in first })))
  }

  // No word of a language is spelt like this.
  private static func name(of phone: String) -> String { "/\(phone)/" }

  private static func phone(named name: String) -> String {
    name.hasPrefix("/") && name.hasSuffix("/") && name.count > 2
      ? String(name.dropFirst().dropLast()) : name
  }
}

/// A recording of known words.
public struct SpokenSample: Sendable {
  /// What was said, out of what may have been said.
  public let words: [String]
  /// How much worse the words fit than any sequence of phones, per frame: about -1 where they were
  /// said clearly, less than `leastFit` where something else was.
  public let fit: Double
  /// How much louder the speech is than the noise, in dB.
  public let signalToNoise: Double
  private let codebooks: Codebooks
  private let cepstra: [Float]
  private let phones: [DecodedSegment]

  init(
    words: [String], fit: Double, signalToNoise: Double, codebooks: Codebooks, cepstra: [Float],
    phones: [DecodedSegment]
  ) {
    self.words = words
    self.fit = fit
    self.signalToNoise = signalToNoise
    self.codebooks = codebooks
    self.cepstra = cepstra
    self.phones = phones
  }

  /// What it says about the speaker.
  ///
  /// - Parameter transform: What is known about the speaker up to now: with it, it is more certain
  ///   which density a frame belongs to.
  public func statistics(under transform: SpeakerTransform? = nil) -> SpeakerStatistics {
    codebooks.statistics(of: cepstra, phones: phones, under: transform ?? .identity)
  }
}

extension SpeakerStatistics {
  /// What recordings say about their speaker: looked at twice, the second time with what the first
  /// has shown.
  public init(of samples: [SpokenSample]) {
    self.init()
    var transform: SpeakerTransform?
    for _ in 0..<2 {
      self = SpeakerStatistics()
      for sample in samples { self += sample.statistics(under: transform) }
      transform = SpeakerTransform(self)
    }
  }
}
