import ApplianceCore
import Chess
import LanguageModel

/// The reported part of a board's game. It is on disk, so that a relay that was away reports only
/// the moves that it missed.
struct GameProgress: Sendable, Hashable {
  /// Identifies the game on its board: the time of its first line.
  var id = ""
  /// The number of reported moves, undone moves and ends. It shows readers gaps and duplicates.
  var sequence = 0
  /// The moves so far; nil if the game's beginning is unknown.
  private(set) var game: Game? = Game()
  private(set) var ucis: [String] = []
  private(set) var sans: [String] = []
  /// A token of PGN; "*" while the game goes on.
  var result = "*"
  var reason: String?
  var white: String?
  var black: String?

  init() {}

  /// A game that begins at `fen`; nil if the beginning is unknown.
  init(id: String, fen: String?) {
    self.id = id
    game = fen.flatMap { try? Position(fen: $0) }.map { Game(start: $0) }
  }

  mutating func play(uci: String, san: String) {
    ucis.append(uci)
    sans.append(san)
    do throws(ChessError) {
      if let position = game?.position { try game?.play(position.move(uci: uci)) }
    } catch {
      game = nil
    }
  }

  mutating func takeBack(to count: Int) {
    while ucis.count > max(0, count) {
      ucis.removeLast()
      sans.removeLast()
      _ = game?.undo()
    }
    result = "*"
    reason = nil
  }

  /// The game as a PGN file; nil if its beginning is unknown.
  func pgn(site: String) -> String? {
    guard var game else { return nil }
    if game.result == .unfinished, let result = GameResult(rawValue: result), result != .unfinished
    {
      game.end(PGN.declaredOutcome(reason, result) ?? .recorded(winner: result.winner))
    }
    var pgn = PGN(game)
    pgn[tag: "Event"] = "SpokenMove"
    pgn[tag: "Site"] = site
    pgn[tag: "Date"] = String(id.prefix(10).map { $0 == "-" ? "." : $0 })
    pgn[tag: "White"] = white ?? "?"
    pgn[tag: "Black"] = black ?? "?"
    return pgn.text
  }

  // MARK: On disk

  /// One line.
  var line: String {
    JSONLine([
      "game": .string(id), "sequence": .integer(sequence),
      "start": .text(game?.start.fen),
      "uci": .array(ucis.map { .string($0) }), "san": .array(sans.map { .string($0) }),
      "result": .string(result), "reason": .text(reason),
      "white": .text(white), "black": .text(black),
    ]).line
  }

  /// The content of a line; nil if it is damaged.
  init?(line: some Sequence<UInt8>) {
    guard let node = try? JSONNode.parse(Array(line)), let id = node["game"]?.text,
      let sequence = node["sequence"]?.number, (0...Origin.ID.greatestNumber).contains(sequence),
      let ucis = node["uci"]?.texts, let sans = node["san"]?.texts, ucis.count == sans.count
    else { return nil }
    self.init(id: id, fen: node["start"]?.text)
    self.sequence = sequence
    for (uci, san) in zip(ucis, sans) { play(uci: uci, san: san) }
    result = node["result"]?.text ?? "*"
    reason = node["reason"]?.text
    white = node["white"]?.text
    black = node["black"]?.text
  }
}
