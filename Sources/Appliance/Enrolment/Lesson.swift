import Acoustics
import ApplianceCore
import Chess
import Dialogue

/// A spoken and played move, from which the player's voice can be learnt once play has confirmed
/// it.
public struct Lesson: Sendable, Hashable {
  /// The position it was said in, the move, and the words that were heard.
  public var prompt: EnrolmentPrompt
  /// 16 kHz, one channel.
  public var sound: [Int16]
  /// The words and their sound as they were recognized.
  var phrase: SpokenPhrase?

  /// How sure the move must have been: at least seven in eight such readings are right, even before
  /// play confirms them.
  static let leastConfidence = 0.6
  /// How much louder than the noise the speech must have been, in dB: in a loud room, the model
  /// would learn the room.
  static let leastSignalToNoise = 12.0
  /// The longest recording, in samples: 10 s. Most of a longer one is not the move.
  static let sampleLimit = 160_000

  /// A recording that was played as a move, surely and in quiet; nil for any other.
  ///
  /// - Parameters:
  ///   - heard: The recording; the words of a move that answers a question say too little.
  ///   - response: The response to it.
  ///   - dialogue: The dialogue before it.
  public init?(_ heard: Heard, _ response: Response?, in dialogue: ChessDialogue) {
    guard case .move(let report) = response, case .position(let position) = dialogue.listening,
      report.confidence >= Self.leastConfidence,
      heard.signalToNoise ?? 0 >= Self.leastSignalToNoise
    else { return nil }
    prompt = EnrolmentPrompt(position: position, move: report.move, phrase: report.text)
    sound = heard.sound
    if heard.phrase?.words.joined(separator: " ") == report.text { phrase = heard.phrase }
    guard !sound.isEmpty || phrase != nil else { return nil }
  }
}

/// Waits for play to confirm the last spoken move: the game goes on after it, and it is not taken
/// back first.
///
/// A pure value. It looks only at the games, so it does not matter how a move was made or taken
/// back.
struct PlayConfirmation: Sendable {
  private var waiting: (lesson: Lesson, gameNumber: Int, moves: [Move])?

  /// Takes note of the game after something was said or typed.
  ///
  /// - Parameter lesson: The move just said, if it is worth learning from.
  /// - Returns: The lesson before it, if it is confirmed now.
  mutating func note(_ dialogue: ChessDialogue, _ lesson: Lesson?) -> Lesson? {
    var confirmed: Lesson?
    if let last = waiting {
      let game = dialogue.game
      if dialogue.gameNumber != last.gameNumber || !game.moves.starts(with: last.moves) {
        waiting = nil
      } else if game.moves.count - last.moves.count > (dialogue.opponent == nil ? 0 : 1) {
        // The opponent's reply alone confirms nothing: a correction takes it back as well.
        confirmed = last.lesson
        waiting = nil
      }
    }
    if let lesson { waiting = (lesson, dialogue.gameNumber, dialogue.game.moves) }
    return confirmed
  }
}
