import Chess
import ChessLanguage

/// A move to be said for an enrolment.
public struct EnrolmentPrompt: Sendable, Hashable {
  public var position: Position
  public var move: Move
  /// How to say it.
  public var phrase: String
}

extension EnrolmentPrompt {
  /// A game with bad moves and all words: each file and rank is gone to twice (the first rank once), each piece moves, some
  /// capture and give check. A search by chance found it.
  private static let game =
    "Nh3 d5 e4 c5 Rg1 Nh6 g3 Na6 Qg4 dxe4 Bc4 Qa5 Rf1 Rb8 Bxf7+ Kd8 Bb3 Qxd2+ Kxd2 Kc7"

  /// Twenty moves to say, in the words of `language`; the likeliest way to say a move and the next likeliest in turn.
  public static func prompts(in language: ChessLanguage) -> [EnrolmentPrompt] {
    var position = Position.start
    var prompts: [EnrolmentPrompt] = []
    for (index, san) in game.split(separator: " ").enumerated() {
      guard let move = try? position.move(san: String(san)) else { break }
      let phrases = language.phrases(for: move, in: position, limit: 2)
      guard let phrase = index.isMultiple(of: 2) ? phrases.first : phrases.last else { break }
      prompts.append(EnrolmentPrompt(position: position, move: move, phrase: phrase))
      position.make(move)
    }
    return prompts
  }
}
