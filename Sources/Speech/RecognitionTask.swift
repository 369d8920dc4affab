import Synchronization

/// One recognition under way: what it comes to, and the means to end it early.
public final class RecognitionTask: Sendable {
  /// How far it is.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It waits for the decoder.
    case starting
    /// It listens.
    case running
    /// No more sound is taken; the result is being made.
    case finishing
    /// It was told to give up.
    case canceling
    /// It is over.
    case completed
  }

  /// What is told while it goes on. `finished`, `failed` or `cancelled` comes exactly once, and
  /// last.
  public enum Event: Sendable {
    /// The first sound that may be a word was heard.
    case detectedSpeech
    /// What has been understood so far changed.
    case hypothesized(Transcription)
    /// All sound was taken in.
    case finishedReadingAudio
    /// The result; nothing understood is one too.
    case finished(RecognitionResult)
    /// It could not be carried through.
    case failed(SpeechError)
    /// It was cancelled, or another task took its place.
    case cancelled
  }

  /// Everything that happens, for one reader, who may come late.
  ///
  /// The last `eventLimit` events are kept for a slow reader: the hypotheses that came first are
  /// dropped, never how it ended. `droppedEventCount` counts them.
  public let events: AsyncStream<Event>
  /// How many events are kept for a reader who is behind.
  public static let eventLimit = 32

  private struct Status {
    var state = State.starting
    var error: SpeechError?
    var droppedEventCount = 0
    var isCancelled = false
  }
  private let status = Mutex(Status())
  private let sinks: [AsyncStream<Event>.Continuation]
  private let wish: @Sendable (RecognitionTask, Wish) -> Void

  /// What its owner asks of the recognizer.
  enum Wish { case finish, cancel }

  /// - Parameters:
  ///   - listener: Called for each event, one after another, on no particular thread; never delays
  ///     recognition.
  ///   - wish: Passes on what the owner wants.
  init(
    listener: (@Sendable (RecognitionTask, Event) -> Void)?,
    wish: @escaping @Sendable (RecognitionTask, Wish) -> Void
  ) {
    self.wish = wish
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
      for await event in heard { listener(self, event) }
    }
  }

  /// How far it is.
  public var state: State { status.withLock { $0.state } }
  /// Whether it takes no more sound.
  public var isFinishing: Bool { status.withLock { $0.state == .finishing } }
  /// Whether it was cancelled.
  public var isCancelled: Bool { status.withLock { $0.isCancelled } }
  /// Why it failed; nil otherwise.
  public var error: SpeechError? { status.withLock { $0.error } }
  /// How many events a slow reader of `events` has missed.
  public var droppedEventCount: Int { status.withLock { $0.droppedEventCount } }

  /// Takes no more sound and makes the result of what there is; returns at once.
  public func finish() {
    let isNews = status.withLock { status in
      guard status.state == .starting || status.state == .running else { return false }
      status.state = .finishing
      return true
    }
    if isNews { wish(self, .finish) }
  }

  /// Gives up, without a result; returns at once.
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

  /// Notes that the decoder listens.
  func begin() {
    status.withLock { if $0.state == .starting { $0.state = .running } }
  }

  /// Tells what happened; nothing after the end.
  func tell(_ event: Event) {
    let isOver = status.withLock { status in
      switch event {
      case .detectedSpeech, .hypothesized:
        return status.state == .completed || status.state == .canceling
      case .finishedReadingAudio:
        guard status.state != .completed, status.state != .canceling else { return true }
        status.state = .finishing
        return false
      case .finished, .failed, .cancelled:
        guard status.state != .completed else { return true }
        status.state = .completed
        if case .failed(let error) = event { status.error = error }
        if case .cancelled = event { status.isCancelled = true }
        return false
      }
    }
    guard !isOver else { return }
    for (index, sink) in sinks.enumerated() {
      if case .dropped = sink.yield(event), index == 0 {
        status.withLock { $0.droppedEventCount += 1 }
      }
      switch event {
      case .finished, .failed, .cancelled: sink.finish()
      case .detectedSpeech, .hypothesized, .finishedReadingAudio: break
      }
    }
  }
}
