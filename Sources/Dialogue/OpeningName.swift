import Chess
import ChessLanguage

extension OpeningName {
  /// The game's opening; nil outside the known ones.
  init?(of game: Game) {
    guard let opening = Openings.opening(of: game) else { return nil }
    self.init(opening)
  }

  init(_ opening: Opening) {
    self.init(name: opening.name, eco: opening.eco)
  }
}
