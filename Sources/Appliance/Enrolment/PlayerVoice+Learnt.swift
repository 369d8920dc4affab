import Speech

extension PlayerVoice {
  /// How one move was heard without and with what had been learnt before it.
  public struct Trial: Sendable, Hashable, Codable {
    /// Without it.
    public var before: Hearing
    /// With it.
    public var after: Hearing
  }

  /// What was learnt from moves that play confirmed.
  public struct Learnt: Sendable, Hashable, Codable {
    /// The sums of these moves; what is old counts less.
    public internal(set) var statistics = SpeakerStatistics()
    /// How many moves were learnt from.
    public internal(set) var moves = 0
    /// The day of the last one, "2026-11-21".
    public internal(set) var day = ""
    /// How the last ones were heard.
    public internal(set) var trials: [Trial] = []

    /// Frames that count: those of about 60 moves. What was learnt earlier fades, for a voice can change, and a microphone.
    static let frameLimit = 6_000.0
    static let trialLimit = 40

    /// How the last moves were heard without it.
    public var before: Hearing { trials.reduce(into: Hearing()) { $0 += $1.before } }
    /// How the last moves were heard with it.
    public var after: Hearing { trials.reduce(into: Hearing()) { $0 += $1.after } }

    /// Whether moves are heard better with it, as far as is known; not before some were tried.
    public var isWorthUsing: Bool {
      trials.count >= Enrolment.minimumCount && after.isBetter(than: before)
    }
  }

  /// The sums of the enrolment and of what was learnt.
  var allStatistics: SpeakerStatistics {
    guard let learnt else { return statistics }
    var sum = statistics
    sum += learnt.statistics
    return sum
  }

  /// The sums that the model is fitted with: what was learnt from play is left out where it does not help.
  var usedStatistics: SpeakerStatistics {
    learnt?.isWorthUsing == true ? allStatistics : statistics
  }

  /// One of which nothing is known yet.
  init(ofModel model: String) {
    self.init(model: model, statistics: SpeakerStatistics(), recordings: 0)
  }

  /// Adds what one more move has shown.
  mutating func learn(_ statistics: SpeakerStatistics, _ trial: Trial?, on day: String) {
    var learnt = learnt ?? Learnt()
    learnt.statistics += statistics
    learnt.statistics.fade(to: Learnt.frameLimit)
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
