import Chess

/// The meaning of words in their situation.
public enum Interpretation: Sendable, Hashable {
  /// The words are no phrase here.
  case nothing
  /// The legal moves that fit the words, the likeliest first; if there are several, the appliance
  /// must ask.
  case moves([Move])
  /// A move that is illegal here; several readings if the words are ambiguous.
  case illegal([SpokenMove])
  /// A move without a game to check its legality; several readings if the words are ambiguous.
  case notation([SpokenMove])
  case command(Command)
  /// The legal moves that fit the words as a correction of the last one, or while a question is
  /// open, instead of an answer.
  case correction([Move])
  case opening(SpokenOpening)
  case answer(Answer)

  /// Whether it is possible here.
  public var isPossible: Bool {
    switch self {
    case .nothing, .illegal: false
    case .moves, .notation, .command, .correction, .opening, .answer: true
    }
  }
}

/// A speaker's claims about a move, such as "check"; they do not select a move.
public struct Claims: Sendable, Hashable {
  /// Whether "check" was said.
  public var check = false
  /// Whether "mate" was said.
  public var mate = false

  /// Whether a claim is false for the move. Leaving out "check" contradicts nothing.
  func contradict(_ facts: MoveFacts) -> Bool {
    (check && !facts.givesCheck) || (mate && !facts.givesMate)
  }
}

/// An answer to a question.
public enum Answer: Sendable, Hashable {
  case yes
  case no
  /// The index of a choice in the question, from 0.
  case choice(Int)
}

/// A named opening, and its line.
public struct SpokenOpening: Sendable, Hashable {
  /// The name as in the data file, "Albin counter gambit".
  public var spokenName: String
  /// The opening: its full name, its code, and its moves.
  public var opening: Opening
}
