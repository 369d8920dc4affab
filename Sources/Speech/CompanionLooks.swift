import Dispatch
import LanguageModel
import Synchronization

/// Looks at the same utterance in two more ways, on a thread of its own: for any phones without a grammar, and for words as
/// if the speaker's vocal tract were of another length.
///
/// Unchecked, as the decoders are only ever touched on that thread.
final class CompanionLooks: @unchecked Sendable {
  private let phones: PocketSphinxDecoder
  private let warped: PocketSphinxDecoder
  private let thread: DecoderThread

  /// - Throws: `SpeechError`.
  init(
    model: AcousticModel, configuration: DecoderConfiguration, settings: [String]
  ) throws(SpeechError) {
    thread = try DecoderThread(name: "companion")
    phones = try PocketSphinxDecoder(
      model: model, input: .features(settings: settings), frameStride: 2)
    try phones.usePhones()
    warped = try PocketSphinxDecoder(
      model: model, configuration: configuration, input: .features(settings: settings))
  }

  /// What was heard; nil where there is nothing.
  struct Heard: Sendable {
    var phones: Hypothesis?
    var words: Hypothesis?
  }

  /// What will have been heard.
  final class Pending: Sendable {
    private let heard = Mutex(Heard())
    private let done = DispatchSemaphore(value: 0)

    fileprivate func settle(_ heard: Heard) {
      self.heard.withLock { $0 = heard }
      done.signal()
    }

    /// Blocks until it is known; call once.
    func wait() -> Heard {
      done.wait()
      return heard.withLock { $0 }
    }
  }

  /// Takes a language model in the place of the one before; returns at once. One that the decoder refuses is without words.
  func set(_ model: CompiledLanguageModel) {
    thread.perform {
      try? self.warped.set(model)
      self.warped.freeReplaced()
    }
  }

  /// Begins to listen, after what was asked for before; returns at once.
  func listen(to features: Features) -> Pending {
    let pending = Pending()
    thread.perform {
      var heard = Heard()
      if (try? self.warped.decode(features.warpedCepstra)) != nil {
        heard.words = self.warped.hypothesis()
      }
      if (try? self.phones.decode(features.cepstra)) != nil { heard.phones = self.phones.phones() }
      pending.settle(heard)
    }
    return pending
  }
}
