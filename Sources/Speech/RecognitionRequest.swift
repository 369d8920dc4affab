import FoundationEssentials
import LanguageModel
import Sound
import Synchronization

/// What to recognize, and how. Use one of the two subclasses. A request serves one task.
public class RecognitionRequest: @unchecked Sendable {
  // Unchecked because a class that is not final cannot be checked; this lock protects all its
  // state.
  private let options = Mutex(Options())

  private struct Options {
    var reportsPartials = true
    var languageModel: SpeechLanguageModel.Configuration?
    var taskHint = TaskHint.unspecified
    var endpointing: Endpointing?
    var contextualStrings: [String] = []
    var addsPunctuation = false
    var interactionIdentifier: String?
    var attention: Attention?
  }

  fileprivate init() {}

  /// Whether partial results are reported during speech; true by default.
  public var shouldReportPartialResults: Bool {
    get { options.withLock { $0.reportsPartials } }
    set { options.withLock { $0.reportsPartials = newValue } }
  }

  /// A prepared language model to use instead of the recognizer's; set it before the task begins.
  public var customizedLanguageModel: SpeechLanguageModel.Configuration? {
    get { options.withLock { $0.languageModel } }
    set { options.withLock { $0.languageModel = newValue } }
  }

  /// What kind of speech to expect; `unspecified` by default.
  public var taskHint: TaskHint {
    get { options.withLock { $0.taskHint } }
    set { options.withLock { $0.taskHint = newValue } }
  }

  /// When to report the end of speech, once per task; nil by default: never. The task goes on until
  /// its sound ends.
  public var endpointing: Endpointing? {
    get { options.withLock { $0.endpointing } }
    set { options.withLock { $0.endpointing = newValue } }
  }

  /// The name to listen for in endless sound; nil by default: all sound is one utterance.
  package var attention: Attention? {
    get { options.withLock { $0.attention } }
    set { options.withLock { $0.attention = newValue } }
  }

  /// Phrases that are likelier than others; none by default.
  /// In the final result, a reading that contains one of them counts `contextualWeight` times as
  /// much. They add no words: the language model still limits what can be recognized. Case does not
  /// matter. Only the first 100 count, as with Apple.
  public var contextualStrings: [String] {
    get { options.withLock { $0.contextualStrings } }
    set { options.withLock { $0.contextualStrings = newValue } }
  }

  /// How many contextual strings count.
  package static let contextualLimit = 100

  /// By how much a contextual string multiplies a reading's likelihood.
  public static let contextualWeight = 4.0

  /// Whether the final text begins with a capital letter and ends with a full stop; false by
  /// default. No other punctuation is added. The segments stay as they are.
  public var addsPunctuation: Bool {
    get { options.withLock { $0.addsPunctuation } }
    set { options.withLock { $0.addsPunctuation = newValue } }
  }

  /// A name for the request, for the program's own use; the recognizer ignores it.
  public var interactionIdentifier: String? {
    get { options.withLock { $0.interactionIdentifier } }
    set { options.withLock { $0.interactionIdentifier = newValue } }
  }
}

/// Recognizes sound as it arrives.
public final class AudioBufferRecognitionRequest: RecognitionRequest, @unchecked Sendable {
  private let inbox = Mutex(Inbox())

  private struct Inbox {
    var buffers: [AudioBuffer] = []
    var seconds = 0.0
    var droppedSeconds = 0.0
    var hasEnded = false
    var reader: (@Sendable () -> Void)?
  }

  /// The format that needs no conversion: 16 kHz, one channel.
  public var nativeAudioFormat: AudioFormat { .speech }

  /// How much sound can wait for a slow decoder, in seconds; more is dropped.
  public static let backlogLimit = 60.0

  /// Makes an empty request.
  public override init() {}

  /// Takes more sound, of any rate and channel count, which may change; returns immediately.
  ///
  /// Sound after `endAudio`, or beyond 60 s of waiting sound, is dropped and counted in
  /// `droppedSeconds`. Call it from any thread, but from one at a time.
  public func append(_ buffer: AudioBuffer) {
    let reader = inbox.withLock { inbox -> (@Sendable () -> Void)? in
      let seconds = Double(buffer.frameCount) / max(1, buffer.format.sampleRate)
      guard !inbox.hasEnded, inbox.seconds + seconds <= Self.backlogLimit else {
        inbox.droppedSeconds += seconds
        return nil
      }
      inbox.buffers.append(buffer)
      inbox.seconds += seconds
      return inbox.reader
    }
    reader?()
  }

  /// Ends the sound; the final result follows soon. Until then, the request of a running task
  /// retains its recognizer.
  public func endAudio() {
    let reader = inbox.withLock { inbox in
      inbox.hasEnded = true
      return inbox.reader
    }
    reader?()
  }

  /// How much appended sound was dropped, in seconds.
  public var droppedSeconds: Double { inbox.withLock { $0.droppedSeconds } }

  /// Calls `reader`, on the appending thread, whenever there is something to take; nil for no
  /// reader.
  func setReader(_ reader: (@Sendable () -> Void)?) {
    inbox.withLock { $0.reader = reader }
  }

  /// Everything since the last call, and whether the sound has ended.
  func take() -> (buffers: [AudioBuffer], hasEnded: Bool) {
    inbox.withLock { inbox in
      defer {
        inbox.buffers = []
        inbox.seconds = 0
      }
      return (inbox.buffers, inbox.hasEnded)
    }
  }
}

/// Recognizes a recording: WAV, FLAC, Ogg or MP3, of any rate and channel count.
public final class URLRecognitionRequest: RecognitionRequest, @unchecked Sendable {
  /// The file.
  public let url: URL

  /// Makes a request for the file, which is opened when the task begins.
  public init(url: URL) {
    self.url = url
  }
}
