import Acoustics
import ApplianceCore
import DeviceIO
import Sound
import Speech
import Synchronization

/// One recording under way: carries sound from the microphone to the recognizer, and tells what
/// comes of it.
final class Recording: Sendable {
  let number: ApplianceStateMachine.RecordingNumber
  private let parts: Appliance.Parts
  private let request = AudioBufferRecognitionRequest()
  private let stopwatch: Stopwatch
  private let tell: @Sendable (ApplianceStateMachine.Event) -> Void
  /// The microphone is to be closed, possibly before it is open.
  private let closing = Completion()
  /// The microphone is closed, and another recording may open it.
  let closed = Completion()

  private struct State {
    var task: RecognitionTask?
    var isGivenUp = false
    /// What was heard, where somebody learns from it.
    var sound: [Int16] = []
    /// When the last sound came, on `stopwatch`.
    var soundEnd: Duration?
    var result: RecognitionResult?
  }
  private let state = Mutex(State())
  /// Says when nothing more is said; nil if only somebody who presses does.
  private let endpoint: SpeechEndpoint?

  /// - Parameters:
  ///   - endpoint: Says when nothing more is said, where that ends the recording.
  ///   - tell: Takes what happens; never blocks.
  init(
    _ number: ApplianceStateMachine.RecordingNumber, parts: Appliance.Parts,
    endpoint: SpeechEndpoint? = nil, stopwatch: Stopwatch,
    tell: @escaping @Sendable (ApplianceStateMachine.Event) -> Void
  ) {
    self.number = number
    self.parts = parts
    self.endpoint = endpoint
    self.stopwatch = stopwatch
    self.tell = tell
  }

  /// What the recognizer made of it; nil before `recognized` was told.
  ///
  /// With its sound, where there is somebody who learns from it; a recording that is longer than a
  /// move takes has none.
  var heard: Heard? {
    state.withLock { state in
      state.result.map {
        Heard($0, sound: state.sound.count > Lesson.sampleLimit ? [] : state.sound)
      }
    }
  }

  /// How long whoever spoke has waited, in seconds; nil if the sound did not end by itself.
  var latency: Double? {
    state.withLock { $0.soundEnd }.map { (stopwatch.now() - $0) / .seconds(1) }
  }

  /// Closes the microphone soon; what it has heard is recognized to its end.
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

  /// Opens the microphone as soon as nothing sounds and the recording before has closed it; returns
  /// when it is closed again.
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
        tell(.soundFailed(number, String(describing: error)))
      }
      // After the event: a result must find the machine knowing how the sound ended.
      request.endAudio()
      tellLosses()
      closeMicrophone()
      await stopped
    } catch {
      tell(.soundFailed(number, String(describing: error)))
      request.endAudio()
    }
  }

  // A mutex that is locked in `hearSound` itself crashes the compiler of Swift 6.0.3.
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

  /// Recognizes what has been heard and what is still to come; returns when nothing more comes of
  /// it.
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
        parts.console.show(.partial(transcription.formattedString))
      case .finished(let result):
        if let gap {
          tell(.recognitionFailed(number, gap.description))
        } else {
          state.withLock { $0.result = result }
          tell(.recognized(number))
        }
      case .failed(let error): tell(.recognitionFailed(number, error.description))
      case .cancelled: tell(.recognitionEnded(number))
      case .detectedSpeech, .finishedReadingAudio: break
      }
    }
  }

  /// Why nothing is taken from sound that has gaps, of which what is left may be another move; nil
  /// where it has none.
  private var gap: SpeechError? {
    let statistics = parts.input.statistics
    guard
      statistics.overruns > 0 || statistics.droppedBuffers > 0 || request.droppedSeconds > 0
    else { return nil }
    return SpeechError(
      .audio, operation: "understand the recording",
      advice: "the board was too busy, and some of the sound was lost. Say it again.")
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
