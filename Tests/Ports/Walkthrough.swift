import FoundationEssentials
import Sound
import Speech

/// The "Speech framework in iOS 10" walk-through: dictation, live with a task delegate, and from a
/// file with a handler.
final class Walkthrough: SFSpeechRecognitionTaskDelegate {
  private let recognizer = SFSpeechRecognizer()
  private var request: SFSpeechAudioBufferRecognitionRequest?
  private var task: SFSpeechRecognitionTask?
  private let audioEngine: AudioEngine
  let button = Button("Dictate")

  init(_ input: any AudioInput) {
    audioEngine = AudioEngine(input)
  }

  func askPermission() {
    SFSpeechRecognizer.requestAuthorization { status in
      switch status {
      case .authorized: print("permission: authorized")
      case .denied: print("permission: denied")
      case .restricted: print("permission: restricted")
      case .notDetermined: print("permission: not determined")
      }
      self.button.isEnabled = status == .authorized
    }
  }

  func startLive() async throws {
    task?.cancel()
    let request = SFSpeechAudioBufferRecognitionRequest()
    request.shouldReportPartialResults = true
    self.request = request
    button.title = "Stop"
    task = recognizer?.recognitionTask(with: request, delegate: self)
    audioEngine.installTap(format: audioEngine.outputFormat) { buffer, _ in
      self.request?.append(buffer)
    }
    try await audioEngine.start()
  }

  func stopLive() {
    audioEngine.stop()
    request?.endAudio()
  }

  func speechRecognitionDidDetectSpeech(_ task: SFSpeechRecognitionTask) {
    print("detected speech")
  }

  func speechRecognitionTask(
    _ task: SFSpeechRecognitionTask, didHypothesizeTranscription transcription: SFTranscription
  ) {
    print("hypothesis: \(transcription.formattedString)")
  }

  func speechRecognitionTask(
    _ task: SFSpeechRecognitionTask,
    didFinishRecognition recognitionResult: SFSpeechRecognitionResult
  ) {
    print("final: \(recognitionResult.bestTranscription.formattedString)")
  }

  func speechRecognitionTaskFinishedReadingAudio(_ task: SFSpeechRecognitionTask) {
    print("finished reading audio")
  }

  func speechRecognitionTaskWasCancelled(_ task: SFSpeechRecognitionTask) {
    print("was cancelled")
  }

  func speechRecognitionTask(
    _ task: SFSpeechRecognitionTask, didFinishSuccessfully successfully: Bool
  ) {
    print("finished successfully: \(successfully)")
    button.title = "Dictate"
  }

  // MARK: From a file

  private var fileTask: SFSpeechRecognitionTask?
  private var fileRequest: SFSpeechURLRecognitionRequest?
  let fileButton = Button("Transcribe", isEnabled: true)

  func transcribe(_ url: URL) {
    if let fileTask, fileTask.state == .running {
      fileTask.finish()
      fileRequest = nil
      return
    }
    let request = SFSpeechURLRecognitionRequest(url: url)
    request.shouldReportPartialResults = true
    fileRequest = request
    fileButton.title = "Stop"
    fileTask = recognizer?.recognitionTask(with: request) { result, error in
      if let error {
        print("error: \(error)")
        self.fileButton.title = "Transcribe"
      } else if let result {
        print(
          "\(result.isFinal ? "final" : "partial"): \(result.bestTranscription.formattedString)")
        if result.isFinal { self.fileButton.title = "Transcribe" }
      }
    }
  }
}
