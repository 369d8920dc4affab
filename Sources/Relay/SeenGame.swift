import Chess
import LanguageModel

/// A game as in a line of the appliance.
struct SeenGame: Sendable, Hashable {
  /// The position now.
  var fen: String
  var ucis: [String]
  var sans: [String]
  var result: String
  var reason: String?
  /// Nil if the line does not name the players.
  var players: [String?]?
  var opening: String?
  var eco: String?

  /// Reads a `game` line, or the `game` member of a `hello` or a status; nil for anything else.
  init?(_ node: JSONNode) {
    guard let fen = node["fen"]?.text, let ucis = node["moves_uci"]?.texts,
      let sans = node["moves_san"]?.texts, ucis.count == sans.count
    else { return nil }
    self.fen = fen
    self.ucis = ucis
    self.sans = sans
    result = node["result"]?.text ?? "*"
    reason = node["reason"]?.text
    players = node["players"].map { [$0["white"]?.text, $0["black"]?.text] }
    opening = node["opening"]?.text
    eco = node["eco"]?.text
  }

  /// Its first position: this one without moves, or the usual one if its moves lead from there to
  /// here; otherwise unknown.
  var start: String? {
    guard !ucis.isEmpty else { return fen }
    var game = Game()
    for uci in ucis {
      guard let move = Move(uci: uci), (try? game.play(move)) != nil else { return nil }
    }
    return game.position.fen == fen ? Position.start.fen : nil
  }
}
