import ApplianceCore
import Microphone

extension Configuration {
  /// What sounds as configured; nil if nothing is to.
  public func announcer(log: Log) -> Announcer? {
    guard sounds != .off else { return nil }
    return Announcer(
      Loudspeaker(device: loudspeaker), synthesizer: synthesizer, log: log)
  }

  /// The voice that is configured.
  public var synthesizer: SpeechSynthesizer {
    SpeechSynthesizer(program: speech.program, voice: speech.voice, rate: speech.rate)
  }
}
