import Chess

/// What words mean where they were said.
public enum Interpretation: Sendable, Hashable {
  /// The words are no phrase here.
  case nothing
  /// The legal moves that the words fit, likeliest first; with more than one there is a question to
  /// ask.
  case moves([Move], claims: Claims)
  /// A move in words, where no game tells which of them is legal; several readings where the words
  /// have them.
  case notation([SpokenMove])
  case command(Command)
  case opening(SpokenOpening)
  case answer(Answer)
}

/// What was said about a move besides which one it is.
public struct Claims: Sendable, Hashable {
  /// Whether "check" was said.
  public var check: Bool
  /// Whether "mate" was said.
  public var mate: Bool

  /// What was claimed; nothing unless it is named.
  public init(check: Bool = false, mate: Bool = false) {
    self.check = check
    self.mate = mate
  }

  /// Whether a claim is not true of the move. To leave a check unsaid contradicts nothing.
  public func contradict(_ facts: MoveFacts) -> Bool {
    (check && !facts.givesCheck) || (mate && !facts.givesMate)
  }
}

/// What is said to a question.
public enum Answer: Sendable, Hashable {
  case yes
  case no
  /// The position of a choice in the question, from 0.
  case choice(Int)
}

/// An opening as it was named, and the line that it stands for.
public struct SpokenOpening: Sendable, Hashable {
  /// The name as the data file has it, "Albin counter gambit".
  public var spokenName: String
  /// The opening: its name in full, its code, and its moves.
  public var opening: Opening
}
