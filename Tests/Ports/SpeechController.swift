import Foundation
import Sound
import Speech

/// The SwiftUI article's controller, with Foundation imported beside Speech.
class SpeechController: NSObject, SFSpeechRecognizerDelegate {
  private let recognizer: SFSpeechRecognizer
  private let audioEngine: AudioEngine
  private var request: SFSpeechAudioBufferRecognitionRequest?
  private var task: SFSpeechRecognitionTask?
  private(set) var available: Bool?
  private(set) var text = ""
  let button = Button("Start")

  /// Whether it may listen: true, false, or nil if not decided yet.
  var authorized: Bool? {
    let status = SFSpeechRecognizer.authorizationStatus()
    if status == .notDetermined { return nil }
    return status == .authorized
  }

  var ready: Bool { authorized != false && available == true }

  /// Nil if the language cannot be recognized.
  init?(_ input: any AudioInput, language: String) {
    let locale = Locale(identifier: language)
    guard let recognizer = SFSpeechRecognizer(locale: locale) else { return nil }
    self.recognizer = recognizer
    audioEngine = AudioEngine(input)
    super.init()
    recognizer.delegate = self
  }

  func speechRecognizer(
    _ speechRecognizer: SFSpeechRecognizer, availabilityDidChange available: Bool
  ) {
    self.available = available
    button.isEnabled = ready
  }

  func start() async {
    let status = await withCheckedContinuation { continuation in
      SFSpeechRecognizer.requestAuthorization { continuation.resume(returning: $0) }
    }
    print("status: \(status)")
    guard status == .authorized else { return }
    do {
      let request = SFSpeechAudioBufferRecognitionRequest()
      self.request = request
      audioEngine.installTap(format: audioEngine.outputFormat) { buffer, time in
        self.request?.append(buffer)
      }
      try await audioEngine.start()
      task = recognizer.recognitionTask(with: request) { result, error in
        if let error {
          let other = error as NSError
          print("error: \(other.domain) \(other.code): \(error.localizedDescription)")
          self.button.title = "Failed"
        } else if let result {
          self.text = result.bestTranscription.formattedString
          print("text: \(self.text)")
          if result.isFinal { self.button.title = "Start" }
        }
      }
      button.title = "Stop"
    } catch {
      print("error: \(error.localizedDescription)")
    }
  }

  func stop() {
    audioEngine.stop()
    request?.endAudio()
    request = nil
    task?.finish()
    task = nil
    audioEngine.removeTap()
  }

  /// Cancels a running task.
  func cancel() { task?.cancel() }
}
