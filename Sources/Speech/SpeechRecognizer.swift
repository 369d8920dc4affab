import LanguageModel
import Sound
import Synchronization

/// Recognizes speech on this machine alone, with a language model of what can be said.
///
/// Prepare a language model, then begin a task with a request. Only one task runs at a time; a new
/// one cancels the old.
///
///     let recognizer = try SpeechRecognizer(model: model)
///     try await recognizer.prepare(languageModel)
///     let request = AudioBufferRecognitionRequest()
///     let task = recognizer.recognitionTask(with: request)
///     for await event in task.events { … }
public final class SpeechRecognizer: Sendable {
  /// The acoustic model in use.
  public let model: AcousticModel

  private let availability: Availability
  private let engine: RecognitionEngine
  private struct Listener {
    weak var delegate: (any SpeechRecognizerDelegate)?
    var reports: Task<Void, Never>?
  }
  private let listener = Mutex(Listener())

  /// Makes a recognizer with this model. It reads nothing yet, and is unavailable until a language
  /// model is prepared.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable` or `decoderFailed`.
  public init(
    model: AcousticModel, configuration: DecoderConfiguration = DecoderConfiguration()
  ) throws(SpeechError) {
    try model.check()
    self.model = model
    availability = Availability()
    engine = try RecognitionEngine(
      model: model, configuration: configuration, availability: availability)
  }

  deinit {
    listener.withLock { $0.reports?.cancel() }
  }

  // MARK: Availability

  /// Whether a task may begin, because a language model has been prepared.
  public var isAvailable: Bool { availability.isAvailable }

  /// Whether it is available, now and after each change; a slow reader gets only the newest value.
  public var availabilityChanges: AsyncStream<Bool> { availability.changes() }

  /// The delegate for changes of availability; held weakly, called on no particular thread.
  public var delegate: (any SpeechRecognizerDelegate)? {
    get { listener.withLock { $0.delegate } }
    set {
      let changes = availability.changes()
      let reports = newValue.map { _ in
        Task { [weak self] in
          var last = false
          for await isAvailable in changes where isAvailable != last {
            last = isAvailable
            guard let self else { return }
            delegate?.speechRecognizer(self, availabilityDidChange: isAvailable)
          }
        }
      }
      listener.withLock { listener in
        listener.reports?.cancel()
        listener = Listener(delegate: newValue, reports: reports)
      }
    }
  }

  // MARK: Language model

  /// Takes a language model, replacing the one before, and makes the recognizer available.
  ///
  /// Works on the decoder's thread while the caller is suspended. Waits for the end of a current
  /// task. The first call also reads the acoustic model.
  ///
  /// - Parameter meanings: What the phrases mean. With it, a reading's confidence tells how close
  ///   the next-best meaning is, and phrases with the same meaning are one reading.
  /// - Throws: `SpeechError`; the language model before stays in use.
  public func prepare(
    _ languageModel: CompiledLanguageModel,
    meanings: Meanings? = nil
  ) async throws {
    try await engine.prepare(languageModel, meanings: meanings)
  }

  /// Waits until all sound appended so far has been decoded, as it has with a microphone by the
  /// time the next buffer arrives.
  public func settle() async { await engine.settle() }

  // MARK: Tasks

  /// Starts a recognition; read the task's `events`.
  public func recognitionTask(with request: RecognitionRequest) -> RecognitionTask {
    begin(request, listener: nil)
  }

  /// Starts a recognition; `resultHandler` gets each result, including partial ones if the request
  /// wants them, or an error.
  ///
  /// It is called on no particular thread, one call after another, and not after a cancellation.
  @discardableResult
  public func recognitionTask(
    with request: RecognitionRequest,
    resultHandler: @escaping @Sendable (RecognitionResult?, (any Error)?) -> Void
  ) -> RecognitionTask {
    begin(request) { _, event in
      switch event {
      case .hypothesized(let transcription):
        let partial = RecognitionResult(
          transcriptions: [transcription], isFinal: false, outcome: .recognized,
          duration: transcription.segments.last.map { $0.timestamp + $0.duration } ?? 0)
        resultHandler(partial, nil)
      case .finished(let result): resultHandler(result, nil)
      case .failed(let error): resultHandler(nil, error)
      case .detectedSpeech, .finishedReadingAudio, .cancelled: break
      }
    }
  }

  /// Starts a recognition; `delegate`, held weakly, follows it.
  @discardableResult
  public func recognitionTask(
    with request: RecognitionRequest, delegate: any RecognitionTaskDelegate
  ) -> RecognitionTask {
    begin(request) { [weak delegate] task, event in delegate?.hear(event, of: task) }
  }

  private func begin(
    _ request: RecognitionRequest,
    listener: (@Sendable (RecognitionTask, RecognitionTask.Event) -> Void)?
  ) -> RecognitionTask {
    let task = RecognitionTask(listener: listener) { [weak engine] task, wish in
      engine?.carryOut(wish, for: task)
    }
    engine.start(task, request)
    return task
  }
}

/// Follows the availability of a recognizer.
public protocol SpeechRecognizerDelegate: AnyObject, Sendable {
  /// The availability changed; it is false until this is first called.
  func speechRecognizer(_ speechRecognizer: SpeechRecognizer, availabilityDidChange available: Bool)
}
