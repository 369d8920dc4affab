import Acoustics
import CPocketSphinx
import Glibc
import LanguageModel
import Localization
import Synchronization

/// One decoder: an acoustic model, the grammar to search, and the current utterance.
///
/// It starts with an empty dictionary and adds the words of each grammar, so that starting does not
/// read the 134,000 words of the model's own. Not safe for use from several threads at once; every
/// call blocks while it works.
final class PocketSphinxDecoder {
  /// Frames per second.
  static let frameRate = 100.0
  /// Samples per second.
  static let sampleRate = 16_000

  private let decoder: OpaquePointer
  private let configuration: DecoderConfiguration
  private var lexicon = DecoderLexicon()
  private(set) var hasGrammar = false
  /// The library's name for each grammar: alternates between two, so that the replaced grammar need
  /// not be freed at once.
  private var places: [String: String] = [:]
  private var replaced: Set<String> = []
  private var isInUtterance = false
  /// Whether it has an n-gram and the model's whole dictionary, and takes no grammars.
  private let isForDictation: Bool

  /// The decoder's input.
  enum Input {
    /// Sound, as it arrives.
    case sound
    /// The features of whole utterances, with means already subtracted, and the lines of
    /// `feat.params` that describe them.
    case features(settings: [String])
  }

  /// Opens the model.
  ///
  /// The corresponding C function is `ps_init`.
  ///
  /// - Parameter ngram: An n-gram, to be searched with PocketSphinx's own settings and the model's
  ///   dictionary; nil for grammars. It must have been checked.
  /// - Throws: `SpeechError` with code `modelUnavailable` or `decoderFailed`.
  init(
    model: AcousticModel, configuration: DecoderConfiguration = DecoderConfiguration(),
    input: Input = .sound, ngram: String? = nil
  ) throws(SpeechError) {
    try Self.check(model)
    Complaint.silence()
    let operation = Message("open the acoustic model")
    guard let settings = sphinx_config_make() else {
      throw SpeechError(
        .decoderFailed, operation, advice: Message("there is no memory for its settings"))
    }
    defer { sphinx_config_free(settings) }
    for (name, value) in [
      ("hmm", model.directory),
      // Words are added as grammars need them.
      ("dict", ngram == nil ? "/dev/null" : model.dictionary ?? "/dev/null"),
    ] {
      sphinx_config_set_string(settings, name, value)
    }
    if let ngram {
      sphinx_config_set_string(settings, "lm", ngram)
    } else {
      for (name, value) in [
        ("lw", Double(configuration.languageWeight)),
        ("wip", Double(configuration.wordInsertionPenalty)),
        ("silprob", Double(configuration.silenceProbability)),
        ("fillprob", Double(configuration.fillerProbability)),
        ("beam", configuration.beam), ("wbeam", configuration.wordBeam),
        ("pbeam", configuration.phoneBeam),
      ] {
        sphinx_config_set_float(settings, name, value)
      }
      // Finding the best path through the lattice can take 20 s for one recording that does not fit
      // the grammar.
      sphinx_config_set_bool(settings, "bestpath", 0)
      // `set` itself adds a word's variants.
      sphinx_config_set_bool(settings, "fsgusealtpron", 0)
      // A phone loop for lookahead only helps n-gram searches.
      sphinx_config_set_int(settings, "pl_window", 0)
    }
    // Only generation 0.8 has these two. Removing silence would make frames useless as times.
    sphinx_config_set_bool(settings, "remove_silence", 0)
    sphinx_config_set_bool(settings, "remove_noise", configuration.removesNoise ? 1 : 0)
    // A model's own parameter file takes precedence, so the decoder is given a different one.
    var lines: [String] = []
    if case .features(let settings) = input { lines = settings }
    let parameters = try TemporaryFile(
      name: "feat.params", text: lines.map { $0 + "\n" }.joined())
    if !lines.isEmpty { sphinx_config_set_string(settings, "featparams", parameters.path) }
    let opened = withExtendedLifetime(parameters) { ps_init(settings) }
    guard let decoder = opened else {
      throw SpeechError(
        .decoderFailed, operation, model.directory,
        advice: Message("PocketSphinx refused it: \(Complaint.last)"))
    }
    self.decoder = decoder
    self.configuration = configuration
    isForDictation = ngram != nil
    hasGrammar = isForDictation
  }

  deinit {
    ps_free(decoder)
  }

  private static let checked = Mutex<Set<String>>([])

  /// Checks the model's files, once per model and process.
  private static func check(_ model: AcousticModel) throws(SpeechError) {
    guard !checked.withLock({ $0.contains(model.directory) }) else { return try model.check() }
    try model.checkFiles()
    checked.withLock { _ = $0.insert(model.directory) }
  }

  // MARK: Grammar

  /// Takes a grammar, replacing the one before; new words are added to the dictionary.
  ///
  /// The corresponding C functions are `ps_add_word`, `ps_set_fsg` and `ps_set_search`. Must not be
  /// called during an utterance.
  ///
  /// - Parameter name: Grammars with other names stay, for `use` to return to. The replaced one
  ///   stays in memory until `freeReplaced` or the next call but one.
  /// - Throws: `SpeechError` with code `grammar` or `pronunciation`; the grammar before stays.
  func set(_ model: CompiledLanguageModel, as name: String = "grammar") throws(SpeechError) {
    let grammar = model.grammar
    try grammar.checkForDecoder()
    try lexicon.add(grammar.usedWords, pronouncedAs: model.lexicon) { [decoder] name, phones in
      ps_add_word(decoder, name, phones, 0) >= 0
    }
    // To the search, each pronunciation is a separate word. PocketSphinx could add the variants
    // itself, but would go through all arcs of all states for each.
    var names: [String] = []
    var numbers: [String: Range<Int32>] = [:]
    var arcs: [sphinx_arc_t] = []
    arcs.reserveCapacity(grammar.arcs.count * 2)
    for arc in grammar.arcs {
      var variants: Range<Int32> = -1..<0
      if arc.word != Grammar.Arc.epsilon {
        let word = grammar.words[Int(arc.word)]
        if let known = numbers[word] {
          variants = known
        } else {
          let first = Int32(names.count)
          names += lexicon.names(of: word)
          variants = first..<Int32(names.count)
          numbers[word] = variants
        }
      }
      for variant in variants {
        arcs.append(
          sphinx_arc_t(
            source: arc.source, target: arc.target, word: variant, weight: min(0, arc.weight)))
      }
    }
    let nameCount = Int32(names.count)
    let place = places[name] == name ? "other \(name)" : name
    let status = names.withCStrings { names in
      guard
        let search = sphinx_grammar_make(
          decoder, Int32(grammar.stateCount), Int32(grammar.start), Int32(grammar.final), names,
          nameCount, arcs, Int32(arcs.count), configuration.languageWeight)
      else { return Int32(-1) }
      defer { fsg_model_free(search) }
      return sphinx_grammar_use(decoder, place, search)
    }
    guard status >= 0 else {
      throw SpeechError(
        .grammar, Message("take a grammar of \(grammar.stateCount) states"), status: status,
        advice: Message("PocketSphinx refused it: \(Complaint.last)"))
    }
    replaced.remove(place)
    if let before = places.updateValue(place, forKey: name) { replaced.insert(before) }
    hasGrammar = true
  }

  /// Frees replaced grammars, which takes a quarter of the time of setting one.
  ///
  /// The corresponding C function is `ps_unset_search`.
  func freeReplaced() {
    for place in replaced { sphinx_search_free(decoder, place) }
    replaced = []
  }

  /// Returns to a grammar that was set with this name.
  ///
  /// The corresponding C function is `ps_set_search`.
  func use(_ name: String = "grammar") throws(SpeechError) {
    let status = sphinx_search_use(decoder, places[name] ?? name)
    guard status >= 0 else {
      throw SpeechError(
        .grammar, Message("return to a grammar"), name, status: status,
        advice: .verbatim(Complaint.last))
    }
  }

  // MARK: Utterance

  /// Begins an utterance; gives up one that is under way.
  ///
  /// The corresponding C functions are `ps_start_stream` and `ps_start_utt`.
  func startUtterance() throws(SpeechError) {
    if isInUtterance { endUtterance() }
    guard hasGrammar else {
      throw SpeechError(
        .unavailable, Message("recognize speech"),
        advice: Message("prepare a language model first"))
    }
    ps_start_stream(decoder)
    let status = ps_start_utt(decoder)
    guard status >= 0 else {
      throw SpeechError(
        .decoderFailed, Message("start an utterance"), status: status,
        advice: .verbatim(Complaint.last))
    }
    isInUtterance = true
  }

  /// Decodes more sound: 16 kHz, one channel.
  ///
  /// The corresponding C function is `ps_process_raw`.
  func process(_ samples: some Collection<Int16>) throws(SpeechError) {
    guard isInUtterance, !samples.isEmpty else { return }
    let decode: (UnsafeBufferPointer<Int16>) -> Int32 = { [decoder] in
      ps_process_raw(decoder, $0.baseAddress, $0.count, 0, 0)
    }
    let status =
      samples.withContiguousStorageIfAvailable(decode)
      ?? Array(samples).withUnsafeBufferPointer(decode)
    guard status >= 0 else {
      throw SpeechError(
        .decoderFailed, Message("decode speech"), status: status,
        advice: .verbatim(Complaint.last))
    }
  }

  /// Decodes a whole utterance at once, given as cepstra with 13 numbers per frame.
  ///
  /// The corresponding C function is `ps_process_cep`.
  func decode(_ cepstra: [Float]) throws(SpeechError) {
    try startUtterance()
    defer { endUtterance() }
    // The decoder overwrites its input.
    var values = cepstra
    let count = Int32(cepstra.count / FrontEnd.cepstrumLength)
    let status = values.withUnsafeMutableBufferPointer {
      sphinx_process_features(
        decoder, $0.baseAddress, count, Int32(FrontEnd.cepstrumLength))
    }
    guard status >= 0 else {
      throw SpeechError(
        .decoderFailed, Message("decode speech"), status: status,
        advice: .verbatim(Complaint.last))
    }
  }

  /// Ends the utterance, so that the results are final.
  ///
  /// The corresponding C function is `ps_end_utt`.
  func endUtterance() {
    guard isInUtterance else { return }
    isInUtterance = false
    ps_end_utt(decoder)
  }

  /// The best reading so far; after `endUtterance` the best that reaches the end of the grammar.
  /// Nil if there is none.
  ///
  /// The corresponding C functions are `ps_get_hyp` and `ps_seg_iter`.
  func hypothesis() -> Hypothesis? {
    var score: Int32 = 0
    guard ps_get_hyp(decoder, &score) != nil else { return nil }
    let segments = segments(from: ps_seg_iter(decoder))
    return segments.contains { !$0.isFiller }
      ? Hypothesis(segments: segments, score: Int(score)) : nil
  }

  /// The utterance's best readings, all different in their words, the best first.
  ///
  /// Builds a lattice, whose cost grows with the square of the utterance's length; beyond
  /// `latticeFrameLimit`, returns only the best reading. The corresponding C functions are
  /// `ps_nbest` and its relatives.
  func hypotheses(limit: Int) -> Hypotheses {
    let frameCount = frameCount
    guard let best = hypothesis() else { return Hypotheses(readings: [], frameCount: frameCount) }
    var readings = [best]
    guard limit > 1, frameCount <= Self.latticeFrameLimit else {
      return Hypotheses(readings: readings, frameCount: frameCount)
    }
    var seen: Set = [best.words]
    var iterator = ps_nbest(decoder)
    var steps = 0
    while let current = iterator {
      var score: Int32 = 0
      if ps_nbest_hyp(current, &score) != nil {
        let reading = Hypothesis(segments: segments(from: ps_nbest_seg(current)), score: Int(score))
        let words = reading.words
        if words == best.words, readings[0].score == best.score {
          // The lattice scores differently from the search: compare like with like.
          readings[0].score = reading.score
        }
        if !words.isEmpty, seen.insert(words).inserted { readings.append(reading) }
      }
      steps += 1
      if readings.count >= limit || steps >= Self.nBestStepLimit {
        ps_nbest_free(current)
        break
      }
      iterator = ps_nbest_next(current)
    }
    return Hypotheses(readings: readings, frameCount: frameCount)
  }

  /// The length of the utterance so far, in frames.
  ///
  /// The corresponding C function is `ps_get_n_frames`.
  var frameCount: Int { max(0, Int(ps_get_n_frames(decoder))) }

  /// The longest utterance for which n-best readings are made, in frames.
  static let latticeFrameLimit = 1_000
  /// How many paths are searched for readings with other words.
  static let nBestStepLimit = 100

  private func segments(from first: OpaquePointer?) -> [DecodedSegment] {
    var segments: [DecodedSegment] = []
    var iterator = first
    while let current = iterator {
      // The decoder owns the string, which is gone after the next call. Epsilon transitions are
      // called "(NULL)".
      let name = ps_seg_word(current).map { String(cString: $0) } ?? "(NULL)"
      if name != "(NULL)" {
        var first: Int32 = 0
        var last: Int32 = 0
        var acoustic: Int32 = 0
        var language: Int32 = 0
        var back: Int32 = 0
        ps_seg_frames(current, &first, &last)
        _ = ps_seg_prob(current, &acoustic, &language, &back)
        let word = isForDictation ? Self.dictionaryWord(of: name) : lexicon.word(of: name)
        segments.append(
          DecodedSegment(
            word: word ?? name, isFiller: word == nil, firstFrame: Int(first), lastFrame: Int(last),
            acousticScore: Int(acoustic), languageScore: Int(language)))
      }
      iterator = ps_seg_next(current)
    }
    return segments
  }
}

extension PocketSphinxDecoder {
  /// The word for a name in the model's dictionary, which may be a variant's ("the(2)"); nil for a
  /// filler such as "<sil>" or "[NOISE]".
  private static func dictionaryWord(of name: String) -> String? {
    guard let first = name.first, !"<[+".contains(first) else { return nil }
    guard name.hasSuffix(")"), let bracket = name.lastIndex(of: "("), bracket > name.startIndex
    else { return name }
    return String(name[..<bracket])
  }
}

/// The library's last error message, one for the whole process.
enum Complaint {
  private struct State {
    var text = ""
    var isSilent = false
  }

  private static let state = Mutex(State())

  /// Keeps the library off the console; must be called before anything else in it.
  static func silence() {
    state.withLock { state in
      guard !state.isSilent else { return }
      sphinx_silence { text in
        guard let complaint = text.map({ String(cString: $0) }) else { return }
        Complaint.state.withLock { $0.text = complaint }
      }
      state.isSilent = true
    }
  }

  /// The last error message, without its line end, or a note that there was none.
  static var last: String {
    let message = state.withLock { $0.text }.split(separator: "\n").joined(separator: " ")
    return message.isEmpty ? "it gave no reason" : message
  }
}

extension [String] {
  /// Calls `body` with the strings as C strings, valid only during the call.
  fileprivate func withCStrings<R>(_ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> R) -> R {
    let copies = map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return copies.map { UnsafePointer($0) }.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
