import Chess
import Dialogue

/// A dialogue whose game is on disk before its answers are returned, so that what has been shown is not lost.
///
/// Where the disk does not take the game, it goes on all the same: `problem` says why, and the game is kept as soon as
/// the disk takes it. Calls block while the disk writes.
public struct RecordedDialogue: Sendable {
  /// The dialogue as it stands.
  public private(set) var dialogue: ChessDialogue
  /// Nil where no game is followed.
  private let keeper: GameKeeper?

  /// A dialogue whose game is kept before its responses are given; without a keeper, nothing is.
  public init(_ dialogue: ChessDialogue, keeper: GameKeeper?) {
    self.dialogue = dialogue
    self.keeper = keeper
  }

  /// Why the game is not kept; nil where it is.
  public var problem: GameRecordError? { keeper?.problem }

  /// Whether the game is kept now.
  var isKept: Bool { keeper != nil && problem == nil }

  /// See ``ChessDialogue/hear(_:)``.
  public mutating func hear(_ hypotheses: [Hypothesis]) -> [Response] {
    commit { $0.hear(hypotheses) }
  }

  /// See ``ChessDialogue/read(_:)``.
  public mutating func read(_ line: String) -> [Response] {
    commit { $0.read(line) }
  }

  /// See ``ChessDialogue/lapse()``.
  public mutating func lapse() -> [Response] {
    commit { $0.lapse() }
  }

  /// See ``ChessDialogue/take(_:to:)``.
  public mutating func take(
    _ answer: Result<EngineAnswer, EngineError>, to task: Opponent.Task
  ) -> [Response] {
    commit { $0.take(answer, to: task) }
  }

  /// See ``ChessDialogue/timeIsUp(for:)``.
  mutating func timeIsUp(for side: Color) -> [Response] {
    commit { $0.timeIsUp(for: side) }
  }

  /// Tries again to keep the game; where the disk turns out to have one and nothing was played here, goes on with that.
  ///
  /// Returns what was put aside and why, for people; nil where nothing was.
  ///
  /// - Parameter opponent: Who is played against in a game that the disk turns out to have.
  public mutating func mend(opponent: () -> Opponent? = { nil }) -> String? {
    guard let keeper else { return nil }
    let found = keeper.mend()
    if let game = found.game {
      dialogue = ChessDialogue(
        language: dialogue.language, game: game, mode: dialogue.mode, policy: dialogue.policy,
        opponent: opponent())
    }
    return found.warning
  }

  private mutating func commit(_ change: (inout ChessDialogue) -> [Response]) -> [Response] {
    let before = dialogue
    let responses = change(&dialogue)
    let isNew = dialogue.gameNumber != before.gameNumber
    if isNew || dialogue.game != before.game {
      keeper?.keep(dialogue.game, players: dialogue.players, isNew: isNew)
    }
    return responses
  }
}
