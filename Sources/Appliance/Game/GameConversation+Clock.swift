import ApplianceCore
import Dialogue
import Localization
import Synchronization

/// The chess clock.
extension GameConversation {
  /// Ends the game if the side to move has run out of time.
  func endByClock(_ dialogue: inout RecordedDialogue, at now: Duration) -> [Response] {
    guard settings.flag, dialogue.dialogue.game.outcome == nil,
      let side = dialogue.clock?.fallen(at: now)
    else { return [] }
    return dialogue.timeIsUp(for: side, at: now)
  }

  /// What both sides have left; nil without a clock.
  var timesLeft: Message? { clock.withLock { $0?.text(at: stopwatch.now()) } }

  /// What both sides have left, after a move, for people.
  func times() -> [ConsoleMessage] { timesLeft.map { [.note(Message("Clock: \($0)."))] } ?? [] }

  /// Warns the side to move that little time is left: once at a minute and once at ten seconds, per
  /// move.
  func warning(_ dialogue: inout RecordedDialogue, at now: Duration) -> [ConsoleMessage] {
    dialogue.warn(at: now).map { [.timeLow($0.side, seconds: $0.mark.wholeSeconds)] } ?? []
  }

  /// Waits until the side to move needs a warning or has no time left, unless something waits for
  /// that already.
  func nextMoment() -> (@Sendable () async -> Void)? {
    let now = stopwatch.now()
    guard let moment = clock.withLock({ $0?.nextMoment(after: now) }),
      awaited.withLock({ awaited in
        defer { awaited = moment }
        return awaited != moment
      })
    else { return nil }
    return { [stopwatch] in await stopwatch.sleep(moment - stopwatch.now()) }
  }
}
