/// The confidences that the appliance needs to act.
package struct DialoguePolicy: Sendable, Hashable {
  /// The confidence for acting on a meaning; 0…1.
  package var acceptance: Double
  /// The margin: if two moves are closer to each other, it asks; 0…1.
  package var margin: Double
  /// The confidence for offering a move in a question; 0…1.
  package var choice: Double
  /// Below this confidence, a refusal names no reading and no reason; 0…1.
  package var floor: Double
  /// The confidence for asking whether a move was meant. As a factor on `acceptance`.
  package var asking: Double
  /// The confidence for asking about a move whose only rival is an illegal one. As a factor on
  /// `acceptance`.
  package var doubting: Double
  /// The confidence for a command that only tells something, or that needs a "yes" anyway. As a
  /// factor on `acceptance`.
  package var telling: Double
  /// The confidence for a "no" that closes a question. As a factor on `acceptance`.
  package var declining: Double
  /// Whether to repeat each of the players' moves, and play it only after a "yes".
  package var confirms = false

  /// The policy for a caution in 0…1: 0 acts on any guess, 1 only on near certainty.
  ///
  /// At 0.5 a move needs a confidence of 0.60 to be played, at 1 it needs 0.95 (Speech's
  /// `Recognition.md` has the accuracy).
  package init(caution: Double) {
    let caution = min(1, max(0, caution))
    self.init(acceptance: caution * (1.45 - 0.5 * caution))
  }

  /// A policy with these values, each 0…1.
  package init(
    acceptance: Double = 0.5, margin: Double = 0.2, choice: Double = 0.02, floor: Double = 0.15,
    asking: Double = 0.75, doubting: Double = 0.6, telling: Double = 0.55, declining: Double = 0.5
  ) {
    self.acceptance = acceptance
    self.margin = margin
    self.choice = choice
    self.floor = floor
    self.asking = asking
    self.doubting = doubting
    self.telling = telling
    self.declining = declining
  }
}
