import ApplianceCore
import Dialogue
import Microphone

extension Configuration {
  /// The configured announcer; nil if sounds are off.
  package func announcer(log: Log) -> Announcer? {
    guard sounds != .off else { return nil }
    return Announcer(
      Loudspeaker(device: loudspeaker), synthesizer: synthesizer, log: log)
  }

  /// How the configured voice talks; nil if nothing is spoken.
  var spokenVoice: SpokenVoice? {
    sounds == .speech ? SpokenVoice(rate: speech.rate, volume: speech.volume) : nil
  }

  /// The configured voice.
  package var synthesizer: SpeechSynthesizer {
    SpeechSynthesizer(
      program: speech.program, voice: voice, rate: speech.rate, volume: speech.volume)
  }
}
