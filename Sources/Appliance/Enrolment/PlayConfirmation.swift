import Acoustics
import ApplianceCore
import Chess
import Dialogue

extension Heard {
  /// The minimum confidence for learning from a move: at least seven in eight such readings are
  /// right, even before play confirms them.
  private static let leastConfidence = 0.6
  /// The minimum signal-to-noise ratio, in dB: in a loud room, the model would learn the room.
  private static let leastSignalToNoise = 12.0

  /// The phrase for learning the player's voice once play has confirmed it: if it was played as a
  /// move, with high confidence and little noise. Nil for anything else.
  ///
  /// - Parameters:
  ///   - response: The response to it.
  ///   - dialogue: The dialogue before it; an answer to a question has too few words.
  func lesson(_ response: Response?, in dialogue: ChessDialogue) -> SpokenPhrase? {
    guard case .move(let report) = response, case .position = dialogue.listening,
      report.confidence >= Self.leastConfidence, signalToNoise ?? 0 >= Self.leastSignalToNoise,
      phrase?.words.joined(separator: " ") == report.text
    else { return nil }
    return phrase
  }
}

/// Waits until play confirms the last spoken move: the game goes on, and nobody takes the move
/// back.
///
/// A pure value. It looks only at the games, so it does not matter how a move was made or taken
/// back.
struct PlayConfirmation: Sendable {
  private var waiting: (lesson: SpokenPhrase, gameNumber: Int, moves: [Move])?

  /// Notes the game after something was said or typed.
  ///
  /// - Parameter lesson: The move just said, if it is suitable for learning.
  /// - Returns: The previous lesson, if it is confirmed now.
  mutating func note(_ dialogue: ChessDialogue, _ lesson: SpokenPhrase?) -> SpokenPhrase? {
    var confirmed: SpokenPhrase?
    if let last = waiting {
      let game = dialogue.game
      if dialogue.gameNumber != last.gameNumber || !game.moves.starts(with: last.moves) {
        waiting = nil
      } else if game.moves.count - last.moves.count > (dialogue.opponent == nil ? 0 : 1) {
        // The opponent's reply alone confirms nothing: a correction would take it back as well.
        confirmed = last.lesson
        waiting = nil
      }
    }
    if let lesson { waiting = (lesson, dialogue.gameNumber, dialogue.game.moves) }
    return confirmed
  }
}
