import ApplianceCore
import Chess
import LanguageModel

/// Converts a board's JSON lines to messages: a pure value.
///
/// It compares every game with its own reports. So a relay that was away reports each missed move,
/// once.
struct BoardReporter: Sendable, Hashable {
  /// The board's name.
  let board: String
  private let showsPartials: Bool
  private(set) var progress: GameProgress
  private var activity = BoardActivity()
  private var opening: String?
  private var eco: String?
  /// The last clock warning since the last move.
  private var clock: JSONLine?
  /// Whether the last command took a move back.
  private var isUndoing = false
  /// Whether the board has sent anything since the start.
  private var hasActivity = false
  private var hasGame: Bool { !progress.id.isEmpty }

  /// - Parameter kept: The earlier ``progressLine``; empty if there is none.
  init(board: String, showsPartials: Bool = false, kept: [UInt8] = []) {
    self.board = board
    self.showsPartials = showsPartials
    progress = GameProgress(line: kept) ?? GameProgress()
  }

  /// The state to save with the messages.
  var progressLine: String { progress.line }

  /// The current retained messages, for a broker that may have lost them.
  func standing(at time: TimeStamp) -> [RelayMessage] {
    (hasActivity ? [stateMessage(time.iso8601)] : [])
      + (hasGame ? [positionMessage(time.iso8601)] : [])
  }

  /// Reads a line; ignores anything that is not an object of the protocol.
  mutating func handle(_ line: [UInt8], at time: TimeStamp) -> [RelayMessage] {
    guard let node = try? JSONNode.parse(line), let type = node["type"]?.text else { return [] }
    let moment = node["time"]?.text ?? time.iso8601
    switch type {
    case "hello", "available":
      var messages = note(node, moment)
      if let game = node["game"].flatMap({ SeenGame($0) }) {
        messages += see(game, moment, wasAway: type == "hello", isNow: true)
      }
      return messages
    case "recording":
      return note(node, moment)
    case "partial":
      guard showsPartials, let text = node["text"]?.text else { return [] }
      let line = JSONLine([
        "board": .string(board), "time": .string(moment), "text": .string(text),
      ])
      return [RelayMessage(.partial, line.line)]
    case "command":
      if node["repeated"]?.flag != true { isUndoing = node["command"]?.text == "undo" }
      return []
    case "clock":
      clock = JSONLine([
        "color": .text(node["color"]?.text),
        "seconds": node["seconds"]?.number.map { .integer($0) } ?? .null,
      ])
      return hasGame ? [positionMessage(moment)] : []
    case "result":
      return node["repeated"]?.flag == true ? [] : played(node, moment)
    case "game":
      guard let game = SeenGame(node) else { return [] }
      return see(game, moment, wasAway: false, isNow: false)
    default:
      return []
    }
  }

  // MARK: The appliance's state

  private struct BoardActivity: Sendable, Hashable {
    var available = false
    var state = "preparing"
    var cause: String?
    var reason: String?
    var isRecording = false
    var player: String?
    var locale: String?
    var version: String?
  }

  private mutating func note(_ node: JSONNode, _ moment: String) -> [RelayMessage] {
    let before = activity
    if let recording = node["recording"]?.flag { activity.isRecording = recording }
    if let state = node["state"]?.text {
      activity.state = state
      activity.available = node["available"]?.flag ?? (state == "available")
      activity.cause = node["cause"]?.text
      activity.reason = node["reason"]?.text
    }
    if let player = node["player"] { activity.player = player.text }
    activity.locale = node["locale"]?.text ?? activity.locale
    activity.version = node["version"]?.text ?? activity.version
    guard activity != before || !hasActivity else { return [] }
    hasActivity = true
    return [stateMessage(moment)]
  }

  private func stateMessage(_ moment: String) -> RelayMessage {
    RelayMessage(
      .state,
      JSONLine([
        "board": .string(board), "time": .string(moment), "available": .flag(activity.available),
        "state": .string(activity.state), "cause": .text(activity.cause),
        "reason": .text(activity.reason), "recording": .flag(activity.isRecording),
        "player": .text(activity.player), "locale": .text(activity.locale),
        "version": .text(activity.version),
      ]).line)
  }

  // MARK: The game

  /// One move, or an opening's moves.
  private mutating func played(_ node: JSONNode, _ moment: String) -> [RelayMessage] {
    let ucis = node["uci"]?.text.map { [$0] } ?? node["moves_uci"]?.texts ?? []
    let sans = node["san"]?.text.map { [$0] } ?? node["moves_san"]?.texts ?? []
    guard !ucis.isEmpty, ucis.count == sans.count else { return [] }
    // The first sight of a game; its earlier lines are unknown.
    if !hasGame || progress.result != "*" {
      let isFirst = node["number"]?.number == 1 && node["color"]?.text == "white"
      progress = GameProgress(id: moment, fen: isFirst ? Position.start.fen : nil)
    }
    isUndoing = false
    clock = nil
    opening = node["opening"]?.text ?? opening
    eco = node["eco"]?.text ?? eco
    let source = node["source"]?.text
    let confidence = node["confidence"]
    return zip(ucis, sans).map { uci, san in
      var line = move(uci: uci, san: san, moment)
      line.add("source", .text(source))
      if case .number(let digits) = confidence?.value, let share = Double(digits) {
        line.add("confidence", .number(share))
      }
      return RelayMessage(.move, line.line)
    } + [positionMessage(moment)]
  }

  /// - Parameters:
  ///   - wasAway: Whether earlier lines may have been missed.
  ///   - isNow: Whether to report the position even if nothing has changed.
  private mutating func see(
    _ seen: SeenGame, _ moment: String, wasAway: Bool, isNow: Bool
  ) -> [RelayMessage] {
    var messages: [RelayMessage] = []
    let before = progress
    var common = zip(progress.ucis, seen.ucis).prefix { $0 == $1 }.count
    if isAnother(seen, common, wasAway: wasAway) {
      progress = GameProgress(id: moment, fen: seen.start)
      clock = nil
      common = 0
    }
    isUndoing = false
    opening = seen.opening
    eco = seen.eco
    if let players = seen.players { (progress.white, progress.black) = (players[0], players[1]) }
    if common < progress.ucis.count {
      messages.append(takeBack(to: common, moment))
    }
    for (uci, san) in zip(seen.ucis.dropFirst(common), seen.sans.dropFirst(common)) {
      var line = move(uci: uci, san: san, moment)
      line.add("caught_up", .flag(true))
      messages.append(RelayMessage(.move, line.line))
    }
    if seen.result != progress.result {
      progress.result = seen.result
      progress.reason = seen.reason
      if seen.result != "*" { messages.append(endMessage(moment)) }
    }
    let isNews = progress != before || isNow && !wasAway
    return isNews ? messages + [positionMessage(moment)] : messages
  }

  /// Whether it is a different game from the one reported last, with which it shares `common`
  /// moves.
  private func isAnother(_ seen: SeenGame, _ common: Int, wasAway: Bool) -> Bool {
    guard hasGame else { return true }
    guard common < progress.ucis.count || seen.ucis.isEmpty else {
      // It has all reported moves, and possibly more. A finished game does not continue.
      return progress.result != "*" && seen.ucis.count > common
    }
    if isUndoing { return false }
    guard !progress.ucis.isEmpty else {
      return progress.result != "*" && seen.result == "*" || progress.game?.start.fen != seen.fen
    }
    if progress.result != "*" || common == 0 { return true }
    // Nobody takes back many moves while the relay is away.
    return wasAway && progress.ucis.count - common > 2
  }

  private mutating func move(uci: String, san: String, _ moment: String) -> JSONLine {
    let position = progress.game?.position
    progress.play(uci: uci, san: san)
    progress.sequence += 1
    return JSONLine([
      "event_type": .string("move"), "board": .string(board), "time": .string(moment),
      "game": .string(progress.id), "sequence": .integer(progress.sequence),
      "ply": .integer(progress.ucis.count),
      "number": position.map { .integer($0.fullmoveNumber) } ?? .null,
      "color": .text(position?.sideToMove.name),
      "san": .string(san), "uci": .string(uci), "fen": .text(progress.game?.position.fen),
    ])
  }

  private mutating func takeBack(to count: Int, _ moment: String) -> RelayMessage {
    let undone = progress.ucis.count - count
    progress.takeBack(to: count)
    progress.sequence += 1
    return RelayMessage(
      .move,
      JSONLine([
        "event_type": .string("undo"), "board": .string(board), "time": .string(moment),
        "game": .string(progress.id), "sequence": .integer(progress.sequence),
        "ply": .integer(count), "undone": .integer(undone),
        "fen": .text(progress.game?.position.fen),
      ]).line)
  }

  private mutating func endMessage(_ moment: String) -> RelayMessage {
    progress.sequence += 1
    return RelayMessage(
      .game,
      JSONLine([
        "event_type": .string("end"), "board": .string(board), "time": .string(moment),
        "game": .string(progress.id), "sequence": .integer(progress.sequence),
        "ply": .integer(progress.ucis.count), "result": .string(progress.result),
        "reason": .text(progress.reason), "white": .text(progress.white),
        "black": .text(progress.black), "pgn": .text(progress.pgn(site: board)),
      ]).line)
  }

  private func positionMessage(_ moment: String) -> RelayMessage {
    var line = JSONLine([
      "board": .string(board), "time": .string(moment), "game": .string(progress.id),
      "sequence": .integer(progress.sequence), "ply": .integer(progress.ucis.count),
      "fen": .text(progress.game?.position.fen),
      "turn": .text(progress.game?.position.sideToMove.name), "result": .string(progress.result),
      "reason": .text(progress.reason), "san": .text(progress.sans.last),
      "uci": .text(progress.ucis.last), "white": .text(progress.white),
    ])
    line.add("black", .text(progress.black))
    line.add("opening", .text(opening))
    line.add("eco", .text(eco))
    line.add("clock", clock.map { .object($0) } ?? .null)
    line.add("pgn", .text(progress.pgn(site: board)))
    return RelayMessage(.position, line.line)
  }
}
