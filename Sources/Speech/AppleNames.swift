import FoundationEssentials
import LanguageModel

// The names that the Speech framework of Apple's systems has for what is here, so that code written for a phone compiles
// unchanged. Nothing else in this package uses them.

public typealias SFSpeechRecognizer = SpeechRecognizer
public typealias SFSpeechRecognizerDelegate = SpeechRecognizerDelegate
public typealias SFSpeechRecognizerAuthorizationStatus = AuthorizationStatus
public typealias SFSpeechRecognitionRequest = RecognitionRequest
public typealias SFSpeechAudioBufferRecognitionRequest = AudioBufferRecognitionRequest
public typealias SFSpeechURLRecognitionRequest = URLRecognitionRequest
public typealias SFSpeechRecognitionTask = RecognitionTask
public typealias SFSpeechRecognitionTaskState = RecognitionTask.State
public typealias SFSpeechRecognitionTaskDelegate = RecognitionTaskDelegate
public typealias SFSpeechRecognitionResult = RecognitionResult
public typealias SFTranscription = Transcription
public typealias SFTranscriptionSegment = TranscriptionSegment
public typealias SFSpeechLanguageModel = SpeechLanguageModel
public typealias SFCustomLanguageModelData = CustomLanguageModelData
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
  /// Compiles a data file, as `prepareCustomLanguageModel(for:configuration:)` does; the identifier is not needed here.
  public static func prepareCustomLanguageModel(
    for asset: URL, clientIdentifier: String, configuration: Configuration
  ) async throws {
    try await prepareCustomLanguageModel(for: asset, configuration: configuration)
  }
}
