import FoundationEssentials
import LanguageModel

// The names in Apple's Speech framework, so that code written for a phone compiles unchanged.
// Nothing else in this package uses them.

/// Apple's name for `SpeechRecognizer`.
public typealias SFSpeechRecognizer = SpeechRecognizer
/// Apple's name for `SpeechRecognizerDelegate`.
public typealias SFSpeechRecognizerDelegate = SpeechRecognizerDelegate
/// Apple's name for `AuthorizationStatus`.
public typealias SFSpeechRecognizerAuthorizationStatus = AuthorizationStatus
/// Apple's name for `RecognitionRequest`.
public typealias SFSpeechRecognitionRequest = RecognitionRequest
/// Apple's name for `AudioBufferRecognitionRequest`.
public typealias SFSpeechAudioBufferRecognitionRequest = AudioBufferRecognitionRequest
/// Apple's name for `URLRecognitionRequest`.
public typealias SFSpeechURLRecognitionRequest = URLRecognitionRequest
/// Apple's name for `RecognitionTask`.
public typealias SFSpeechRecognitionTask = RecognitionTask
/// Apple's name for `RecognitionTask.State`.
public typealias SFSpeechRecognitionTaskState = RecognitionTask.State
/// Apple's name for `RecognitionTaskDelegate`.
public typealias SFSpeechRecognitionTaskDelegate = RecognitionTaskDelegate
/// Apple's name for `RecognitionResult`.
public typealias SFSpeechRecognitionResult = RecognitionResult
/// Apple's name for `Transcription`.
public typealias SFTranscription = Transcription
/// Apple's name for `TranscriptionSegment`.
public typealias SFTranscriptionSegment = TranscriptionSegment
/// Apple's name for `SpeechLanguageModel`.
public typealias SFSpeechLanguageModel = SpeechLanguageModel
/// Apple's name for `CustomLanguageModelData`.
public typealias SFCustomLanguageModelData = CustomLanguageModelData
/// Apple's name for `SpeechError`.
public typealias SFSpeechError = SpeechError

extension SpeechRecognizer {
  /// Whether it works without a network: always.
  public var supportsOnDeviceRecognition: Bool { true }
}

extension RecognitionRequest {
  /// Whether sound must stay on this machine: always, even if set to false.
  public var requiresOnDeviceRecognition: Bool {
    get { true }
    set {}
  }
}

extension SpeechLanguageModel {
  /// Compiles a data file, as `prepareCustomLanguageModel(for:configuration:)` does; ignores the
  /// identifier.
  public static func prepareCustomLanguageModel(
    for asset: URL, clientIdentifier: String, configuration: Configuration
  ) async throws {
    try await prepareCustomLanguageModel(for: asset, configuration: configuration)
  }
}
