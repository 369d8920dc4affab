import Dialogue

/// Everything that a program needs to continue from here, without earlier lines.
package struct Situation: Sendable, Hashable {
  /// The state of a game.
  package struct Standing: Sendable, Hashable {
    /// The position, the moves so far, and how the game ended if it has.
    package var report: GameReport
    /// The players; nil if two people play.
    package var players: PlayerNames?
    /// The open question; nil if there is none.
    package var question: Question?
    /// The clock's display; nil without a clock.
    package var clock: ClockReport?

    /// The state of a game.
    package init(
      report: GameReport, players: PlayerNames? = nil, question: Question? = nil,
      clock: ClockReport? = nil
    ) {
      self.report = report
      self.players = players
      self.question = question
      self.clock = clock
    }
  }

  /// The appliance's state.
  package var state: ApplianceStateMachine.State
  /// Whether it listens for its name.
  package var isListening: Bool
  /// The game; nil while none is known, and if none is followed.
  package var game: Standing?

  /// A situation; by default that of an appliance at startup.
  package init(
    state: ApplianceStateMachine.State = .preparing, isListening: Bool = false,
    game: Standing? = nil
  ) {
    self.state = state
    self.isListening = isListening
    self.game = game
  }

  /// Adds what the state's own members lack: whether it records, and the game.
  func add(to line: inout JSONLine, _ introduction: Introduction) {
    line.add("recording", .flag(state == .recording))
    line.add("listening", .flag(isListening))
    line.add("locale", .string(introduction.locale))
    line.add("player", .text(introduction.player))
    let game = game ?? introduction.keptGame
    line.add("position", .text(game?.report.fen))
    line.add("game", game.map { .object($0.json) } ?? .null)
    line.add("clock", game?.clock.map { .object($0.json) } ?? .null)
  }
}

extension ClockReport {
  /// The times in milliseconds, and whose clock runs.
  var json: JSONLine {
    func milliseconds(_ time: Duration) -> JSONLine.Value {
      let (seconds, attoseconds) = time.components
      return .integer(Int(seconds &* 1_000 &+ attoseconds / 1_000_000_000_000_000))
    }
    return JSONLine([
      "white_ms": milliseconds(white), "black_ms": milliseconds(black),
      "increment_ms": milliseconds(control.increment), "delay_ms": milliseconds(control.delay),
      "running": .text(running?.name),
    ])
  }
}

extension Situation.Standing {
  /// The members of a `game` line, the players, and the open question as in an `ask` line.
  fileprivate var json: JSONLine {
    var line = JSONLine()
    Response.game(report).add(to: &line)
    let names = players.map { players in
      JSONLine.Value.object(
        JSONLine([
          "white": .string(players.white ?? PlayerNames.unknown),
          "black": .string(players.black ?? PlayerNames.unknown),
        ]))
    }
    line.add("players", names ?? .null)
    let ask = question.map { question in
      var members = JSONLine()
      Response.ask(question).add(to: &members)
      return JSONLine.Value.object(members)
    }
    line.add("ask", ask ?? .null)
    return line
  }
}
