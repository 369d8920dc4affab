import Chess

/// The landing page of `Chess`.
func chess() throws -> [String] {
  var game = Game()
  for notation in ["d4", "d5", "c4", "e5"] { try game.play(san: notation) }
  let opening = Openings.opening(of: game)?.name ?? "no name"
  let captures = game.position.legalMoves.filter { game.position.facts(of: $0)?.isCapture == true }
  let notations = captures.map { game.position.san(of: $0) }
  return [opening, game.position.fen] + notations.sorted()
}
