import Dialogue

extension Response {
  /// Why nothing was done; nil where something was.
  package var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
  /// The move that was played; nil where it is another response.
  package var move: MoveReport? { if case .move(let report) = self { report } else { nil } }
  /// The question that must be answered first; nil where it is another response.
  package var asked: Question? { if case .ask(let question) = self { question } else { nil } }
  /// The command that was carried out; nil where it is another response.
  package var command: CommandReport? {
    if case .command(let report) = self { report } else { nil }
  }
  /// The notation that was heard; nil where it is another response.
  package var notation: NotationReport? {
    if case .notation(let report) = self { report } else { nil }
  }
  /// How the game stands; nil where it is another response.
  package var game: GameReport? { if case .game(let report) = self { report } else { nil } }
}
