import Acoustics
import ApplianceCore
import DeviceIO
import Sound
import Speech
import Synchronization

/// One recording under way: carries sound from the microphone to the recogniser, and tells what comes of it.
final class Recording: Sendable {
  let number: ApplianceStateMachine.RecordingNumber
  private let parts: Appliance.Parts
  private let request = AudioBufferRecognitionRequest()
  private let tell: @Sendable (Appliance.Message) -> Void
  /// The microphone is to be closed, possibly before it is open.
  private let closing = Completion()

  private struct Recognition {
    var task: RecognitionTask?
    var isGivenUp = false
  }
  private let recognition = Mutex(Recognition())
  private let kept = Mutex<[Int16]>([])
  /// Says when nothing more is said; nil where only somebody who presses does.
  private let endpoint: SpeechEndpoint?

  /// - Parameters:
  ///   - endpoint: Says when nothing more is said, where that ends the recording.
  ///   - tell: Takes what happens; never blocks.
  init(
    _ number: ApplianceStateMachine.RecordingNumber, parts: Appliance.Parts,
    endpoint: SpeechEndpoint? = nil,
    tell: @escaping @Sendable (Appliance.Message) -> Void
  ) {
    self.number = number
    self.parts = parts
    self.endpoint = endpoint
    self.tell = tell
  }

  /// What was heard, where there is somebody who learns from it; nothing of a recording that is longer than a move takes.
  var sound: [Int16] { kept.withLock { $0.count > Lesson.sampleLimit ? [] : $0 } }

  /// Opens the microphone, and begins to recognise; returns at once, with what ends when the microphone is closed.
  ///
  /// - Parameters:
  ///   - microphone: Ends when the recording before has let go of the microphone.
  ///   - language: Ends when what can be said is prepared. The microphone does not wait for it: what it hears meanwhile is
  ///     kept, and recognised then.
  func start(after microphone: Task<Void, Never>?, _ language: Task<Void, Never>?) -> Task<
    Void, Never
  > {
    Task {
      await language?.value
      await hearWords()
    }
    return Task {
      await microphone?.value
      await hearSound()
    }
  }

  /// Closes the microphone soon; what it has heard is recognised to its end.
  func closeMicrophone() {
    closing.finish()
  }

  /// Gives up, without a result.
  func discard() {
    let task = recognition.withLock { recognition in
      recognition.isGivenUp = true
      return recognition.task
    }
    task?.cancel()
    closeMicrophone()
  }

  private func hearSound() async {
    do {
      let sound = try await parts.input.start()
      let closed = Task { [parts, closing] in
        await closing.wait()
        await parts.input.stop()
      }
      do {
        var isFirst = true
        var endpoint = endpoint
        for try await buffer in sound {
          request.append(buffer)
          if parts.learner != nil { keep(buffer) }
          if isFirst { tell(.event(.soundArrived(number))) }
          isFirst = false
          switch endpoint?.add(buffer.samples) {
          case .speechEnded: tell(.event(.speechEnded(number)))
          case .nothingSaid: tell(.event(.nothingSaid(number)))
          case nil: break
          }
        }
        tell(.event(.soundEnded(number)))
      } catch {
        tell(.event(.soundFailed(number, String(describing: error))))
      }
      // After the event: a result must find the machine knowing how the sound ended.
      request.endAudio()
      tellLosses()
      closeMicrophone()
      await closed.value
    } catch {
      tell(.event(.soundFailed(number, String(describing: error))))
      request.endAudio()
    }
  }

  private func keep(_ buffer: AudioBuffer) {
    kept.withLock { kept in
      if kept.count <= Lesson.sampleLimit { kept += buffer.samples }
    }
  }

  private func hearWords() async {
    let task = recognition.withLock { recognition in
      if !recognition.isGivenUp {
        recognition.task = parts.recognizer.recognitionTask(with: request)
      }
      return recognition.task
    }
    guard let task else { return }
    for await event in task.events {
      switch event {
      case .hypothesized(let transcription):
        parts.console.show(.partial(transcription.formattedString))
      case .finished(let result):
        tell(gap.map { .recognitionFailed(number, $0) } ?? .heard(number, result))
      case .failed(let error): tell(.recognitionFailed(number, error))
      case .cancelled: tell(.event(.recognitionEnded(number)))
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
      parts.log.warning("\(seconds) s of sound came too fast for the recogniser.")
    }
  }
}
