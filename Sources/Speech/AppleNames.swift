import FoundationEssentials
import LanguageModel

// The names that the Speech framework of Apple's systems has for what is here, so that code written
// for a phone compiles unchanged. Nothing else in this package uses them.

/// `SpeechRecognizer`, by the name that a phone has for it.
public typealias SFSpeechRecognizer = SpeechRecognizer
/// `SpeechRecognizerDelegate`, by the name that a phone has for it.
public typealias SFSpeechRecognizerDelegate = SpeechRecognizerDelegate
/// `AuthorizationStatus`, by the name that a phone has for it.
public typealias SFSpeechRecognizerAuthorizationStatus = AuthorizationStatus
/// `RecognitionRequest`, by the name that a phone has for it.
public typealias SFSpeechRecognitionRequest = RecognitionRequest
/// `AudioBufferRecognitionRequest`, by the name that a phone has for it.
public typealias SFSpeechAudioBufferRecognitionRequest = AudioBufferRecognitionRequest
/// `URLRecognitionRequest`, by the name that a phone has for it.
public typealias SFSpeechURLRecognitionRequest = URLRecognitionRequest
/// `RecognitionTask`, by the name that a phone has for it.
public typealias SFSpeechRecognitionTask = RecognitionTask
/// `RecognitionTask.State`, by the name that a phone has for it.
public typealias SFSpeechRecognitionTaskState = RecognitionTask.State
/// `RecognitionTaskDelegate`, by the name that a phone has for it.
public typealias SFSpeechRecognitionTaskDelegate = RecognitionTaskDelegate
/// `RecognitionResult`, by the name that a phone has for it.
public typealias SFSpeechRecognitionResult = RecognitionResult
/// `Transcription`, by the name that a phone has for it.
public typealias SFTranscription = Transcription
/// `TranscriptionSegment`, by the name that a phone has for it.
public typealias SFTranscriptionSegment = TranscriptionSegment
/// `SpeechLanguageModel`, by the name that a phone has for it.
public typealias SFSpeechLanguageModel = SpeechLanguageModel
/// `CustomLanguageModelData`, by the name that a phone has for it.
public typealias SFCustomLanguageModelData = CustomLanguageModelData
/// `SpeechError`, by the name that a phone has for it.
public typealias SFSpeechError = SpeechError

extension SpeechRecognizer {
  /// Whether it works without a network: always.
  public var supportsOnDeviceRecognition: Bool { true }
}

extension RecognitionRequest {
  /// Whether sound must stay on this machine: always, whatever it is set to.
  public var requiresOnDeviceRecognition: Bool {
    get { true }
    set {}
  }
}

extension SpeechLanguageModel {
  /// Compiles a data file, as `prepareCustomLanguageModel(for:configuration:)` does; the identifier
  /// is not needed here.
  public static func prepareCustomLanguageModel(
    for asset: URL, clientIdentifier: String, configuration: Configuration
  ) async throws {
    try await prepareCustomLanguageModel(for: asset, configuration: configuration)
  }
}
