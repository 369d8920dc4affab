import Localization
import Microphone
import Sound

/// Records from the microphone for a while, as the appliance does.
struct MicrophoneListener: Sendable {
  let device: String

  /// The sound, or why there is none.
  struct Report: Sendable {
    var hearing: Hearing
    var samples: [Int16] = []
  }

  /// Records until `isEnough` returns true for the number of samples so far, at 16 kHz; `take` gets
  /// each buffer.
  func listen(
    until isEnough: (_ count: Int) -> Bool, take: (AudioBuffer) -> Void = { _ in }
  ) async -> Report {
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
      return Report(hearing: .failed(failure, holder: Microphone.holder(of: device)))
    }
    guard let negotiated = microphone.negotiated else {
      return Report(
        hearing: .failed(
          AudioError(
            .deviceLost, Message("record from"), device, advice: Message("It gave no sound.")),
          holder: nil))
    }
    return Report(
      hearing: .heard(
        negotiated, SoundAnalysis(samples), clipped: microphone.statistics.clippedSamples),
      samples: samples)
  }
}
