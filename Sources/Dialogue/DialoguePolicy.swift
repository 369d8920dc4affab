/// The confidences that the appliance needs to act.
package struct DialoguePolicy: Sendable, Hashable {
  /// The confidence for acting on a meaning; 0…1.
  package var acceptance = 0.5
  /// The margin: if two moves are closer to each other, it asks; 0…1.
  package var margin = 0.2
  /// The confidence for offering a move in a question; 0…1.
  package var choice = 0.02
  /// Below this confidence, a refusal names no reading and no reason; 0…1.
  package var floor = 0.15
  /// The confidence for asking whether a move was meant. As a factor on `acceptance`.
  package var asking = 0.75
  /// The confidence for asking about a move whose only rival is an illegal one. As a factor on
  /// `acceptance`.
  package var doubting = 0.6
  /// The confidence for a command that only tells something, or that needs a "yes" anyway. As a
  /// factor on `acceptance`.
  package var telling = 0.55
  /// The confidence for a "no" that closes a question. As a factor on `acceptance`.
  package var declining = 0.5
  /// Whether to repeat each of the players' moves, and play it only after a "yes".
  package var confirms = false

  /// The usual policy.
  package init() {}

  /// The policy for a caution in 0…1: 0 acts on any guess, 1 only on near certainty.
  ///
  /// At 0.5 a move needs a confidence of 0.60 to be played, at 1 it needs 0.95 (Speech's
  /// `Recognition.md` has the accuracy).
  package init(caution: Double) {
    let caution = min(1, max(0, caution))
    acceptance = caution * (1.45 - 0.5 * caution)
  }

  /// Halfway from `acceptance` to 1, for a move instead of a "yes" or "no", and for a correction that
  /// has a rival: to mishear that costs two moves.
  var strictAcceptance: Double { (acceptance + 1) / 2 }
}
