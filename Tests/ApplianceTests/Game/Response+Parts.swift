import Appliance

extension Response {
  var refusal: Refusal? { if case .refused(let refusal) = self { refusal } else { nil } }
  var move: MoveReport? { if case .move(let report) = self { report } else { nil } }
  var command: CommandReport? { if case .command(let report) = self { report } else { nil } }
  var notation: NotationReport? { if case .notation(let report) = self { report } else { nil } }
  var game: GameReport? { if case .game(let report) = self { report } else { nil } }
}
