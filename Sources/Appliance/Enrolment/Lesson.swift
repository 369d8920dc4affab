import Acoustics
import ApplianceCore
import Chess
import Dialogue

extension Heard {
  /// How sure a move must have been to learn from it: at least seven in eight such readings are
  /// right, even before play confirms them.
  private static let leastConfidence = 0.6
  /// How much louder than the noise the speech must have been, in dB: in a loud room, the model
  /// would learn the room.
  private static let leastSignalToNoise = 12.0

  /// The phrase from which the player's voice can be learnt once play has confirmed it: if it was
  /// played as a move, surely and in quiet. Nil for anything else.
  ///
  /// - Parameters:
  ///   - response: The response to it.
  ///   - dialogue: The dialogue before it; the words of a move that answers a question say too
  ///     little.
  func lesson(_ response: Response?, in dialogue: ChessDialogue) -> SpokenPhrase? {
    guard case .move(let report) = response, case .position = dialogue.listening,
      report.confidence >= Self.leastConfidence, signalToNoise ?? 0 >= Self.leastSignalToNoise,
      phrase?.words.joined(separator: " ") == report.text
    else { return nil }
    return phrase
  }
}

/// Waits for play to confirm the last spoken move: the game goes on after it, and it is not taken
/// back first.
///
/// A pure value. It looks only at the games, so it does not matter how a move was made or taken
/// back.
struct PlayConfirmation: Sendable {
  private var waiting: (lesson: SpokenPhrase, gameNumber: Int, moves: [Move])?

  /// Takes note of the game after something was said or typed.
  ///
  /// - Parameter lesson: The move just said, if it is worth learning from.
  /// - Returns: The lesson before it, if it is confirmed now.
  mutating func note(_ dialogue: ChessDialogue, _ lesson: SpokenPhrase?) -> SpokenPhrase? {
    var confirmed: SpokenPhrase?
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
