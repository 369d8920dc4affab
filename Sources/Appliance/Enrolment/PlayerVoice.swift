import Acoustics
import ApplianceCore
import Localization

/// A player's saved voice: an adaptation of the phone network, and its gain.
package struct PlayerVoice: Sendable, Hashable, Codable {
  /// The accuracy over some moves.
  package struct Score: Sendable, Hashable, Codable {
    /// The number of moves.
    package var moves = 0
    /// How many were played correctly.
    package var right = 0
    /// How many were played as other moves; the rest were asked about or refused.
    package var wrong = 0
    /// The mean confidence in the right move, 0…1; a misheard move counts as 0.
    package var confidence = 0.0

    /// Whether it is better, without a single additional wrong move. An adapted model is more
    /// confident, also in wrong readings, above all in noise, and a wrong move costs more than a
    /// question.
    func isBetter(than other: Score) -> Bool {
      right >= other.right && wrong <= other.wrong && confidence > other.confidence
    }

    /// An upper limit for the number of moves.
    static let moveLimit = 1_000_000
    var isPossible: Bool {
      (0...Self.moveLimit).contains(moves) && right >= 0 && wrong >= 0 && right <= moves
        && wrong <= moves - right
    }
  }

  /// The `fingerprint` of its acoustic model.
  package var model: String
  /// The enrolment's adaptation; nil without enrolment.
  package var adaptation: SpeakerAdaptation?
  /// The number of recordings.
  package var recordings: Int
  /// The accuracy of the unadapted model; nil if not measured.
  package var before: Score?
  /// The accuracy of a model adapted to other moves of the same voice; nil if not measured.
  package var after: Score?
  /// The adaptation to later moves that play confirmed; nil without any.
  package var learnt: Learnt?

  /// Whether the figures and the date are possible; if so, computing with a file's figures cannot
  /// overflow.
  var isPossible: Bool {
    let gains = learnt?.gains ?? []
    return recordings >= 0 && (0...Score.moveLimit).contains(learnt?.moves ?? 0)
      && gains.count <= Learnt.memory && gains.allSatisfy(\.isFinite)
      && learnt?.hasDate != false
      && [before, after].compactMap(\.self).allSatisfy(\.isPossible)
  }

  /// Whether the voice improves the accuracy, as far as measured.
  package var isWorthKeeping: Bool {
    guard let before, let after else { return true }
    return after.isBetter(than: before)
  }

  /// The measurements, for people.
  package var table: Message {
    guard let before, let after else { return Message("\(recordings) recordings") }
    let lines = [before, after].map { hearing in
      Message(
        "\(hearing.right) right and \(hearing.wrong) wrong of \(hearing.moves), confidence \(hearing.confidence.fixed(2))"
      )
    }
    return .joined(
      [Message("Without your voice: \(lines[0])."), Message("With your voice: \(lines[1]).")],
      separator: "\n")
  }
}
