import ApplianceCore
import Dialogue
import Localization
import Microphone

extension Configuration {
  /// The configured announcer; nil if sounds are off.
  package func announcer(log: Log) -> Announcer? {
    guard sounds != .off else { return nil }
    return Announcer(
      Loudspeaker(device: loudspeaker), synthesizer: synthesizer, log: log)
  }

  /// A console whose messages `announcer` plays as configured; without one, the console itself.
  package func sounding(
    _ console: any Console, in translation: Translation, by announcer: Announcer?
  ) -> any Console {
    guard let announcer else { return console }
    let notation = SpokenNotation(translation, letters: spokenLetters)
    return SoundingConsole(console, sounds, as: notation, by: announcer)
  }

  /// The configured voice; nil if nothing is spoken.
  var spokenVoice: SpokenVoice? { sounds == .speech ? speech.manner : nil }

  /// The configured voice.
  package var synthesizer: SpeechSynthesizer {
    SpeechSynthesizer(program: speech.program, voice: voice, manner: speech.manner)
  }
}
