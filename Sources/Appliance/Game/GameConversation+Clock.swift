import ApplianceCore
import Dialogue

/// The chess clock.
extension GameConversation {
  /// Ends the game if the side to move has run out of time.
  func endByClock(_ dialogue: inout RecordedDialogue, at now: Duration) -> [Response] {
    guard settings.flag, dialogue.dialogue.game.outcome == nil,
      let side = dialogue.clock?.fallen(at: now)
    else { return [] }
    return dialogue.commit(at: now) { $0.timeIsUp(for: side) }
  }

  /// A clock's display now; nil without a clock.
  nonisolated func times(on clock: ChessClock?) -> ClockReport? {
    clock?.report(at: stopwatch.now())
  }

  /// Warns the side to move that it is short of time: once each at two minutes, one minute and ten
  /// seconds.
  func warning(_ dialogue: inout RecordedDialogue, at now: Duration) -> [ConsoleMessage] {
    dialogue.clock?.warn(at: now).map { [.timeLow($0.side, seconds: $0.mark.wholeSeconds)] } ?? []
  }

  /// Waits until the side to move needs a warning or runs out of time, unless an errand already
  /// does.
  func nextMoment() -> (@Sendable () async -> Void)? {
    guard let moment = dialogue?.clock?.nextMoment(after: stopwatch.now()), moment != awaited
    else { return nil }
    awaited = moment
    return { [stopwatch] in await stopwatch.sleep(moment - stopwatch.now()) }
  }
}
