/// How sure the appliance must be before it acts.
public struct DialoguePolicy: Sendable, Hashable {
  /// What is at least as sure as this is done; 0…1.
  public var acceptance: Double
  /// Two moves nearer to each other than this are asked about; 0…1.
  public var margin: Double
  /// What a confidence is multiplied by where a word said is not true of the move, as "check" where there is none.
  public var contradiction: Double

  public init(acceptance: Double = 0.5, margin: Double = 0.15, contradiction: Double = 0.75) {
    self.acceptance = acceptance
    self.margin = margin
    self.contradiction = contradiction
  }
}
