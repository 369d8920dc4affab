import Localization
import Microphone
import Sound

/// The result of recording from the microphone.
enum Hearing: Sendable {
  /// There is sound.
  case heard(Microphone.Negotiated, SoundAnalysis, clipped: Int)
  /// Recording failed; the holder is the program that is recording from it.
  case failed(AudioError, holder: Microphone.Holder?)

  /// Records, as the appliance does, until `isEnough` returns true for the number of samples so
  /// far, at 16 kHz; `take` gets each buffer.
  static func recording(
    from device: String, until isEnough: (_ count: Int) -> Bool,
    take: (AudioBuffer) -> Void = { _ in }
  ) async -> (hearing: Hearing, samples: [Int16]) {
    let microphone = Microphone(device: device)
    var samples: [Int16] = []
    do {
      for try await buffer in try await microphone.start() {
        take(buffer)
        samples += buffer.samples
        if isEnough(samples.count) || Task.isCancelled { break }
      }
      await microphone.stop()
    } catch {
      let failure =
        error as? AudioError
        ?? AudioError(.noResources, Message("record from"), device, advice: Message(error))
      return (.failed(failure, holder: Microphone.holder(of: device)), [])
    }
    guard let negotiated = microphone.negotiated else {
      let failure = AudioError(
        .deviceLost, Message("record from"), device, advice: Message("It gave no sound."))
      return (.failed(failure, holder: nil), [])
    }
    let clipped = microphone.statistics.clippedSamples
    return (.heard(negotiated, SoundAnalysis(samples), clipped: clipped), samples)
  }
}
