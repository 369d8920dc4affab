import Acoustics
import ApplianceCore
import Speech

/// The current player's voice, learnt from moves that play has confirmed.
///
/// It uses the adaptation only while that helps; after a change of players, only once it knows the
/// new voice.
package struct SessionVoice: Sendable {
  private let enrolled: SpeakerAdaptation?
  private var learnt: PlayerVoice.Learnt
  private let keeper: VoiceKeeper?

  /// - Parameter enrolled: An enrolled voice to start from; nil if there is none.
  package init(after enrolled: SpeakerAdaptation? = nil) {
    self.init(after: enrolled, PlayerVoice.Learnt(after: enrolled), keeper: nil)
  }

  /// - Parameter keeper: Saves the learnt voice for the next start; nil: a restart forgets it.
  init(after enrolled: SpeakerAdaptation?, _ learnt: PlayerVoice.Learnt, keeper: VoiceKeeper?) {
    self.enrolled = enrolled
    self.learnt = learnt
    self.keeper = keeper
  }

  /// The adaptation for recognition; nil while none helps.
  package var speaker: SpeakerAdaptation? {
    learnt.isWorthUsing ? learnt.adaptation : enrolled
  }

  /// Learns from one more certain phrase. Takes some milliseconds.
  package mutating func learn(from phrase: SpokenPhrase) {
    guard learnt.learn(from: phrase, after: enrolled) else { return }
    keeper?.keep(&learnt)
  }

  /// Returns once everything learnt is saved.
  func settle() async { await keeper?.settle() }
}

extension Configuration {
  /// A session's voice, beginning with the model's speaker; nil if learning is off.
  ///
  /// - Throws: `SpeechError` if the model's files cannot be read, `BlockingThread.Unavailable`.
  package func sessionVoice(with model: AcousticModel, log: Log) throws -> SessionVoice? {
    guard recognition.learn, let player = recognition.expectedPlayer else {
      return recognition.adapt ? SessionVoice(after: model.speaker) : nil
    }
    // An unreadable voice has been reported, and is not overwritten.
    let fingerprint = try model.fingerprint
    let known: PlayerVoice?
    do {
      known = try players.knownVoice(of: player)
    } catch {
      return SessionVoice(after: model.speaker)
    }
    guard known.map({ $0.model == fingerprint }) ?? true else {
      return SessionVoice(after: model.speaker)
    }
    return SessionVoice(
      after: known?.adaptation,
      known?.learnt ?? PlayerVoice.Learnt(after: known?.adaptation),
      keeper: try VoiceKeeper(player, known, ofModel: fingerprint, in: players, log: log))
  }
}
