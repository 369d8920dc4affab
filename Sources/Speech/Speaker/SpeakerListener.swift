import Acoustics
import DeviceIO
import LanguageModel
import Localization

/// Learns how a speaker says known words.
///
/// A grammar of the known phrases locates the words in the recording and the states of their
/// phones; a `SpeakerAdaptation` learns from these. Works on its own thread.
public actor SpeakerListener {
  private nonisolated let thread: SerialThread
  private let finalPass: FinalPass

  /// Makes a listener with this model, ignoring its speaker adaptation.
  ///
  /// - Throws: `SpeechError` with code `modelUnavailable`, also if there is no phone network for
  ///   the model.
  public init(model: AcousticModel) throws(SpeechError) {
    var stock = model
    stock.speaker = nil
    guard stock.phoneNetwork != nil, let finalPass = try FinalPass(model: stock) else {
      throw SpeechError(
        .modelUnavailable, Message("learn a voice with the acoustic model"), model.directory,
        advice: Message(
          "it is not phonetically tied with the usual features; use another model, such as Debian's pocketsphinx-en-us"
        ))
    }
    self.finalPass = finalPass
    thread = try SerialThread.decoding(name: "speaker")
  }

  /// The thread on which it listens.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Listens to a recording of one of the phrases of `languageModel`.
  ///
  /// - Parameters:
  ///   - samples: 16 kHz, one channel.
  ///   - languageModel: The phrases, one of which is said.
  public func listen(
    to samples: [Int16], for languageModel: CompiledLanguageModel
  ) throws(SpokenSample.Absence) -> SpokenSample {
    finalPass.set(languageModel, meanings: nil, isLesson: true)
    return try finalPass.sample(of: samples)
  }
}
