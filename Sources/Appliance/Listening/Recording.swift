import ApplianceCore
import DeviceIO
import Localization
import Sound
import Speech
import Synchronization

/// A running recording: passes sound from the microphone's thread to the recognizer, and reports
/// events.
final class Recording: Sendable {
  let number: ApplianceStateMachine.RecordingNumber
  /// The origin of its words.
  let origin: Origin
  private let parts: Appliance.Parts
  private let request = AudioBufferRecognitionRequest()
  private let stopwatch: Stopwatch
  private let tell: @Sendable (ApplianceStateMachine.Event) -> Void
  /// Done when the microphone must close, even if it has not opened yet.
  private let closing = Completion()
  /// Done when somebody speaks to it, or when it must close.
  private let attended = Completion()
  /// The microphone is closed, and another recording may open it.
  private let closed = Completion()

  private struct State {
    /// Nil before and after recognition.
    var task: RecognitionTask?
    var isGivenUp = false
    var hasSound = false
    /// Whether it was addressed, by name or by accepted words; and whether the name came alone.
    var isAttended = false
    var isNameAlone = false
    /// How many more frames to ignore after the appliance's own sound; and the announcer's
    /// `soundTurns` when sound last came.
    var echo = 0
    var soundTurns = 0
    /// The time of the last sound, on `stopwatch`.
    var soundEnd: Duration?
    /// What was lost before the current utterance, while it listens for its name.
    var earlierLosses = Losses()
  }
  private let state = Mutex(State())
  /// Whether it listens for its name while nobody speaks.
  private let isQuiet = Atomic(false)

  /// - Parameters:
  ///   - origin: The origin of the words.
  ///   - endpointing: The endpointing, if that ends the recording.
  ///   - tell: Takes events; never blocks.
  init(
    _ number: ApplianceStateMachine.RecordingNumber, origin: Origin = .voice,
    parts: Appliance.Parts, endpointing: Endpointing? = nil, stopwatch: Stopwatch,
    tell: @escaping @Sendable (ApplianceStateMachine.Event) -> Void
  ) {
    self.number = number
    self.origin = origin
    self.parts = parts
    self.stopwatch = stopwatch
    self.tell = tell
    request.endpointing = endpointing
  }

  /// Listens for the name from now on, and recognizes what follows it.
  ///
  /// - Parameter needsNoName: Whether the name can be left out.
  func listen(_ handsFree: HandsFree, needsNoName: @escaping @Sendable () -> Bool) {
    request.attention = handsFree.attention(needsNoName: needsNoName) {
      [weak self, number, tell] notice in
      switch notice {
      case .taken: tell(.nameHeard(number, isAlone: false))
      case .nameAlone: tell(.nameHeard(number, isAlone: true))
      case .speech(let isSpeech): self?.note(isSpeech: isSpeech)
      case .inspected: break
      }
    }
    recognize()
  }

  private func note(isSpeech: Bool) {
    isQuiet.store(!isSpeech, ordering: .relaxed)
    guard isSpeech else { return }
    let losses = losses
    state.withLock { $0.earlierLosses = losses }
  }

  /// Silences the appliance, because somebody speaks to it. Only the bare name gets a tone first.
  func attend(isAlone: Bool) {
    state.withLock { state in
      (state.isAttended, state.isNameAlone) = (true, isAlone)
    }
    attended.finish()
  }

  /// Closes the microphone soon. The sound so far will still be recognized.
  func closeMicrophone() {
    attended.finish()
    closing.finish()
  }

  /// Gives up, without a result.
  func discard() {
    let task = state.withLock { state in
      state.isGivenUp = true
      return state.task
    }
    task?.cancel()
    closeMicrophone()
  }

  // MARK: Sound

  /// Opens the microphone as soon as nothing sounds and the previous recording has closed it;
  /// returns when it is closed again.
  func hearSound(after before: Recording?) async {
    // A recording that listens for the name silences the appliance only after the name.
    var isSilenced = request.attention == nil
    if isSilenced { await parts.announcer?.silence() }
    await before?.closed.wait()
    state.withLock { $0.soundTurns = parts.announcer?.soundTurns ?? 0 }
    do {
      try await parts.input.start(
        AudioSink(take: take, end: end) { self.isQuiet.load(ordering: .relaxed) })
      await attended.wait()
      let (isAttended, isNameAlone) = state.withLock { ($0.isAttended, $0.isNameAlone) }
      if isAttended {
        if isNameAlone { await parts.announcer?.signal(.attention) }
        await parts.announcer?.silence()
        isSilenced = true
      }
      await closing.wait()
      await parts.input.stop()
      logLosses()
    } catch {
      end(error)
    }
    closed.finish()
    if isSilenced { await parts.announcer?.resume() }
  }

  /// Takes sound, on the microphone's thread.
  private func take(_ buffer: AudioBuffer) -> Bool {
    if isOwnSound(buffer) { return true }
    let isFirst = state.withLock { state in
      guard request.attention == nil else { return false }
      defer { state.hasSound = true }
      return !state.hasSound
    }
    // First announce the recording, then its words.
    if isFirst { tell(.soundArrived(number)) }
    request.append(buffer)
    return true
  }

  /// Whether the sound may be the appliance's own, while it listens for its name. The button
  /// silences the appliance first.
  private func isOwnSound(_ buffer: AudioBuffer) -> Bool {
    guard let announcer = parts.announcer, request.attention != nil else { return false }
    return state.withLock { state in
      let turns = announcer.soundTurns
      defer { state.soundTurns = turns }
      // A sound may have begun and ended since the last buffer.
      if !turns.isMultiple(of: 2) || turns != state.soundTurns {
        state.echo = Int(Self.echo * buffer.format.sampleRate)
        return true
      }
      guard state.echo > 0 else { return false }
      state.echo -= buffer.frameCount
      return true
    }
  }

  /// How long a room echoes, in seconds.
  private static let echo = 0.2

  /// Handles the end of the sound.
  private func end(_ error: (any Error)?) {
    if let error {
      tell(.soundFailed(number, Message(error)))
    } else {
      state.withLock { $0.soundEnd = stopwatch.now() }
      tell(.soundEnded(number))
    }
    // After the event: the machine must know how the sound ended before it gets a result.
    request.endAudio()
    attended.finish()
    closing.finish()
  }

  // MARK: Words

  /// Recognizes the sound so far, and the sound still to come.
  func recognize() {
    state.withLock { state in
      guard !state.isGivenUp else { return }
      state.task = parts.listener.recognizer.recognitionTask(with: request, hear: hear)
    }
  }

  /// Takes the recognizer's events, on the decoder's thread.
  private func hear(_ event: RecognitionTask.Event) {
    switch event {
    case .hypothesized(let transcription):
      return parts.console.show(.partial(transcription.formattedString), for: origin)
    case .detectedEndOfSpeech: return tell(.speechEnded(number))
    case .detectedNoSpeech: return tell(.nothingSaid(number))
    case .detectedSpeech, .finishedReadingAudio: return
    case .finished(let result):
      tell(gap.map { .recognitionFailed(number, $0) } ?? .recognized(number, heard(in: result)))
    case .failed(let error): tell(.recognitionFailed(number, Message(error)))
    case .cancelled: tell(.recognitionEnded(number))
    }
    // The task retains this recording.
    state.withLock { $0.task = nil }
  }

  /// A result's words, and the time of the last sound.
  private func heard(in result: RecognitionResult) -> Heard {
    var heard = Heard(result)
    heard.origin = origin
    heard.isHandsFree = request.attention != nil
    heard.soundEnd = state.withLock { $0.soundEnd }
    return heard
  }

  /// Why a recording with gaps is unusable: the rest may be another move. Nil without gaps.
  private var gap: Message? {
    guard losses != state.withLock({ $0.earlierLosses }) else { return nil }
    return Message(
      "Cannot understand the recording: the board was too busy, and some of the sound was lost. Say it again."
    )
  }

  /// The sound lost so far. `take` never refuses a buffer.
  private struct Losses: Equatable {
    // As a tuple, it crashes the Swift 6.0.3 compiler.
    var overruns = 0
    var seconds = 0.0
  }
  private var losses: Losses {
    Losses(overruns: parts.input.statistics.overruns, seconds: request.droppedSeconds)
  }

  private func logLosses() {
    let losses = losses
    if losses.overruns > 0 {
      parts.log.warning("The microphone's buffer ran over \(losses.overruns) times.")
    }
    if losses.seconds > 0 {
      let seconds = losses.seconds.fixed(1)
      parts.log.warning("\(seconds) s of sound came too fast for the recognizer.")
    }
  }
}
