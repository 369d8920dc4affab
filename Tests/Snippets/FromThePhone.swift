import Microphone
import Sound
import Speech

/// "Coming from the Speech framework": live recognition with a handler.
func dictate(
  _ microphone: any AudioInput, into recognizer: SFSpeechRecognizer,
  show: @escaping @Sendable (String) -> Void
) async throws {
  let request = SFSpeechAudioBufferRecognitionRequest()
  request.addsPunctuation = true
  recognizer.recognitionTask(with: request) { result, error in
    if let result { show(result.bestTranscription.formattedString) }
    if let error { show("\(error)") }
  }
  for try await buffer in try await microphone.start() { request.append(buffer) }
  request.endAudio()
}

/// "Coming from the Speech framework": why the microphone cannot be used.
func permission(_ device: String) -> String? {
  guard SFSpeechRecognizer.authorizationStatus(device: device) != .authorized else { return nil }
  return SFSpeechRecognizer.authorizationAdvice(device: device)
}
