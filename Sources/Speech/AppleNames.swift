import Acoustics
import DeviceIO
import Dispatch
import FoundationEssentials
import LanguageModel
import Sound

// The names of Apple's Speech framework, for code written for a phone. `Tests/Ports` has programs
// that compile with them. Nothing else in this package uses them.

// The other modules' types in this module's interface, so that `import Speech` is enough.

/// A language and region: `LanguageModel`'s.
public typealias Locale = LanguageModel.Locale
/// A run of samples: `Sound`'s.
public typealias AudioBuffer = Sound.AudioBuffer
/// Rate and channel count: `Sound`'s.
public typealias AudioFormat = Sound.AudioFormat
/// Whether this program may record: `Sound`'s.
public typealias AuthorizationStatus = Sound.AuthorizationStatus
/// A file's place: Foundation's.
public typealias URL = FoundationEssentials.URL
/// Phrases, templates and pronunciations: `LanguageModel`'s.
public typealias CustomLanguageModelData = LanguageModel.CustomLanguageModelData
/// A language model in memory: `LanguageModel`'s.
public typealias CompiledLanguageModel = LanguageModel.CompiledLanguageModel
/// What a phrase asks for: `LanguageModel`'s.
public typealias Intent = LanguageModel.Intent
/// What phrases mean: `LanguageModel`'s.
public typealias Meanings = LanguageModel.Meanings
/// A speaker's voice: `Acoustics`'s.
public typealias SpeakerAdaptation = Acoustics.SpeakerAdaptation

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
/// Apple's name for `TaskHint`.
public typealias SFSpeechRecognitionTaskHint = TaskHint
/// Apple's name for `RecognitionMetadata`.
public typealias SFSpeechRecognitionMetadata = RecognitionMetadata
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Apple's name for `SpeechError.errorDomain`.
public let SFSpeechErrorDomain = SpeechError.errorDomain
/// Apple's name for `SpeechError`.
public typealias SFSpeechError = SpeechError

extension SpeechRecognizer {
  /// Whether it works without a network: always.
  public var supportsOnDeviceRecognition: Bool { true }
}

extension RecognitionRequest {
  /// Whether sound must stay on this machine: always true, even after it is set to false.
  public var requiresOnDeviceRecognition: Bool {
    get { true }
    set {}
  }
}

extension SpeechLanguageModel {
  /// Compiles a data file, as `prepareCustomLanguageModel(for:configuration:ignoresCache:)` does;
  /// ignores the identifier.
  public static func prepareCustomLanguageModel(
    for asset: URL, clientIdentifier: String, configuration: Configuration,
    ignoresCache: Bool = false
  ) async throws {
    try await prepareCustomLanguageModel(
      for: asset, configuration: configuration, ignoresCache: ignoresCache)
  }

  /// Compiles a data file; calls `completion` once, on the main queue, with nil or the error.
  public static func prepareCustomLanguageModel(
    for asset: URL, configuration: Configuration, ignoresCache: Bool = false,
    completion: @escaping ((any Error)?) -> Void
  ) {
    let completion = Handed(completion)
    Task {
      var failure: (any Error)?
      do {
        try await prepareCustomLanguageModel(
          for: asset, configuration: configuration, ignoresCache: ignoresCache)
      } catch {
        failure = error
      }
      let reason = failure
      DispatchQueue.main.async { completion.value(reason) }
    }
  }

  /// Compiles a data file, as
  /// `prepareCustomLanguageModel(for:configuration:ignoresCache:completion:)` does; ignores the
  /// identifier.
  public static func prepareCustomLanguageModel(
    for asset: URL, clientIdentifier: String, configuration: Configuration,
    ignoresCache: Bool = false, completion: @escaping ((any Error)?) -> Void
  ) {
    prepareCustomLanguageModel(
      for: asset, configuration: configuration, ignoresCache: ignoresCache, completion: completion)
  }
}
