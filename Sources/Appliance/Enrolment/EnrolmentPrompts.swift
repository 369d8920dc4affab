import Chess
import ChessLanguage

/// A move to say during enrolment.
package struct EnrolmentPrompt: Sendable, Hashable {
  /// The position in which to say it.
  package var position: Position
  /// The move to play.
  package var move: Move
  /// The words to say.
  package var phrase: String

  /// A game of bad moves that covers all words: each file and rank is a destination twice (the
  /// first rank once), each piece moves, and some moves capture or give check. Found by random
  /// search.
  private static let game =
    "Nh3 d5 e4 c5 Rg1 Nh6 g3 Na6 Qg4 dxe4 Bc4 Qa5 Rf1 Rb8 Bxf7+ Kd8 Bb3 Qxd2+ Kxd2 Kc7"

  /// Twenty moves to say, in words of `language`.
  ///
  /// Of a move's most common phrases, it takes the one whose words were used least so far.
  package static func prompts(in language: ChessLanguage) -> [EnrolmentPrompt] {
    var position = Position.start
    var prompts: [EnrolmentPrompt] = []
    var counts: [Substring: Int] = [:]
    for san in game.split(separator: " ") {
      guard let move = try? position.move(san: san) else { break }
      var best: (phrase: String, rarity: Double)?
      for phrase in language.bound(to: .position(position)).phrases(for: move, limit: 4) {
        let words = phrase.split(separator: " ")
        let rarity =
          words.reduce(0) { $0 + 1 / Double(1 + counts[$1, default: 0]) } / Double(words.count)
        if rarity > best?.rarity ?? 0 { best = (phrase, rarity) }
      }
      guard let phrase = best?.phrase else { break }
      for word in phrase.split(separator: " ") { counts[word, default: 0] += 1 }
      prompts.append(EnrolmentPrompt(position: position, move: move, phrase: phrase))
      position.make(move)
    }
    return prompts
  }
}
