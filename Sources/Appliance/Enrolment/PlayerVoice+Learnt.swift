import Acoustics
import Localization

extension PlayerVoice {
  /// Learnt from moves that play has confirmed.
  ///
  /// Each phrase first tests the adaptation so far, and then extends it.
  package struct Learnt: Sendable, Hashable, Codable {
    /// The enrolment's adaptation, continued with these moves; older ones count less.
    package internal(set) var adaptation: SpeakerAdaptation?
    /// How many moves were learnt from.
    package internal(set) var moves = 0
    /// The day of the last one, "2026-11-21".
    package internal(set) var day = ""
    /// How much better the last phrases fitted with what had been learnt before each: natural
    /// logarithms per frame of speech. Nil in a file of an earlier version.
    var gains: [Double]? = []

    /// How many phrases decide whether it helps, and after how many it may be used.
    static let memory = 8
    private static let least = 3

    /// Nothing yet, after an enrolment's adaptation if there is one.
    init(after enrolled: SpeakerAdaptation? = nil) { adaptation = enrolled }

    /// Whether it helps, as far as is known; false until enough phrases have tested it.
    package var isWorthUsing: Bool {
      let gains = gains ?? []
      return gains.count >= Self.least && gains.reduce(0, +) > 0
    }

    /// Learns from one more phrase that was certainly said; false if that cannot be done. Computes
    /// for some milliseconds.
    ///
    /// - Parameter enrolled: The adaptation of the enrolment; it has to be better than that.
    mutating func learn(from phrase: SpokenPhrase, after enrolled: SpeakerAdaptation?) -> Bool {
      guard let lesson = phrase.lesson(after: adaptation ?? enrolled, against: enrolled) else {
        return false
      }
      if moves > 0 { gains = ((gains ?? []) + [lesson.gain]).suffix(Self.memory) }
      adaptation = lesson.adaptation
      moves = min(moves + 1, Score.moveLimit)
      return true
    }
  }

  /// The adaptation in use: play is left out if it does not help.
  var usedAdaptation: SpeakerAdaptation? {
    learnt?.isWorthUsing == true ? learnt?.adaptation : adaptation
  }

  /// A voice that nothing is known of yet.
  init(ofModel model: String) {
    self.init(model: model, adaptation: nil, recordings: 0)
  }

  /// How many moves from play the fitted model uses.
  package var learntInUse: Int { learnt.map { $0.isWorthUsing ? $0.moves : 0 } ?? 0 }

  /// What is known of the voice, in a line for people.
  package var summary: Message {
    guard let learnt else { return Message("\(recordings) recordings") }
    let use = learnt.isWorthUsing ? Message("in use") : Message("not in use")
    return Message(
      "\(recordings) recordings; \(learnt.moves) moves learnt from play, the last on \(learnt.day), \(use)"
    )
  }
}
