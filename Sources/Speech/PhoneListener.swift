import Dispatch
import Synchronization

/// Hears any phones without a grammar, on a thread of its own, while others search for words.
///
/// Unchecked, as the decoder is only ever touched on that thread.
final class PhoneListener: @unchecked Sendable {
  private let decoder: PocketSphinxDecoder
  private let thread: DecoderThread

  /// - Throws: `SpeechError`.
  init(model: AcousticModel, settings: [String]) throws(SpeechError) {
    thread = try DecoderThread(name: "phones")
    decoder = try PocketSphinxDecoder(
      model: model, input: .features(settings: settings), frameStride: 2)
    try decoder.usePhones()
  }

  /// What will have been heard.
  final class Pending: Sendable {
    private let phones = Mutex<Hypothesis?>(nil)
    private let done = DispatchSemaphore(value: 0)

    fileprivate func settle(_ heard: Hypothesis?) {
      phones.withLock { $0 = heard }
      done.signal()
    }

    /// Blocks until it is known; call once. Nil where there are no phones.
    func wait() -> Hypothesis? {
      done.wait()
      return phones.withLock { $0 }
    }
  }

  /// Begins to listen, after what was asked for before; returns at once.
  func listen(to features: Features) -> Pending {
    let pending = Pending()
    thread.perform { pending.settle(self.phones(in: features)) }
    return pending
  }

  private func phones(in features: Features) -> Hypothesis? {
    (try? decoder.decode(features)).flatMap { decoder.phones() }
  }
}
