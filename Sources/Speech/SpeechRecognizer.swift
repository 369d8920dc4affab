import Acoustics
import DeviceIO
import Dispatch
import LanguageModel
import Localization
import Sound
import Synchronization

/// Recognizes speech on this machine, with a language model of the possible phrases.
///
/// Prepare a language model, then begin a task with a request. Only one task runs at a time; a new
/// one cancels the current one.
///
///     let recognizer = try SpeechRecognizer(model: model)
///     try await recognizer.prepare(languageModel)
///     let request = AudioBufferRecognitionRequest()
///     let task = recognizer.recognitionTask(with: request)
///     for await event in task.events { … }
///
/// `import Microphone` adds `authorizationStatus(device:)`: whether a microphone can be opened.
public final class SpeechRecognizer: MicrophoneClient, Sendable {
  /// The acoustic model in use.
  public let model: AcousticModel

  private let availability: Availability
  private let engine: RecognitionEngine
  private struct State {
    weak var delegate: (any SpeechRecognizerDelegate)?
    var reports: Task<Void, Never>?
    var queue = DispatchQueue.main
    var defaultTaskHint = TaskHint.unspecified
  }
  // Unchecked: the delegate belongs to the main actor, and only code there uses it.
  private let state = Mutex(Handed(State()))

  /// Makes a recognizer with this model. Checks that its files exist, and reads nothing yet.
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
    state.withLock { $0.value.reports?.cancel() }
  }

  // MARK: Availability

  /// Whether tasks with a language model can begin: true unless opening the acoustic model has
  /// failed.
  public var isAvailable: Bool { availability.isAvailable }

  /// The availability, now and after each change; a slow reader gets only the latest value.
  public var availabilityChanges: AsyncStream<Bool> { availability.changes() }

  /// The delegate for changes of availability, held weakly. Called on the main actor, once soon
  /// after it is set and after each change.
  public var delegate: (any SpeechRecognizerDelegate)? {
    get { state.withLock { Handed($0.value.delegate) }.value }
    set {
      let changes = availability.changes()
      let reports = newValue.map { _ in
        Task { [weak self] in
          for await isAvailable in changes {
            guard let self else { return }
            await tellDelegate(isAvailable)
          }
        }
      }
      let delegate = Handed(newValue)
      state.withLock { state in
        state.value.reports?.cancel()
        state.value.reports = reports
        state.value.delegate = delegate.value
      }
    }
  }

  @MainActor private func tellDelegate(_ isAvailable: Bool) {
    delegate?.speechRecognizer(self, availabilityDidChange: isAvailable)
  }

  /// The queue for result handlers; initially the main queue. Takes effect with the next task.
  ///
  /// The main queue runs when the main function is `async`, or calls `dispatchMain()`.
  public var queue: DispatchQueue {
    get { state.withLock { $0.value.queue } }
    set { state.withLock { $0.value.queue = newValue } }
  }

  /// The hint for requests that have none.
  public var defaultTaskHint: TaskHint {
    get { state.withLock { $0.value.defaultTaskHint } }
    set { state.withLock { $0.value.defaultTaskHint = newValue } }
  }

  // MARK: Language model

  /// Takes a language model, replacing the one before.
  ///
  /// Works on the decoder's thread while the caller is suspended. Waits until a current task ends.
  /// The first call also reads the acoustic model.
  ///
  /// - Parameters:
  ///   - languageModel: The phrases that can be said.
  ///   - meanings: What the phrases mean. With meanings, a reading's confidence reflects the
  ///     distance to the next-best meaning, and phrases with the same meaning are one reading.
  /// - Throws: `SpeechError`; then the previous language model stays.
  public func prepare(
    _ languageModel: CompiledLanguageModel,
    meanings: Meanings? = nil
  ) async throws {
    try await prepare(languageModel, meanings: meanings, speaker: nil)
  }

  /// - Parameter speaker: The speaker to expect from now on; nil stands for the model's.
  package func prepare(
    _ languageModel: CompiledLanguageModel, meanings: Meanings?, speaker: SpeakerAdaptation?
  ) async throws {
    try await engine.prepare(languageModel, meanings: meanings, speaker: speaker)
  }

  /// Returns when all appended sound has been decoded. Between pieces of a file, this imitates a
  /// microphone's pace.
  public func settle() async { await engine.settle() }

  // MARK: Tasks

  /// Starts a recognition; read the task's `events`.
  public func recognitionTask(with request: RecognitionRequest) -> RecognitionTask {
    begin(request)
  }

  /// Starts a recognition; `hear` gets each event on the decoder's thread and must not block.
  package func recognitionTask(
    with request: RecognitionRequest, hear: @escaping @Sendable (RecognitionTask.Event) -> Void
  ) -> RecognitionTask {
    begin(request, hear: hear)
  }

  /// Starts a recognition; `resultHandler` gets each result, including partial ones if the request
  /// wants them, or an error.
  ///
  /// It is called on `queue`, one call after another. The last call has a final result or an error,
  /// which after a cancellation has the code `canceled`.
  @discardableResult
  public func recognitionTask(
    with request: RecognitionRequest,
    resultHandler: @escaping (RecognitionResult?, (any Error)?) -> Void
  ) -> RecognitionTask {
    let handler = Handed(resultHandler)
    let queue = queue
    let listener: @Sendable (RecognitionTask, RecognitionTask.Event) async -> Void = { _, event in
      guard let news = event.news else { return }
      await withCheckedContinuation { continuation in
        queue.async {
          switch news {
          case .success(let result): handler.value(result, nil)
          case .failure(let error): handler.value(nil, error)
          }
          continuation.resume()
        }
      }
    }
    return begin(request, listener: listener)
  }

  /// Starts a recognition; `delegate`, held weakly, follows it.
  @discardableResult
  public func recognitionTask(
    with request: RecognitionRequest, delegate: any RecognitionTaskDelegate
  ) -> RecognitionTask {
    let weak = Handed(Weak(delegate))
    return begin(
      request,
      listener: { task, event in
        await MainActor.run { weak.value.delegate?.hear(event, of: task) }
      })
  }

  private final class Weak {
    weak var delegate: (any RecognitionTaskDelegate)?

    init(_ delegate: any RecognitionTaskDelegate) {
      self.delegate = delegate
    }
  }

  private func begin(
    _ request: RecognitionRequest,
    hear: @escaping @Sendable (RecognitionTask.Event) -> Void = { _ in },
    listener: (@Sendable (RecognitionTask, RecognitionTask.Event) async -> Void)? = nil
  ) -> RecognitionTask {
    let task = RecognitionTask(hear: hear, listener: listener) { [weak engine] task, wish in
      engine?.carryOut(wish, for: task)
    }
    engine.start(
      task, request, hint: request.taskHint == .unspecified ? defaultTaskHint : request.taskHint)
    return task
  }
}

extension RecognitionTask.Event {
  /// The event for a result handler; nil if handlers do not get it.
  package var news: Result<RecognitionResult, SpeechError>? {
    switch self {
    case .hypothesized(let transcription):
      .success(
        RecognitionResult(
          transcriptions: [transcription], isFinal: false, outcome: .recognized,
          duration: transcription.segments.last.map { $0.timestamp + $0.duration } ?? 0))
    case .finished(let result): .success(result)
    case .failed(let error): .failure(error)
    case .cancelled:
      .failure(
        SpeechError(
          .canceled, Message("finish the recognition"),
          advice: Message("it was cancelled, or another task replaced it")))
    case .detectedSpeech, .detectedEndOfSpeech, .detectedNoSpeech, .finishedReadingAudio: nil
    }
  }
}

/// Follows the availability of a recognizer, on the main actor.
@preconcurrency @MainActor
public protocol SpeechRecognizerDelegate: AnyObject {
  /// The availability, soon after the delegate was set, and after each change.
  func speechRecognizer(_ speechRecognizer: SpeechRecognizer, availabilityDidChange available: Bool)
}
