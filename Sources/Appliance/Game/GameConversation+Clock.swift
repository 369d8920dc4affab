import ApplianceCore
import Dialogue
import Synchronization

/// The chess clock.
extension GameConversation {
  /// Ends the game where the time is up of whoever is to move.
  func endByClock(_ dialogue: inout RecordedDialogue, at now: Duration) -> [Response] {
    guard settings.flag, dialogue.dialogue.game.outcome == nil,
      let side = dialogue.clock?.fallen(at: now)
    else { return [] }
    return dialogue.timeIsUp(for: side, at: now)
  }

  /// What both sides have left; nil if nobody plays against time.
  var timesLeft: String? { clock.withLock { $0?.text(at: stopwatch.now()) } }

  /// What both sides have left, after a move, for people.
  func times() -> [ConsoleMessage] { timesLeft.map { [.note("Clock: \($0).")] } ?? [] }

  /// Tells whoever is to move that there is little time left, once each for a minute and for ten
  /// seconds a move.
  func warning(_ dialogue: inout RecordedDialogue, at now: Duration) -> [ConsoleMessage] {
    dialogue.warn(at: now).map { [.timeLow($0.side, seconds: $0.mark.wholeSeconds)] } ?? []
  }

  /// Waits until whoever is to move now is to be warned, or has no time left, unless that is waited
  /// for already.
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
