/// What can be asked of the appliance by voice or on its console, besides moves.
public enum Command: String, Sendable, Hashable, CaseIterable {
  case undo
  case newGame = "new-game"
  case resign
  case draw
  case show
  case repeatLast = "repeat"
  case help
  case status
  // What is read rather than heard, and so is only typed: the data files have no words for it.
  case moves
  case last
  case fen
  case pgn

  /// Whether it ends a game, so that it is carried out only after a "yes".
  public var asksForConfirmation: Bool { self == .newGame || self == .resign || self == .draw }

  /// Whether it is carried out while a question is open.
  public var isSaidToQuestions: Bool { self != .resign && self != .draw }
}
