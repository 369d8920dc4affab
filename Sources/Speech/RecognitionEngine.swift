import Acoustics
import DeviceIO
import LanguageModel
import Localization
import Sound

/// Recognizes on its own thread: one decoder, one task at a time.
actor RecognitionEngine {
  private nonisolated let thread: SerialThread
  private let model: AcousticModel
  private let configuration: DecoderConfiguration
  private let availability: Availability
  private var decoder: PocketSphinxDecoder?
  private var finalPass: FinalPass?
  /// For dictation; nil until the first such request.
  private var dictation: PocketSphinxDecoder?
  /// The recognizer's language model and meanings, and a request's own model while the decoder
  /// holds that instead.
  private var languageModel: CompiledLanguageModel?
  private var meanings: Meanings?
  private var borrowed: PreparedLanguageModel?
  /// The language model that the final pass still has to take; nil if it is up to date.
  private var unset: (languageModel: CompiledLanguageModel, meanings: Meanings?)?
  /// The speaker to expect instead of the model's.
  private var speaker: SpeakerAdaptation?
  private var session: (any Session)?
  /// Language models that wait for the current task's end.
  private var waiters: [@Sendable (isolated RecognitionEngine) -> Void] = []

  init(
    model: AcousticModel, configuration: DecoderConfiguration, availability: Availability
  ) throws(SpeechError) {
    thread = try SerialThread.decoding(name: "decoder")
    self.model = model
    self.configuration = configuration
    self.availability = availability
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Does `work` after all earlier work on the thread; returns immediately.
  private nonisolated func perform(
    _ work: @escaping @Sendable (isolated RecognitionEngine) -> Void
  ) {
    thread.perform { self.assumeIsolated { work($0) } }
  }

  // MARK: Language model

  /// Takes a language model after the current task; returns when a task may begin.
  ///
  /// Not isolated: before an isolated function could wait, the thread might have ended the task.
  nonisolated func prepare(
    _ languageModel: CompiledLanguageModel, meanings: Meanings?, speaker: SpeakerAdaptation?
  ) async throws {
    try await withCheckedThrowingContinuation { continuation in
      perform { engine in
        engine.waiters.append { engine in
          continuation.resume(
            with: Result { try engine.take(languageModel, meanings: meanings, speaker: speaker) })
        }
        engine.serveWaiters()
      }
    }
  }

  private func take(
    _ languageModel: CompiledLanguageModel, meanings: Meanings?, speaker: SpeakerAdaptation?
  ) throws(SpeechError) {
    try set(languageModel, meanings: meanings)
    self.languageModel = languageModel
    self.meanings = meanings
    self.speaker = speaker ?? model.speaker
    borrowed = nil
    perform { $0.finishPreparing() }
  }

  /// Does the rest of the preparation, which only the final pass needs.
  private func finishPreparing() {
    decoder?.freeReplaced()
    giveFinalPass()
    // If it is for another network, the earlier speaker stays.
    try? finalPass?.adapt(to: speaker)
  }

  private func giveFinalPass() {
    guard let (languageModel, meanings) = unset else { return }
    finalPass?.set(languageModel, meanings: meanings)
    unset = nil
  }

  private func openDecoder() throws(SpeechError) -> PocketSphinxDecoder {
    if let decoder { return decoder }
    do throws(SpeechError) {
      let opened = try PocketSphinxDecoder(model: model, configuration: configuration)
      finalPass = try FinalPass(model: model)
      decoder = opened
      availability.set(true)
      return opened
    } catch {
      availability.set(false)
      throw error
    }
  }

  private func set(
    _ languageModel: CompiledLanguageModel, meanings: Meanings?
  ) throws(SpeechError) {
    try meanings?.background?.grammar.checkForDecoder()
    try openDecoder().set(languageModel)
    unset = (languageModel, meanings)
  }

  /// The decoder with the request's language model, which the final pass gets too.
  private func decoder(for request: RecognitionRequest) throws(SpeechError) -> PocketSphinxDecoder {
    if let files = request.customizedLanguageModel {
      let prepared = try PreparedLanguageModel(files)
      if prepared != borrowed {
        try set(prepared.model, meanings: nil)
        borrowed = prepared
      }
    } else if let languageModel {
      if borrowed != nil {
        try set(languageModel, meanings: meanings)
        borrowed = nil
      }
    }
    giveFinalPass()
    return try openDecoder()
  }

  /// The decoder with the acoustic model's n-gram, opened once.
  private func openDictation() throws(SpeechError) -> PocketSphinxDecoder {
    if let dictation { return dictation }
    let ngram = try model.checkedNgram()
    let opened = try PocketSphinxDecoder(model: model, configuration: configuration, ngram: ngram)
    dictation = opened
    return opened
  }

  // MARK: Tasks

  /// Begins a task after all earlier requests; cancels the current one.
  nonisolated func start(_ task: RecognitionTask, _ request: RecognitionRequest, hint: TaskHint) {
    perform { $0.begin(task, request, hint: hint) }
  }

  /// Passes on a request of a task's owner.
  nonisolated func carryOut(_ wish: RecognitionTask.Wish, for task: RecognitionTask) {
    perform { $0.carry(wish, for: task) }
  }

  private func begin(_ task: RecognitionTask, _ request: RecognitionRequest, hint: TaskHint) {
    if let session {
      session.giveUp()
      end()
    }
    guard task.state != .canceling else { return task.tell(.cancelled) }
    do throws(SpeechError) {
      session = try makeSession(task, request, hint)
    } catch {
      return task.tell(.failed(error))
    }
    task.begin()
    // Until the session ends, the request retains this engine, even without its recognizer.
    (request as? AudioBufferRecognitionRequest)?.setReader {
      self.perform { $0.step(task) }
    }
    step(task)
  }

  private func makeSession(
    _ task: RecognitionTask, _ request: RecognitionRequest, _ hint: TaskHint
  ) throws(SpeechError) -> any Session {
    if let request = request as? AudioBufferRecognitionRequest, let attention = request.attention {
      // The closure retains this engine until the request ends: Swift 6.0's compiler crashes at
      // `unowned`.
      return try AttentiveSession(
        task: task, request: request, attention: attention, spotter: try spotter(for: attention)
      ) { task, request throws(SpeechError) in try self.utterance(task, request) }
    }
    guard request.customizedLanguageModel == nil, languageModel == nil || hint == .dictation else {
      return try utterance(task, request)
    }
    return try RecognitionSession(
      task: task, request: request, decoder: try openDictation(), finalPass: nil,
      intents: IntentFinder(), configuration: configuration)
  }

  /// The recognition of one utterance.
  private func utterance(
    _ task: RecognitionTask, _ request: RecognitionRequest
  ) throws(SpeechError) -> RecognitionSession {
    let decoder = try decoder(for: request)
    return try RecognitionSession(
      task: task, request: request, decoder: decoder, finalPass: finalPass,
      intents: (borrowed?.model ?? languageModel)?.intents ?? IntentFinder(),
      configuration: configuration)
  }

  private func spotter(for attention: Attention) throws(SpeechError) -> NameSpotter {
    _ = try openDecoder()
    if let spotter = finalPass?.spotter(of: attention.pronunciations) { return spotter }
    throw SpeechError(
      .unavailable, Message("listen for a name"),
      advice: Message("the acoustic model cannot find one; set recording.start: button"))
  }

  private func carry(_ wish: RecognitionTask.Wish, for task: RecognitionTask) {
    guard let session, session.task === task else {
      // It has not begun. A cancelled task reports that when its turn comes; a finishing one ends
      // with its first step.
      return
    }
    switch wish {
    case .cancel:
      session.giveUp()
      end()
    case .finish: step(task)
    }
  }

  /// Continues the task: takes the available sound, and ends the task when the sound has ended.
  private func step(_ task: RecognitionTask) {
    guard let session, session.task === task else { return }
    switch session.step() {
    // The language model may change between two utterances of an endless request.
    case .waiting: serveWaiters()
    case .more: perform { $0.step(task) }
    case .over: end()
    }
  }

  private func end() {
    session = nil
    serveWaiters()
  }

  /// Takes the language models that wait, unless a task needs the current one.
  private func serveWaiters() {
    guard session?.holdsDecoder != true else { return }
    let served = waiters
    waiters = []
    for waiter in served { waiter(self) }
  }

  /// Returns after all earlier work on the thread.
  ///
  /// Not isolated: for an isolated function with an empty body, the optimizer skips the hop to the
  /// thread.
  nonisolated func settle() async {
    await withCheckedContinuation { continuation in
      thread.perform { continuation.resume() }
    }
  }
}
