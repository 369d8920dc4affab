import Acoustics
import ApplianceCore
import Localization

/// What is kept of a player's voice: an adaptation of the phone network, and what it gains.
package struct PlayerVoice: Sendable, Hashable, Codable {
  /// How well some moves were heard.
  package struct Score: Sendable, Hashable, Codable {
    /// How many moves were said.
    package var moves = 0
    /// How many of them were played.
    package var right = 0
    /// How many were played as other moves; the rest were asked about or refused.
    package var wrong = 0
    /// The mean confidence in what was said, 0…1; a misheard move counts as 0.
    package var confidence = 0.0

    /// Whether it is better without a single wrong move more. A fitted model is surer, of wrong
    /// readings too, above all in noise, and a wrong move costs more than a question.
    func isBetter(than other: Score) -> Bool {
      right >= other.right && wrong <= other.wrong && confidence > other.confidence
    }

    /// More moves than anybody says.
    static let moveLimit = 1_000_000
    var isPossible: Bool {
      (0...Self.moveLimit).contains(moves) && right >= 0 && wrong >= 0 && right <= moves
        && wrong <= moves - right
    }
  }

  /// The `fingerprint` of the acoustic model it belongs to.
  package var model: String
  /// Learnt at enrolment; nil if there was none.
  package var adaptation: SpeakerAdaptation?
  /// How many recordings it was learnt from.
  package var recordings: Int
  /// How well moves were heard with the unfitted model; nil if that was not measured.
  package var before: Score?
  /// How well moves were heard with a model fitted to other moves of the same voice; nil if that
  /// was not measured.
  package var after: Score?
  /// Learnt since, from moves that play confirmed; nil if there were none.
  package var learnt: Learnt?

  /// Whether such figures can have been measured; if so, computing with a file's figures cannot
  /// overflow.
  var isPossible: Bool {
    let gains = learnt?.gains ?? []
    return recordings >= 0 && (0...Score.moveLimit).contains(learnt?.moves ?? 0)
      && gains.count <= Learnt.memory && gains.allSatisfy(\.isFinite)
      && [before, after].compactMap(\.self).allSatisfy(\.isPossible)
  }

  /// Whether moves are heard better with it than without, as far as that was measured.
  package var isWorthKeeping: Bool {
    guard let before, let after else { return true }
    return after.isBetter(than: before)
  }

  /// What was measured, for people.
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
