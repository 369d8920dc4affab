import Acoustics
import CPocketSphinx
import Glibc
import LanguageModel
import Localization
import Synchronization

/// One decoder: an acoustic model, the grammar to search, and the current utterance.
///
/// It starts with an empty dictionary and adds each grammar's words, so that it need not read the
/// 134,000 words of the model's own at startup. Not thread-safe; every call blocks while it works.
final class PocketSphinxDecoder {
  /// Frames per second.
  static let frameRate = 100.0
  /// Samples per second.
  static let sampleRate = 16_000

  let decoder: OpaquePointer
  private let configuration: DecoderConfiguration
  private(set) var lexicon = DecoderLexicon()
  /// The library's name for the grammar; nil without one. It alternates between two, so that the
  /// old grammar can be freed later.
  private var place: String?
  private var replaced: String?
  private var isInUtterance = false
  /// Whether it has an n-gram and the model's whole dictionary, and accepts no grammars.
  let isForDictation: Bool

  /// Opens the model.
  ///
  /// The corresponding C function is `ps_init`.
  ///
  /// - Parameter ngram: An n-gram, searched with PocketSphinx's own settings and the model's
  ///   dictionary; nil for grammars. The caller has checked it.
  /// - Throws: `SpeechError` with code `modelUnavailable` or `decoderFailed`.
  init(
    model: AcousticModel, configuration: DecoderConfiguration = DecoderConfiguration(),
    ngram: String? = nil
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
      // For a recording outside the grammar, the best path through the lattice can take 20 s.
      sphinx_config_set_bool(settings, "bestpath", 0)
      // `set` itself adds a word's variants.
      sphinx_config_set_bool(settings, "fsgusealtpron", 0)
      // Chooses Gaussians anew in every second frame only, which saves an eighth of all time. Partial
      // results hardly change; the final ones are judged from all frames.
      sphinx_config_set_int(settings, "ds", 2)
      // A phone loop for lookahead only speeds up n-gram searches.
      sphinx_config_set_int(settings, "pl_window", 0)
    }
    // Only generation 0.8 has these two. If it removed silence, frame numbers would not be times.
    sphinx_config_set_bool(settings, "remove_silence", 0)
    sphinx_config_set_bool(settings, "remove_noise", configuration.removesNoise ? 1 : 0)
    guard let decoder = ps_init(settings) else {
      throw SpeechError(
        .decoderFailed, operation, model.directory,
        advice: Message("PocketSphinx refused it: \(Complaint.last)"))
    }
    self.decoder = decoder
    self.configuration = configuration
    isForDictation = ngram != nil
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
  /// The old grammar stays in memory until `freeReplaced` or the next call but one.
  ///
  /// - Throws: `SpeechError` with code `grammar` or `pronunciation`; the grammar before stays.
  func set(_ model: CompiledLanguageModel) throws(SpeechError) {
    let grammar = model.streamed ?? model.grammar
    try grammar.checkForDecoder()
    try lexicon.add(grammar.usedWords, pronouncedAs: model.lexicon) { [decoder] name, phones in
      ps_add_word(decoder, name, phones, 0) >= 0
    }
    // The search treats each pronunciation as a word. PocketSphinx could add the variants itself,
    // but it would go through all arcs of all states for each.
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
    let next = place == "grammar" ? "other grammar" : "grammar"
    let status = names.withCStrings { names in
      guard
        let search = sphinx_grammar_make(
          decoder, Int32(grammar.stateCount), Int32(grammar.start), Int32(grammar.final), names,
          nameCount, arcs, Int32(arcs.count), configuration.languageWeight)
      else { return Int32(-1) }
      defer { fsg_model_free(search) }
      return sphinx_grammar_use(decoder, next, search)
    }
    guard status >= 0 else {
      throw SpeechError(
        .grammar, Message("take a grammar of \(grammar.stateCount) states"), status: status,
        advice: Message("PocketSphinx refused it: \(Complaint.last)"))
    }
    (replaced, place) = (place, next)
  }

  /// Frees old grammars, which takes a quarter of the time of setting one.
  ///
  /// The corresponding C function is `ps_unset_search`.
  func freeReplaced() {
    if let replaced { sphinx_search_free(decoder, replaced) }
    replaced = nil
  }

  // MARK: Utterance

  /// Begins an utterance; abandons a current one.
  ///
  /// The corresponding C functions are `ps_start_stream` and `ps_start_utt`.
  func startUtterance() throws(SpeechError) {
    if isInUtterance { endUtterance() }
    guard isForDictation || place != nil else {
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

  /// Ends the utterance; the results are final then.
  ///
  /// The corresponding C function is `ps_end_utt`.
  func endUtterance() {
    guard isInUtterance else { return }
    isInUtterance = false
    ps_end_utt(decoder)
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
