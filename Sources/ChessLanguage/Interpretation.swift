import Chess

/// What words mean in the situation where they were said.
public enum Interpretation: Sendable, Hashable {
  /// The words are not a phrase here.
  case nothing
  /// The legal moves that the words fit, likeliest first; if there are several, a question must be
  /// asked.
  case moves([Move])
  /// A move in words that is not legal here; several readings if the words are ambiguous.
  case illegal([SpokenMove])
  /// A move in words, with no game to tell which moves are legal; several readings if the words are
  /// ambiguous.
  case notation([SpokenMove])
  case command(Command)
  /// The legal moves that the words fit in the place of the last one; while a question is open, in
  /// the place of an answer.
  case correction([Move])
  case opening(SpokenOpening)
  case answer(Answer)

  /// Whether it can be done here.
  public var isPossible: Bool {
    switch self {
    case .nothing, .illegal: false
    case .moves, .notation, .command, .correction, .opening, .answer: true
    }
  }
}

/// A speaker's claims about a move, such as "check"; they don't say which move it is.
public struct Claims: Sendable, Hashable {
  /// Whether "check" was said.
  public var check = false
  /// Whether "mate" was said.
  public var mate = false

  /// Whether a claim is false for the move. Not mentioning a check contradicts nothing.
  func contradict(_ facts: MoveFacts) -> Bool {
    (check && !facts.givesCheck) || (mate && !facts.givesMate)
  }
}

/// An answer to a question.
public enum Answer: Sendable, Hashable {
  case yes
  case no
  /// The place of a choice in the question, from 0.
  case choice(Int)
}

/// An opening as named, and the line that it stands for.
public struct SpokenOpening: Sendable, Hashable {
  /// The name as in the data file, "Albin counter gambit".
  public var spokenName: String
  /// The opening: its full name, its code, and its moves.
  public var opening: Opening
}
