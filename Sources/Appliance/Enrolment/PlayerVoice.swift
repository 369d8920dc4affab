import Acoustics
import ApplianceCore

/// What is kept of a player's voice: what fits the phone network to it, and what that was worth.
public struct PlayerVoice: Sendable, Hashable, Codable {
  /// How well some moves were heard.
  public struct Score: Sendable, Hashable, Codable {
    /// How many moves were said.
    public var moves = 0
    /// How many of them were played.
    public var right = 0
    /// How many others were played in place of these; the rest was asked about or refused.
    public var wrong = 0
    /// The mean confidence in what was said, 0…1; what was heard as something else counts 0.
    public var confidence = 0.0

    /// That of no moves.
    public init() {}

    /// Whether it is so without one wrong move more: a fitted model is surer, of wrong readings
    /// too, most of all in noise, and a wrong move costs more than a question.
    func isBetter(than other: Score) -> Bool {
      right >= other.right && wrong <= other.wrong && confidence > other.confidence
    }

    /// More than anybody says.
    static let moveLimit = 1_000_000
    var isPossible: Bool {
      (0...Self.moveLimit).contains(moves) && right >= 0 && wrong >= 0 && right <= moves
        && wrong <= moves - right
    }
  }

  /// Which acoustic model it belongs to: its `fingerprint`.
  public var model: String
  /// What was learnt from the enrolment; nil if there was none.
  public var adaptation: SpeakerAdaptation?
  /// How many recordings it was learnt from.
  public var recordings: Int
  /// How well moves were heard with the model as it is; nil if that was not measured.
  public var before: Score?
  /// How well moves were heard with a model that was fitted to other moves of the same voice; nil
  /// as above.
  public var after: Score?
  /// What was learnt beside it from moves that play confirmed; nil if nothing was.
  public var learnt: Learnt?

  /// A voice of which nothing was learnt in play yet.
  public init(
    model: String, adaptation: SpeakerAdaptation?, recordings: Int, before: Score? = nil,
    after: Score? = nil
  ) {
    self.model = model
    self.adaptation = adaptation
    self.recordings = recordings
    self.before = before
    self.after = after
  }
}

extension PlayerVoice {
  /// Whether such figures can have been measured: what is computed with those of a file then cannot
  /// overflow.
  var isPossible: Bool {
    let trials = learnt?.trials ?? []
    let hearings = [before, after].compactMap(\.self) + trials.flatMap { [$0.before, $0.after] }
    return recordings >= 0 && (0...Score.moveLimit).contains(learnt?.moves ?? 0)
      && trials.count <= Learnt.trialLimit && hearings.allSatisfy(\.isPossible)
  }

  /// Whether moves are heard better with it than without, as far as that was measured.
  public var isWorthKeeping: Bool {
    guard let before, let after else { return true }
    return after.isBetter(than: before)
  }

  /// What was measured, for people.
  public var table: String {
    guard let before, let after else { return "\(recordings) recordings" }
    return
      (["of \(before.moves) moves     right  wrong  confidence"]
      + [("without", before), ("with your voice", after)].map { name, hearing in
        let name = name.padded(to: 16)
        let counts = [hearing.right, hearing.wrong].map { count in
          let text = String(count)
          return text.padded(to: 7, left: true)
        }
        return name + counts.joined() + "        " + hearing.confidence.fixed(2)
      }).joined(separator: "\n")
  }
}
