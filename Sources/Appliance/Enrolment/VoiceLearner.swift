import Acoustics
import ApplianceCore
import ChessLanguage
import Dialogue
import Speech
import Synchronization

/// Learns a player's voice from moves that play has confirmed, while nobody speaks.
///
/// It learns from one move at a time, on threads of the lowest priority. At most one more move
/// waits; any others are dropped and counted. Its results go to the player's file, for the next
/// start.
public final class VoiceLearner: Sendable {
  /// Whose voice it is.
  public let player: String
  private let store: PlayerStore
  private let model: AcousticModel
  private let configuration: Configuration
  private let log: Log
  private let priority: CInt

  private struct State {
    var waiting: (lesson: Lesson, language: ChessLanguage)?
    var isWorking = false
    var isPaused = false
    var isClosed = false
    var dropped = 0
    /// Callers waiting for the end of a pause, and for the end of the work.
    var paused: CheckedContinuation<Void, Never>?
    var settling: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  /// - Parameters:
  ///   - configuration: How moves are heard.
  ///   - model: The acoustic model; an adaptation that it already has is ignored.
  ///   - priority: The threads' nice value, 0…19; a greater one yields more.
  public init(
    _ configuration: Configuration, player: String, in store: PlayerStore, model: AcousticModel,
    log: Log, priority: CInt = 19
  ) {
    self.priority = priority
    self.player = player
    self.store = store
    self.model = model
    self.configuration = configuration
    self.log = log
  }

  /// Learns from a move that was certainly said; returns at once.
  public func learn(from lesson: Lesson, in language: ChessLanguage) {
    let (starts, dropped) = state.withLock { state -> (Bool, Int?) in
      guard !state.isClosed else { return (false, nil) }
      guard state.waiting == nil else {
        state.dropped += 1
        return (false, state.dropped)
      }
      state.waiting = (lesson, language)
      defer { state.isWorking = true }
      return (!state.isWorking, nil)
    }
    if let dropped { log.info("Nothing was learnt from \(dropped) moves: they came too fast.") }
    if starts { Task { await work() } }
  }

  /// How many moves were dropped because others came before them.
  var droppedCount: Int { state.withLock { $0.dropped } }

  /// Makes it pause before its next step, because somebody speaks.
  func pause() { state.withLock { $0.isPaused = true } }

  /// Lets it go on.
  func resume() {
    state.withLock { state in
      state.isPaused = false
      defer { state.paused = nil }
      return state.paused
    }?.resume()
  }

  /// Ends learning after the move being learnt from.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.waiting = nil
    }
    resume()
  }

  /// Returns once there is nothing left to learn from.
  public func settle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.isWorking { state.settling.append(continuation) }
        return !state.isWorking
      }
      if isIdle { continuation.resume() }
    }
  }

  private func work() async {
    while let (lesson, language) = next() {
      do {
        try await study(lesson, language)
      } catch is CancellationError {
        continue
      } catch {
        log.warning("Nothing was learnt from \(lesson.prompt.phrase): \(error)")
      }
    }
  }

  /// The next lesson; nil, which ends the work, if there is none.
  private func next() -> (Lesson, ChessLanguage)? {
    let (next, settled) = state.withLock { state in
      let next = state.waiting
      state.waiting = nil
      guard next == nil else { return (next, [CheckedContinuation<Void, Never>]()) }
      state.isWorking = false
      defer { state.settling = [] }
      return (nil, state.settling)
    }
    for continuation in settled { continuation.resume() }
    return next.map { ($0.lesson, $0.language) }
  }

  /// Waits for the end of a pause.
  private func quiet() async throws {
    await withCheckedContinuation { continuation in
      let goesOn = state.withLock { state in
        if state.isPaused, !state.isClosed { state.paused = continuation }
        return state.paused == nil
      }
      if goesOn { continuation.resume() }
    }
    if state.withLock({ $0.isClosed }) { throw CancellationError() }
  }

  private func study(_ lesson: Lesson, _ language: ChessLanguage) async throws {
    let (player, store, model, priority) = (player, store, model, priority)
    try await quiet()
    let enrolment = try await IdleThread.run(at: priority) { [configuration] in
      try Enrolment(configuration, model: model, language: language)
    }
    let recording: Enrolment.Take
    switch try await enrolment.take(lesson.sound, of: lesson.prompt, number: 1) {
    case .success(let taken): recording = taken
    case .failure(let flaw):
      return log.info("Nothing was learnt from \(lesson.prompt.phrase): \(flaw.advice)")
    }
    let fingerprint = try model.fingerprint
    let voice =
      try await IdleThread.run(at: priority) { try store.knownVoice(of: player) }
      ?? PlayerVoice(ofModel: fingerprint)
    guard voice.model == fingerprint else { throw PlayerError(otherModelFor: player) }

    // Heard with what was learnt before this move, and without it, to see whether that helps.
    var trial: PlayerVoice.Trial?
    if let learnt = voice.learnt, learnt.moves >= Enrolment.minimumCount,
      let adaptation = voice.latestAdaptation
    {
      try await quiet()
      let before = try await enrolment.idleHearing(
        of: recording, with: voice.adaptation, at: priority)
      try await quiet()
      trial = PlayerVoice.Trial(
        before: before,
        after: try await enrolment.idleHearing(of: recording, with: adaptation, at: priority))
    }

    try await quiet()
    let (learntTrial, sample) = (trial, recording.sample)
    let learnt = try await IdleThread.run(at: priority) {
      // Read again: it may have been forgotten or enrolled anew meanwhile.
      return try store.update(player) { known throws(PlayerError) in
        var voice = known ?? PlayerVoice(ofModel: fingerprint)
        guard voice.model == fingerprint else { throw PlayerError(otherModelFor: player) }
        let adaptation = SpeakerAdaptation(of: sample, after: voice.latestAdaptation)
        voice.learn(adaptation, learntTrial, on: TimeStamp.now.day)
        return voice
      }
    }
    log.info("Learnt from \"\(lesson.prompt.phrase)\". \(player): \(learnt.summary).")
  }
}
