import Acoustics
import ApplianceCore
import Speech

/// The voice of whoever plays now, learnt in memory from moves that play has confirmed.
///
/// Each phrase first tests what the earlier ones have taught, and is then learnt from. What does not
/// help is not used: after a change of voices, until the new one is known.
public struct SessionVoice: Sendable {
  private let known: SpeakerAdaptation?
  private var learnt: SpeakerAdaptation?
  /// How much better the last phrases fitted with what had been learnt before each.
  private var gains: [Double] = []

  /// How many phrases decide whether it helps, and after how many it may be used.
  private static let memory = 8
  private static let least = 3

  /// - Parameter known: An enrolled voice to go on from; nil if there is none.
  public init(after known: SpeakerAdaptation? = nil) {
    self.known = known
    learnt = known
  }

  /// The adaptation to listen with; nil while none helps.
  public var speaker: SpeakerAdaptation? {
    let isHelpful = gains.count >= Self.least && gains.reduce(0, +) > 0
    return isHelpful ? learnt : known
  }

  /// Learns from one more phrase that was certainly said. Computes for some milliseconds.
  package mutating func learn(from phrase: SpokenPhrase) {
    guard let lesson = phrase.lesson(after: learnt, against: known) else { return }
    if learnt != known { gains = (gains + [lesson.gain]).suffix(Self.memory) }
    learnt = lesson.adaptation
  }
}

extension Configuration {
  /// The voice of a session that begins with the model's speaker; nil if none is to be learnt.
  public func sessionVoice(with model: AcousticModel) -> SessionVoice? {
    recognition.adapt ? SessionVoice(after: model.speaker) : nil
  }
}
