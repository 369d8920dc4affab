import Chess
import Glibc

/// A dialogue whose game is on disk before its answers are returned, so that what has been shown is never lost.
///
/// Where the disk does not take the game, the dialogue stays as it was and the answer is a refusal that says why.
/// Calls block while the disk writes.
public struct RecordedDialogue: Sendable {
  /// The dialogue as it stands; its game is what the disk has.
  public private(set) var dialogue: ChessDialogue
  /// Nil where the game is not kept: then it lives in memory only.
  private let record: GameRecord?

  /// A dialogue whose game is saved before its responses are given; without a record, nothing is kept.
  public init(_ dialogue: ChessDialogue, record: GameRecord?) {
    self.dialogue = dialogue
    self.record = record
  }

  /// Whether the game is kept.
  var isRecorded: Bool { record != nil }

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

  private mutating func commit(_ change: (inout ChessDialogue) -> [Response]) -> [Response] {
    var next = dialogue
    let responses = change(&next)
    do throws(GameRecordError) {
      if next.gameNumber != dialogue.gameNumber {
        try record?.begin(next.game)
      } else if next.game != dialogue.game {
        try record?.save(next.game)
      }
    } catch {
      return [.refused(Refusal(.notRecorded, message: error.description))]
    }
    dialogue = next
    return responses
  }
}
