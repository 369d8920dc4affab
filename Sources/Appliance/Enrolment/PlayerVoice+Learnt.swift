import Acoustics
import Localization

extension PlayerVoice {
  /// How one move was heard with and without what had been learnt before it.
  public struct Trial: Sendable, Hashable, Codable {
    /// Without it.
    public var before: Score
    /// With it.
    public var after: Score
  }

  /// Learnt from moves that play has confirmed.
  public struct Learnt: Sendable, Hashable, Codable {
    /// The enrolment's adaptation, continued with these moves; older ones count less.
    public internal(set) var adaptation: SpeakerAdaptation?
    /// How many moves were learnt from.
    public internal(set) var moves = 0
    /// The day of the last one, "2026-11-21".
    public internal(set) var day = ""
    /// How the last moves were heard.
    public internal(set) var trials: [Trial] = []

    static let trialLimit = 40

    /// How the last moves were heard without it.
    public var before: Score { trials.reduce(into: Score()) { $0 += $1.before } }
    /// How the last moves were heard with it.
    public var after: Score { trials.reduce(into: Score()) { $0 += $1.after } }

    /// Whether it helps, as far as is known; false until enough moves have been tried.
    public var isWorthUsing: Bool {
      trials.count >= Enrolment.minimumCount && after.isBetter(than: before)
    }
  }

  /// The adaptation from enrolment and play together.
  var latestAdaptation: SpeakerAdaptation? { learnt?.adaptation ?? adaptation }

  /// The adaptation in use: play is left out if it does not help.
  var usedAdaptation: SpeakerAdaptation? {
    learnt?.isWorthUsing == true ? latestAdaptation : adaptation
  }

  /// A voice that nothing is known of yet.
  init(ofModel model: String) {
    self.init(model: model, adaptation: nil, recordings: 0)
  }

  /// Takes the result of learning from one more move, on top of `latestAdaptation`.
  mutating func learn(_ adaptation: SpeakerAdaptation?, _ trial: Trial?, on day: String) {
    var learnt = learnt ?? Learnt()
    learnt.adaptation = adaptation
    learnt.moves += 1
    learnt.day = day
    if let trial { learnt.trials = (learnt.trials + [trial]).suffix(Learnt.trialLimit) }
    self.learnt = learnt
  }

  /// How many moves from play the fitted model uses.
  public var learntInUse: Int { learnt.map { $0.isWorthUsing ? $0.moves : 0 } ?? 0 }

  /// What is known of the voice, in a line for people.
  public var summary: Message {
    guard let learnt else { return Message("\(recordings) recordings") }
    let use = learnt.isWorthUsing ? Message("in use") : Message("not in use")
    return Message(
      "\(recordings) recordings; \(learnt.moves) moves learnt from play, the last on \(learnt.day), \(use)"
    )
  }
}
