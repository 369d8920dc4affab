import Acoustics
import ApplianceCore
import DeviceIO
import Localization
import Sound
import Speech
import Synchronization

/// A recording under way: carries sound from the microphone to the recognizer, and reports the
/// events.
final class Recording: Sendable {
  let number: ApplianceStateMachine.RecordingNumber
  /// What its words came of.
  let origin: Origin
  private let parts: Appliance.Parts
  private let request = AudioBufferRecognitionRequest()
  private let stopwatch: Stopwatch
  private let tell: @Sendable (ApplianceStateMachine.Event) -> Void
  /// The microphone must close, possibly before it has opened.
  private let closing = Completion()
  /// The microphone is closed, and another recording may open it.
  let closed = Completion()

  private struct State {
    var task: RecognitionTask?
    var isGivenUp = false
    /// The recorded sound, if somebody learns from it.
    var sound: [Int16] = []
    /// When the last sound came, on `stopwatch`.
    var soundEnd: Duration?
    var result: RecognitionResult?
  }
  private let state = Mutex(State())
  /// Detects the end of speech; nil if only a press ends the recording.
  private let endpoint: SpeechEndpoint?

  /// - Parameters:
  ///   - origin: What the words come of.
  ///   - endpoint: Detects the end of speech, if that ends the recording.
  ///   - tell: Takes events; never blocks.
  init(
    _ number: ApplianceStateMachine.RecordingNumber, origin: Origin = .voice,
    parts: Appliance.Parts,
    endpoint: SpeechEndpoint? = nil, stopwatch: Stopwatch,
    tell: @escaping @Sendable (ApplianceStateMachine.Event) -> Void
  ) {
    self.number = number
    self.origin = origin
    self.parts = parts
    self.endpoint = endpoint
    self.stopwatch = stopwatch
    self.tell = tell
  }

  /// The recognizer's result; nil until `recognized` was told.
  ///
  /// Includes the sound if somebody learns from it, unless the recording is too long for a move.
  var heard: Heard? {
    state.withLock { state in
      state.result.map {
        Heard($0, sound: state.sound.count > Lesson.sampleLimit ? [] : state.sound)
      }
    }
  }

  /// How long the speaker has waited, in seconds; nil if the sound did not end normally.
  var latency: Double? {
    state.withLock { $0.soundEnd }.map { (stopwatch.now() - $0) / .seconds(1) }
  }

  /// Closes the microphone soon; what it has heard is recognized to the end.
  func closeMicrophone() {
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

  /// Opens the microphone as soon as nothing sounds and the previous recording has closed it;
  /// returns when it is closed again.
  func hearSound(after before: Recording?) async {
    await parts.announcer?.silence()
    await before?.closed.wait()
    await hearSound()
    closed.finish()
    await parts.announcer?.resume()
  }

  private func hearSound() async {
    do {
      let sound = try await parts.input.start()
      async let stopped: Void = stopAtTheEnd()
      do {
        var isFirst = true
        var endpoint = endpoint
        for try await buffer in sound {
          request.append(buffer)
          if parts.learner != nil { keep(buffer) }
          if isFirst { tell(.soundArrived(number)) }
          isFirst = false
          switch endpoint?.add(buffer.samples) {
          case .speechEnded: tell(.speechEnded(number))
          case .nothingSaid: tell(.nothingSaid(number))
          case nil: break
          }
        }
        soundEnded()
      } catch {
        tell(.soundFailed(number, Message(error)))
      }
      // After the event: the machine must know how the sound ended before it gets a result.
      request.endAudio()
      tellLosses()
      closeMicrophone()
      await stopped
    } catch {
      tell(.soundFailed(number, Message(error)))
      request.endAudio()
    }
  }

  // Locking a mutex in `hearSound` itself crashes the Swift 6.0.3 compiler.
  private func soundEnded() {
    state.withLock { $0.soundEnd = stopwatch.now() }
    tell(.soundEnded(number))
  }

  private func stopAtTheEnd() async {
    await closing.wait()
    await parts.input.stop()
  }

  private func keep(_ buffer: AudioBuffer) {
    state.withLock { state in
      if state.sound.count <= Lesson.sampleLimit { state.sound += buffer.samples }
    }
  }

  /// Recognizes the sound, past and still to come; returns when that has ended.
  func hearWords() async {
    let task = state.withLock { state in
      if !state.isGivenUp {
        state.task = parts.listener.recognizer.recognitionTask(with: request)
      }
      return state.task
    }
    guard let task else { return }
    for await event in task.events {
      switch event {
      case .hypothesized(let transcription):
        parts.console.show(.partial(transcription.formattedString), for: origin)
      case .finished(let result):
        if let gap {
          tell(.recognitionFailed(number, gap))
        } else {
          state.withLock { $0.result = result }
          tell(.recognized(number))
        }
      case .failed(let error): tell(.recognitionFailed(number, Message(error)))
      case .cancelled: tell(.recognitionEnded(number))
      case .detectedSpeech, .finishedReadingAudio: break
      }
    }
  }

  /// Why sound with gaps is not used: what is left may be another move; nil if it has no gaps.
  private var gap: Message? {
    let statistics = parts.input.statistics
    guard
      statistics.overruns > 0 || statistics.droppedBuffers > 0 || request.droppedSeconds > 0
    else { return nil }
    return Message(
      "Cannot understand the recording: the board was too busy, and some of the sound was lost. Say it again."
    )
  }

  private func tellLosses() {
    let statistics = parts.input.statistics
    if statistics.overruns > 0 {
      parts.log.warning("The microphone's buffer ran over \(statistics.overruns) times.")
    }
    if statistics.droppedBuffers > 0 {
      parts.log.warning("\(statistics.droppedBuffers) buffers of sound were dropped.")
    }
    if request.droppedSeconds > 0 {
      let seconds = request.droppedSeconds.fixed(1)
      parts.log.warning("\(seconds) s of sound came too fast for the recognizer.")
    }
  }
}
