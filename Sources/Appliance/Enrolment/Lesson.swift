import Chess
import Dialogue
import Speech

/// A move that was said and played, from which the player's voice can be learnt once play has
/// confirmed it.
public struct Lesson: Sendable, Hashable {
  /// The position that it was said in, the move, and the words that were heard.
  public var prompt: EnrolmentPrompt
  /// 16 kHz, one channel.
  public var sound: [Int16]

  /// How sure the move must have been: of such readings seven in eight and more are right, before
  /// play has said so too.
  static let leastConfidence = 0.6
  /// How much louder than the noise the speech must have been, in dB: what is learnt in a loud room
  /// is the room.
  static let leastSignalToNoise = 12.0
  /// The longest recording, in samples: 10 s. In a longer one most is something else than the move.
  static let sampleLimit = 160_000

  /// What was heard, where it was played as a move, surely and in quiet; nil if nothing should
  /// be learnt of it.
  ///
  /// - Parameters:
  ///   - heard: Of a move that answers a question, the words say too little.
  ///   - response: What came of it.
  ///   - dialogue: As it was before that.
  public init?(_ heard: Heard, _ response: Response?, in dialogue: ChessDialogue) {
    guard case .move(let report) = response, case .position(let position) = dialogue.listening,
      report.confidence >= Self.leastConfidence, !heard.sound.isEmpty,
      !heard.result.reachedTimeLimit,
      heard.result.evidence?.signalToNoise ?? 0 >= Self.leastSignalToNoise
    else { return nil }
    prompt = EnrolmentPrompt(position: position, move: report.move, phrase: report.text)
    sound = heard.sound
  }
}

/// Waits for play to confirm the move that was said last: the game goes on after it, and has not
/// been taken back before.
///
/// A pure value. It goes by the games alone, so that it is the same how a move was made or taken
/// back.
struct PlayConfirmation: Sendable {
  private var waiting: (lesson: Lesson, gameNumber: Int, moves: [Move])?

  /// Takes note of how the game stands after something was said or typed.
  ///
  /// - Parameter lesson: The move that was said just now, where it is worth learning from.
  /// - Returns: The one before it, where it is confirmed now.
  mutating func note(_ dialogue: ChessDialogue, _ lesson: Lesson?) -> Lesson? {
    var confirmed: Lesson?
    if let last = waiting {
      let game = dialogue.game
      if dialogue.gameNumber != last.gameNumber || !game.moves.starts(with: last.moves) {
        waiting = nil
      } else if game.moves.count > last.moves.count {
        confirmed = last.lesson
        waiting = nil
      }
    }
    if let lesson { waiting = (lesson, dialogue.gameNumber, dialogue.game.moves) }
    return confirmed
  }
}
