/// How sure the appliance must be before it acts.
package struct DialoguePolicy: Sendable, Hashable {
  /// A meaning at least this sure is acted on; 0…1.
  package var acceptance: Double
  /// If two moves are closer to each other than this, it asks; 0…1.
  package var margin: Double
  /// A move less likely than this is not offered in a question; 0…1.
  package var choice: Double
  /// Below this, no reading is named and no reason given; 0…1.
  package var floor: Double
  /// A move at least this sure is asked about: was it meant? As a factor on `acceptance`.
  package var asking: Double
  /// A move at least this sure is asked about if all that stands beside it is an illegal move. As a
  /// factor on `acceptance`.
  package var doubting: Double
  /// A command at least this sure is carried out if it only tells something, or is confirmed in any
  /// case. As a factor on `acceptance`.
  package var telling: Double
  /// A "no" at least this sure closes a question. As a factor on `acceptance`.
  package var declining: Double
  /// Whether each of the players' moves is repeated, and played only after a "yes".
  package var confirms = false

  /// The policy for a caution in 0…1: 0 acts on any guess, 1 only on near certainty.
  ///
  /// At 0.5 a move needs a confidence of 0.60 to be played, at 1 it needs 0.95 (for the effect of
  /// other values see Speech's `Recognition.md`).
  package init(caution: Double) {
    let caution = min(1, max(0, caution))
    self.init(acceptance: caution * (1.45 - 0.5 * caution))
  }

  /// A policy with its own numbers, each 0…1.
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
