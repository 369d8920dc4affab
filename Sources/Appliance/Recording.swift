import Audio
import Speech
import Synchronization

/// One recording under way: carries sound from the microphone to the recogniser, and tells what comes of it.
final class Recording: Sendable {
  let number: ApplianceStateMachine.RecordingNumber
  private let parts: Appliance.Parts
  private let request = AudioBufferRecognitionRequest()
  private let task: RecognitionTask
  private let tell: @Sendable (Appliance.Message) -> Void

  private struct Microphone {
    var isOpen = false
    /// It is to be closed, possibly before it is open.
    var closes = false
  }
  private let microphone = Mutex(Microphone())
  private let kept = Mutex<[Int16]>([])

  /// Opens the microphone and begins to recognise; returns at once.
  init(
    _ number: ApplianceStateMachine.RecordingNumber, parts: Appliance.Parts,
    tell: @escaping @Sendable (Appliance.Message) -> Void
  ) {
    self.number = number
    self.parts = parts
    self.tell = tell
    task = parts.recognizer.recognitionTask(with: request)
    Task { await hearSound() }
    Task { await hearWords() }
  }

  /// What was heard, where there is somebody who learns from it; nothing of a recording that is longer than a move takes.
  var sound: [Int16] { kept.withLock { $0.count > Lesson.sampleLimit ? [] : $0 } }

  /// Closes the microphone; what it has heard is recognised to its end.
  func closeMicrophone() {
    let isOpen = microphone.withLock { microphone in
      microphone.closes = true
      return microphone.isOpen
    }
    // One that is still being opened is closed as soon as it is open.
    if isOpen { Task { await parts.input.stop() } }
  }

  /// Gives up, without a result.
  func discard() {
    task.cancel()
    closeMicrophone()
  }

  private func hearSound() async {
    do {
      let sound = try await parts.input.start()
      let closes = microphone.withLock { microphone in
        microphone.isOpen = true
        return microphone.closes
      }
      if closes { await parts.input.stop() }
      var isFirst = true
      for try await buffer in sound {
        request.append(buffer)
        if parts.learner != nil { keep(buffer) }
        if isFirst { tell(.event(.soundArrived(number))) }
        isFirst = false
      }
      tell(.event(.soundEnded(number)))
    } catch {
      tell(.event(.soundFailed(number, String(describing: error))))
    }
    // After the event: a result must find the machine knowing how the sound ended.
    request.endAudio()
    tellLosses()
  }

  private func keep(_ buffer: AudioBuffer) {
    kept.withLock { kept in
      if kept.count <= Lesson.sampleLimit { kept += buffer.samples }
    }
  }

  private func hearWords() async {
    for await event in task.events {
      switch event {
      case .hypothesized(let transcription):
        parts.console.show(.partial(transcription.formattedString))
      case .finished(let result): tell(.heard(number, result))
      case .failed(let error): tell(.recognitionFailed(number, error))
      case .cancelled: tell(.event(.recognitionEnded(number)))
      case .detectedSpeech, .finishedReadingAudio: break
      }
    }
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
