import Localization
import Synchronization

/// A running recognition: its events, and ways to end it early.
public final class RecognitionTask: Sendable {
  /// The state of the task.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It waits for the decoder.
    case starting
    /// It listens.
    case running
    /// It takes no more sound, and the result is on its way.
    case finishing
    /// It has been cancelled, but has not ended yet.
    case canceling
    /// It is over.
    case completed
  }

  /// What happens during the task. `finished`, `failed` or `cancelled` comes exactly once, and
  /// last.
  public enum Event: Sendable {
    /// The first sound that may be a word was heard.
    case detectedSpeech
    /// The partial result changed.
    case hypothesized(Transcription)
    /// Speech has ended, according to the request's `endpointing`.
    case detectedEndOfSpeech
    /// Nobody spoke for as long as the request's `endpointing` waits. Unless somebody speaks later,
    /// the result is `noSpeech`.
    case detectedNoSpeech
    /// All sound has been read.
    case finishedReadingAudio
    /// The result, even if nothing was understood.
    case finished(RecognitionResult)
    /// The task failed.
    case failed(SpeechError)
    /// The task was cancelled, or another task replaced it.
    case cancelled
  }

  /// Every event, for one reader, which may start late.
  ///
  /// For a slow reader, the last `eventLimit` events are kept: early hypotheses are dropped, but
  /// never the final event. `droppedEventCount` counts the dropped ones.
  public let events: AsyncStream<Event>
  /// How many events are kept for a slow reader.
  public static let eventLimit = 32

  private struct Status {
    var state = State.starting
    var error: SpeechError?
    var droppedEventCount = 0
    var isCancelled = false
  }
  private let status = Mutex(Status())
  private let sinks: [AsyncStream<Event>.Continuation]
  private let hear: @Sendable (Event) -> Void
  private let wish: @Sendable (RecognitionTask, Wish) -> Void

  /// What the owner wants: to finish early, or to cancel.
  enum Wish { case finish, cancel }

  /// - Parameters:
  ///   - hear: Called for each event on the decoder's thread; must not block.
  ///   - listener: Called for each event, one after another; never delays recognition.
  ///   - wish: Passes on the owner's requests.
  init(
    hear: @escaping @Sendable (Event) -> Void,
    listener: (@Sendable (RecognitionTask, Event) async -> Void)?,
    wish: @escaping @Sendable (RecognitionTask, Wish) -> Void
  ) {
    self.wish = wish
    self.hear = hear
    let (events, sink) = AsyncStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingNewest(Self.eventLimit))
    self.events = events
    guard let listener else {
      sinks = [sink]
      return
    }
    let (heard, listenerSink) = AsyncStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingNewest(Self.eventLimit))
    sinks = [sink, listenerSink]
    Task { [self] in
      for await event in heard { await listener(self, event) }
    }
  }

  /// The state of the task.
  public var state: State { status.withLock { $0.state } }
  /// Whether it takes no more sound.
  public var isFinishing: Bool { status.withLock { $0.state == .finishing } }
  /// Whether it was cancelled.
  public var isCancelled: Bool { status.withLock { $0.isCancelled } }
  /// Why it failed; nil otherwise.
  public var error: SpeechError? { status.withLock { $0.error } }
  /// How many events a slow reader of `events` has missed.
  public var droppedEventCount: Int { status.withLock { $0.droppedEventCount } }

  /// The result, once there is one. Consumes `events`.
  ///
  /// - Throws: The `SpeechError` of a task that fails; another if it is cancelled.
  package var result: RecognitionResult {
    get async throws(SpeechError) {
      for await event in events {
        if case .finished(let result) = event { return result }
        if case .failed(let error) = event { throw error }
      }
      throw SpeechError(
        .decoderFailed, Message("recognize speech"), advice: Message("it ended without a result"))
    }
  }

  /// Takes no more sound and makes the result from the sound so far; returns immediately.
  public func finish() {
    let isNews = status.withLock { status in
      guard status.state == .starting || status.state == .running else { return false }
      status.state = .finishing
      return true
    }
    if isNews { wish(self, .finish) }
  }

  /// Gives up, without a result; returns immediately.
  public func cancel() {
    let isNews = status.withLock { status in
      guard status.state != .canceling, status.state != .completed else { return false }
      status.state = .canceling
      status.isCancelled = true
      return true
    }
    if isNews { wish(self, .cancel) }
  }

  // MARK: For the engine

  /// Notes that the decoder has begun the task.
  func begin() {
    status.withLock { if $0.state == .starting { $0.state = .running } }
  }

  /// Reports an event; ignored after the end. After `cancel()`, every end is a cancellation.
  func tell(_ event: Event) {
    var event = event
    let (isOver, isLast) = status.withLock { status in
      switch event {
      case .detectedSpeech, .hypothesized, .detectedEndOfSpeech, .detectedNoSpeech:
        return (status.state == .completed || status.state == .canceling, false)
      case .finishedReadingAudio:
        guard status.state != .completed, status.state != .canceling else { return (true, false) }
        status.state = .finishing
        return (false, false)
      case .finished, .failed, .cancelled:
        guard status.state != .completed else { return (true, false) }
        if status.state == .canceling { event = .cancelled }
        status.state = .completed
        if case .failed(let error) = event { status.error = error }
        if case .cancelled = event { status.isCancelled = true }
        return (false, true)
      }
    }
    guard !isOver else { return }
    hear(event)
    for (index, sink) in sinks.enumerated() {
      if case .dropped = sink.yield(event), index == 0 {
        status.withLock { $0.droppedEventCount += 1 }
      }
      if isLast { sink.finish() }
    }
  }
}
