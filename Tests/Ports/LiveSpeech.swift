import Sound
import Speech

/// The LiveSpeech tutorial: one button starts dictation, another stops it.
@MainActor class LiveSpeech {
  private let speechRecognizer = SFSpeechRecognizer(locale: Locale(identifier: "en-US"))
  private var speechRequest: SFSpeechAudioBufferRecognitionRequest?
  private var speechTask: SFSpeechRecognitionTask?
  private let audioEngine: AudioEngine
  private(set) var transcript = ""
  let startButton = Button("Start Transcribing")
  let stopButton = Button("Stop Transcribing")

  init(_ input: any AudioInput) {
    audioEngine = AudioEngine(input)
  }

  func viewDidLoad() {
    SFSpeechRecognizer.requestAuthorization { [weak self] status in
      switch status {
      case .notDetermined, .denied, .restricted: print("not authorized: \(status)")
      case .authorized: self?.startButton.isEnabled = true
      @unknown default: print("unknown")
      }
    }
  }

  func startTapped() async {
    do {
      try await startSession()
      startButton.isEnabled = false
      stopButton.isEnabled = true
    } catch {
      print("cannot start: \(error)")
    }
  }

  private func startSession() async throws {
    if let task = speechTask {
      task.cancel()
      speechTask = nil
    }
    let request = SFSpeechAudioBufferRecognitionRequest()
    request.shouldReportPartialResults = true
    speechRequest = request
    speechTask = speechRecognizer?.recognitionTask(with: request) { [weak self] result, error in
      guard let self else { return }
      if let result {
        transcript = result.bestTranscription.formattedString
        print("transcript: \(transcript)")
      }
      if error != nil || result?.isFinal == true {
        audioEngine.stop()
        audioEngine.removeTap()
        speechRequest = nil
        speechTask = nil
        startButton.isEnabled = true
        stopButton.isEnabled = false
      }
    }
    audioEngine.installTap(format: audioEngine.outputFormat) { [weak self] buffer, _ in
      self?.speechRequest?.append(buffer)
    }
    try await audioEngine.start()
  }

  func stopTapped() {
    guard audioEngine.isRunning else { return }
    audioEngine.stop()
    speechRequest?.endAudio()
  }
}
