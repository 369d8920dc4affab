import ApplianceCore
import Chess
import Dialogue
import Localization

/// Messages, and signals for the lights.
extension GameConversation {
  /// The game's status; does not wait for the disk.
  package nonisolated func glance() -> [ConsoleMessage] {
    guard let shown = shown.withLock({ $0 }) else { return [] }
    var dialogue = shown.dialogue
    let lines = dialogue.read("status", canBePasted: false).map { response -> ConsoleMessage in
      guard case .command(let report) = response else { return .response(response, nil) }
      return .response(.command(completeStatus(report, times(on: shown.clock))), nil)
    }
    return lines + [
      .note(Message("Anything newer is still being written to the disk."))
    ]
  }

  /// The state of the game; does not wait for the disk.
  package nonisolated var standing: Situation.Standing? {
    guard let (dialogue, clock) = shown.withLock({ $0 }), dialogue.mode == .game else {
      return nil
    }
    return Situation.Standing(
      report: dialogue.report, players: dialogue.players, question: dialogue.question,
      clock: times(on: clock))
  }

  /// Adds the clock's display to moves and games; adds the expected speaker and the microphone to
  /// the game's status; draws a board as configured.
  func complete(_ response: Response, in game: Game, _ times: ClockReport?) -> Response {
    switch response {
    case .move(var report):
      report.clock = times
      return .move(report)
    case .opening(var report):
      report.clock = times
      return .opening(report)
    case .game(var report):
      report.clock = times
      return .game(report)
    case .command(let report): return .command(complete(report, in: game, times))
    case .notation, .ask, .refused: return response
    }
  }

  private func complete(
    _ report: CommandReport, in game: Game, _ times: ClockReport?
  ) -> CommandReport {
    var report = report
    switch report.command {
    case .status where report.isBrief: return report
    case .status: return completeStatus(report, times)
    case .show where settings.console.format == .text && settings.console.board.style != .off:
      report.lines = settings.console.board.lines(of: game)
    case .ask(.time):
      report.lines = [
        times.map { Message("Clock: \($0.text).") } ?? Message("There is no clock.")
      ]
    case .pgn:
      // With the record's own tags: date, round, times.
      if let kept = dialogue?.keeper?.pgn(of: game) {
        report.lines = kept.text.split(separator: "\n", omittingEmptySubsequences: false)
          .map { .verbatim($0) }.dropLast()
      }
    case .games: report.lines = games().map { .verbatim($0) }
    default: break
    }
    return report
  }

  private nonisolated func completeStatus(
    _ report: CommandReport, _ times: ClockReport?
  ) -> CommandReport {
    var report = report
    report.lines += [
      settings.recognition.expectedPlayer.map { Message("Player: \($0).") }
        ?? Message("Player: anybody."),
      settings.microphone == "none"
        ? Message("Microphone: none.") : Message("Microphone: \(settings.microphone)."),
    ]
    if let times { report.lines.append(Message("Clock: \(times.text).")) }
    return report
  }

  /// The newest saved games that fit, line by line.
  func games() -> [String] {
    let pgn = dialogue?.keeper?.games(limit: Self.gamesLimit) ?? ""
    return pgn.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
  }

  /// The lights' signal for an answer; a question has its own pattern.
  static func signal(of responses: [Response]) -> LightSign? {
    switch responses.first {
    // The opponent's move needs no signal.
    case .move(let report): report.opponent == nil ? .accepted : nil
    case .opening, .notation, .command, .game: .accepted
    // A "no" has done what was asked.
    case .refused(let refusal): refusal.reason == .declined ? .accepted : .refused
    case .ask, nil: nil
    }
  }

  /// The current conditions.
  func conditions(
    of dialogue: RecordedDialogue
  ) -> Set<ApplianceStateMachine.Condition> {
    var conditions: Set<ApplianceStateMachine.Condition> = []
    if dialogue.dialogue.question != nil { conditions.insert(.asking) }
    if dialogue.dialogue.task != nil { conditions.insert(.thinking) }
    if trouble != nil { conditions.insert(.notSaving) }
    return conditions
  }

  /// The board after a move, if it is configured.
  func board(of game: Game) -> [ConsoleMessage] {
    guard settings.console.format == .text, settings.console.board.style != .off else { return [] }
    return [.board(settings.console.board.lines(of: game))]
  }
}
