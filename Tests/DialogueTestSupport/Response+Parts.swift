import Dialogue

extension Response {
  public var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
  public var move: MoveReport? { if case .move(let report) = self { report } else { nil } }
  public var command: CommandReport? { if case .command(let report) = self { report } else { nil } }
  public var notation: NotationReport? {
    if case .notation(let report) = self { report } else { nil }
  }
  public var game: GameReport? { if case .game(let report) = self { report } else { nil } }
}
