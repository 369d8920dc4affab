import Acoustics
import Localization

extension PlayerVoice {
  /// Learnt from moves that play has confirmed.
  ///
  /// Each phrase first tests the adaptation so far, and then extends it.
  package struct Learnt: Sendable, Hashable, Codable {
    /// The enrolment's adaptation, continued with these moves; older ones fade.
    package internal(set) var adaptation: SpeakerAdaptation?
    /// The number of moves.
    package internal(set) var moves = 0
    /// The date of the last move, "2026-11-21".
    package internal(set) var day = ""
    /// How much better the last phrases fitted with the adaptation before each than without:
    /// natural logarithms per frame of speech. Nil in files of earlier versions.
    var gains: [Double]? = []

    /// How many of the last phrases decide whether it helps, and how many it needs before use.
    static let memory = 8
    private static let least = 3

    /// Whether `day` has the form of a date; none before the first move.
    var hasDate: Bool {
      let parts = day.split(separator: "-", omittingEmptySubsequences: false)
      return moves == 0 && day.isEmpty
        || parts.map(\.utf8.count) == [4, 2, 2]
          && parts.joined().utf8.allSatisfy { (48...57).contains($0) }
    }

    /// Nothing learnt yet, starting from an enrolment's adaptation if there is one.
    init(after enrolled: SpeakerAdaptation? = nil) { adaptation = enrolled }

    /// Whether it helps so far; false until enough phrases have tested it.
    package var isWorthUsing: Bool {
      let gains = gains ?? []
      return gains.count >= Self.least && gains.reduce(0, +) > 0
    }

    /// Learns from one more certain phrase; false if that is impossible. Takes some milliseconds.
    ///
    /// - Parameter enrolled: The enrolment's adaptation, which it must beat.
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

  /// The adaptation in use: without what play taught if that does not help.
  var usedAdaptation: SpeakerAdaptation? {
    learnt?.isWorthUsing == true ? learnt?.adaptation : adaptation
  }

  /// An unknown voice.
  init(ofModel model: String) {
    self.init(model: model, adaptation: nil, recordings: 0)
  }

  /// How many moves from play the adapted model uses.
  package var learntInUse: Int { learnt.map { $0.isWorthUsing ? $0.moves : 0 } ?? 0 }

  /// A summary of the voice, in a line for people.
  package var summary: Message {
    guard let learnt else { return Message("\(recordings) recordings") }
    let use = learnt.isWorthUsing ? Message("in use") : Message("not in use")
    return Message(
      "\(recordings) recordings; \(learnt.moves) moves learnt from play, the last on \(learnt.day), \(use)"
    )
  }
}
