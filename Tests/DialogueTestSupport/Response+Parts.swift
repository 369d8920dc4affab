import Dialogue

extension Response {
  /// Why nothing was done; nil if something was.
  package var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
  /// The move that was played; nil for another response.
  package var move: MoveReport? { if case .move(let report) = self { report } else { nil } }
  /// The open question; nil for another response.
  package var asked: Question? { if case .ask(let question) = self { question } else { nil } }
  /// The command that was carried out; nil for another response.
  package var command: CommandReport? {
    if case .command(let report) = self { report } else { nil }
  }
  /// The recognized notation; nil for another response.
  package var notation: NotationReport? {
    if case .notation(let report) = self { report } else { nil }
  }
  /// The state of the game; nil for another response.
  package var game: GameReport? { if case .game(let report) = self { report } else { nil } }
}
