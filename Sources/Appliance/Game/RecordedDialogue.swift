import Chess
import Dialogue
import Localization

/// A dialogue that saves its game before it returns answers, so that nothing shown is lost.
///
/// If the disk refuses the game, the dialogue goes on. `problem` says why, and the game is written
/// as soon as the disk accepts it. Calls block on the disk.
struct RecordedDialogue {
  /// The current dialogue.
  private(set) var dialogue: ChessDialogue
  /// Nil if no game is followed: then nothing is saved.
  let keeper: GameKeeper?
  /// The chess clock; nil without one.
  var clock: ChessClock?

  /// Why the game is not saved; nil if it is.
  var problem: GameRecordError? { keeper?.problem }

  /// Whether the game is saved now.
  var isKept: Bool { keeper != nil && problem == nil }

  /// Tries again to save the game; if the disk turns out to have one and nothing was played here,
  /// continues with that one.
  ///
  /// Returns the file that was put aside, with the reason, for people; nil if there is none.
  ///
  /// - Parameter opponent: The opponent in a game found on disk.
  mutating func mend(
    opponent: () -> (playing: Opponent?, idle: Opponent?) = { (nil, nil) }, at now: Duration = .zero
  ) -> Message? {
    guard let keeper else { return nil }
    let found = keeper.mend()
    if let game = found.game {
      let (playing, idle) = opponent()
      dialogue = ChessDialogue(
        language: dialogue.language, game: game, mode: dialogue.mode, policy: dialogue.policy,
        opponent: playing, translation: dialogue.translation, names: dialogue.names,
        namesInGame: found.names, timeControl: dialogue.timeControl, voice: dialogue.voice,
        idle: idle, locale: dialogue.locale, locales: dialogue.locales)
      clock = clock.map { Self.clock($0.control, of: found, at: now) }
    }
    return found.warning
  }

  /// The found game's clock; an unstarted one if the record has none.
  static func clock(
    _ control: TimeControl, of found: GameRecord.Resumption, at now: Duration
  ) -> ChessClock {
    guard let game = found.game, var clock = found.clock, clock.control == control else {
      return ChessClock(control)
    }
    clock.resume(game, at: now)
    return clock
  }

  /// Saves the running clock's time since the last move.
  func keepClock(at now: Duration) {
    if clock?.report(at: now).running != nil { keep(isNew: false, at: now) }
  }

  private func keep(isNew: Bool, at now: Duration) {
    keeper?.keep(
      dialogue.game, players: dialogue.players, clock: clock?.stopped(at: now), isNew: isNew)
  }

  /// Lets the dialogue respond, and saves any change to the game.
  mutating func commit(
    at now: Duration = .zero, _ respond: (inout ChessDialogue) -> [Response]
  ) -> [Response] {
    let before = dialogue
    let responses = respond(&dialogue)
    let isNew = dialogue.gameNumber != before.gameNumber
    let isTimed = dialogue.timeControl != before.timeControl
    if isNew || isTimed || dialogue.game != before.game || dialogue.names != before.names {
      if isNew || isTimed {
        clock = dialogue.timeControl.map { ChessClock($0) }
      } else {
        clock?.note(dialogue.game, before: before.game, at: now)
      }
      keep(isNew: isNew, at: now)
    }
    return responses
  }
}
