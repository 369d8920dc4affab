/// How sure the appliance must be before it acts.
public struct DialoguePolicy: Sendable, Hashable {
  /// What is at least as sure as this is done; 0…1.
  public var acceptance: Double
  /// Two moves nearer to each other than this are asked about; 0…1.
  public var margin: Double
  /// A move less likely than this is not offered in a question; 0…1.
  public var choice: Double
  /// What a confidence is multiplied by where a word said is not true of the move, as "check" where
  /// there is none.
  public var contradiction: Double

  /// The policy for a caution in 0…1: 0 acts on any guess, 1 on what is all but certain only.
  ///
  /// At 0.5 a move is done with a confidence of 0.65, at 1 of 0.95 (`Recognition.md` of Speech has
  /// what comes of others).
  public init(caution: Double) {
    let caution = min(1, max(0, caution))
    self.init(acceptance: caution * (1.65 - 0.7 * caution))
  }

  /// A policy of its own numbers, each 0…1.
  public init(
    acceptance: Double = 0.5, margin: Double = 0.2, choice: Double = 0.02,
    contradiction: Double = 0.75
  ) {
    self.acceptance = acceptance
    self.margin = margin
    self.choice = choice
    self.contradiction = contradiction
  }
}
