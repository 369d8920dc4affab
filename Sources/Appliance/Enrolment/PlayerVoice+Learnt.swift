import Acoustics

extension PlayerVoice {
  /// How one move was heard without and with what had been learnt before it.
  public struct Trial: Sendable, Hashable, Codable {
    /// Without it.
    public var before: Score
    /// With it.
    public var after: Score
  }

  /// What was learnt from moves that play confirmed.
  public struct Learnt: Sendable, Hashable, Codable {
    /// The enrolment's adaptation, gone on with from these moves; what is old counts less.
    public internal(set) var adaptation: SpeakerAdaptation?
    /// How many moves were learnt from.
    public internal(set) var moves = 0
    /// The day of the last one, "2026-11-21".
    public internal(set) var day = ""
    /// How the last ones were heard.
    public internal(set) var trials: [Trial] = []

    static let trialLimit = 40

    /// How the last moves were heard without it.
    public var before: Score { trials.reduce(into: Score()) { $0 += $1.before } }
    /// How the last moves were heard with it.
    public var after: Score { trials.reduce(into: Score()) { $0 += $1.after } }

    /// Whether moves are heard better with it, as far as is known; not before some were tried.
    public var isWorthUsing: Bool {
      trials.count >= Enrolment.minimumCount && after.isBetter(than: before)
    }
  }

  /// What was learnt from the enrolment and from play.
  var latestAdaptation: SpeakerAdaptation? { learnt?.adaptation ?? adaptation }

  /// What is used: what was learnt from play is left out where it does not help.
  var usedAdaptation: SpeakerAdaptation? {
    learnt?.isWorthUsing == true ? latestAdaptation : adaptation
  }

  /// One of which nothing is known yet.
  init(ofModel model: String) {
    self.init(model: model, adaptation: nil, recordings: 0)
  }

  /// Takes what came of learning from one more move, after `latestAdaptation`.
  mutating func learn(_ adaptation: SpeakerAdaptation?, _ trial: Trial?, on day: String) {
    var learnt = learnt ?? Learnt()
    learnt.adaptation = adaptation
    learnt.moves += 1
    learnt.day = day
    if let trial { learnt.trials = (learnt.trials + [trial]).suffix(Learnt.trialLimit) }
    self.learnt = learnt
  }

  /// How many moves that were learnt from play the model is fitted with.
  public var learntInUse: Int { learnt.map { $0.isWorthUsing ? $0.moves : 0 } ?? 0 }

  /// What is known of the voice, in a line for people.
  public var summary: String {
    guard let learnt else { return "\(recordings) recordings" }
    return "\(recordings) recordings; \(learnt.moves) moves learnt from play, the last on "
      + "\(learnt.day), \(learnt.isWorthUsing ? "in use" : "not in use")"
  }
}
