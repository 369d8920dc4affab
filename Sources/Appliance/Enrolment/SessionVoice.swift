import Acoustics
import ApplianceCore
import Speech
import Synchronization

/// The voice of whoever plays now, learnt from moves that play has confirmed.
///
/// It uses the adaptation only while that helps: after a change of voices, not until it knows the
/// new one.
package struct SessionVoice: Sendable {
  private let enrolled: SpeakerAdaptation?
  private var learnt: PlayerVoice.Learnt
  private let keeper: VoiceKeeper?

  /// - Parameter enrolled: An enrolled voice to go on from; nil if there is none.
  package init(after enrolled: SpeakerAdaptation? = nil) {
    self.init(after: enrolled, PlayerVoice.Learnt(after: enrolled), keeper: nil)
  }

  /// - Parameter keeper: saves the learnt voice for the next start; nil: a restart forgets it.
  init(after enrolled: SpeakerAdaptation?, _ learnt: PlayerVoice.Learnt, keeper: VoiceKeeper?) {
    self.enrolled = enrolled
    self.learnt = learnt
    self.keeper = keeper
  }

  /// The adaptation to listen with; nil while none helps.
  package var speaker: SpeakerAdaptation? {
    learnt.isWorthUsing ? learnt.adaptation : enrolled
  }

  /// Learns from one more phrase that was certainly said. Computes for some milliseconds.
  package mutating func learn(from phrase: SpokenPhrase) {
    guard learnt.learn(from: phrase, after: enrolled) else { return }
    keeper?.keep(&learnt)
  }

  /// Returns once everything learnt is kept.
  func settle() async { await keeper?.settle() }
}

/// A session's voice, and the last confirmed phrase until the voice is learnt from it, after the
/// reply is shown.
final class VoiceLessons: Sendable {
  private let state: Mutex<(voice: SessionVoice, next: SpokenPhrase?)>

  init(_ voice: SessionVoice) { state = Mutex((voice, nil)) }

  /// Takes a phrase that play has confirmed; returns at once.
  func add(_ phrase: SpokenPhrase) { state.withLock { $0.next = phrase } }

  /// Learns from the phrase, if there is one; returns the adaptation to listen with.
  func speaker() -> SpeakerAdaptation? {
    state.withLock { state in
      if let next = state.next { state.voice.learn(from: next) }
      state.next = nil
      return state.voice.speaker
    }
  }
}

extension Configuration {
  /// The voice of a session that begins with the model's speaker; nil if none is to be learnt.
  ///
  /// - Throws: `SpeechError` if the model's files cannot be read, `BlockingThread.Unavailable`.
  package func sessionVoice(with model: AcousticModel, log: Log) throws -> SessionVoice? {
    guard recognition.learn, let player = recognition.expectedPlayer else {
      return recognition.adapt ? SessionVoice(after: model.speaker) : nil
    }
    // A voice that cannot be read has been reported; it is not overwritten either.
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
