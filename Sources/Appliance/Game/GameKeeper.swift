import Chess
import Dialogue
import Synchronization

/// Saves a dialogue's games. Games that the disk refuses wait until it accepts them.
///
/// Its functions block on the disk.
package final class GameKeeper: Sendable {
  private struct Entry {
    var game: Game
    var players: Players?
    var clock: ClockRecord?
    /// Whether it is a different game from the one on disk.
    var isNew: Bool
  }

  private struct State {
    /// Nil if the record could not be opened, or refused to save.
    var record: GameRecord?
    /// Games not yet on disk, the oldest first.
    var waiting: [Entry] = []
    /// The game on disk, if known.
    var last: Game?
    /// Unconfirmed writes of the first waiting game.
    var attempts: [Game] = []
    /// Whether the disk's contents were ever known.
    var hasLooked = false
    var problem: GameRecordError?
  }

  /// How many games may wait; older ones are dropped.
  private static let waitingLimit = 100

  private let open: @Sendable () throws(GameRecordError) -> GameRecord
  private let state = Mutex(State())

  /// - Parameter open: Opens the record; called again after a failure.
  package init(_ open: @escaping @Sendable () throws(GameRecordError) -> GameRecord) {
    self.open = open
  }

  /// Why the games are not saved; nil if they are.
  package var problem: GameRecordError? { state.withLock { $0.problem } }

  /// Opens the record, and returns its contents; nothing, with a problem, if it cannot be opened.
  package func resume() -> GameRecord.Resumption {
    state.withLock { state in
      do throws(GameRecordError) {
        return try look(&state)
      } catch {
        state.problem = error
        return GameRecord.Resumption()
      }
    }
  }

  /// Saves the current game and those that wait; `isNew` if it is a different game from the last.
  func keep(_ game: Game, players: Players? = nil, clock: ClockRecord? = nil, isNew: Bool) {
    state.withLock { state in
      if let last = state.waiting.indices.last, !isNew || state.waiting[last].game.moves.isEmpty {
        state.waiting[last].game = game
        state.waiting[last].players = players
        state.waiting[last].clock = clock
      } else {
        state.waiting.append(
          Entry(
            game: game, players: players, clock: clock, isNew: isNew || !state.hasLooked))
        if state.waiting.count > Self.waitingLimit {
          state.waiting.removeFirst()
          state.waiting[0].isNew = true
        }
      }
      write(&state)
    }
  }

  /// Tries again to save what waits.
  ///
  /// Returns the game to continue with if it is known only now and nothing was played since;
  /// otherwise what was put aside.
  func mend() -> GameRecord.Resumption {
    state.withLock { state in
      var found = GameRecord.Resumption()
      guard state.problem != nil else { return found }
      let isFirstLook = !state.hasLooked
      if state.record == nil {
        do throws(GameRecordError) {
          found = try look(&state)
        } catch {
          state.problem = error
          return found
        }
      }
      if !isFirstLook || !state.waiting.isEmpty { found.game = nil }
      write(&state)
      return found
    }
  }

  /// A game with its saved tags and times; nil if the record has another one.
  func pgn(of game: Game) -> PGN? {
    state.withLock { state in
      let kept = try? state.record?.current()
      return kept?.game == game ? kept : nil
    }
  }

  /// The saved games and the current one, as PGN, the oldest first: the newest that fit into
  /// `limit` bytes.
  func games(limit: Int) -> String {
    state.withLock { state in
      let kept = (try? state.record?.games(limit: limit)) ?? ""
      // Include games that are not on disk yet.
      let waiting = state.waiting.map { entry in
        var pgn = PGN(entry.game)
        if let players = entry.players { pgn.name(players) }
        return pgn.text
      }
      return ([kept] + waiting).filter { !$0.isEmpty }.joined(separator: "\n")
    }
  }

  private func look(_ state: inout State) throws(GameRecordError) -> GameRecord.Resumption {
    let record = try open()
    let found = try record.resume()
    state.record = record
    if let first = state.waiting.first {
      if let game = found.game, state.attempts.contains(game) {
        // It is on disk after all.
        state.waiting[0].isNew = false
      } else {
        // Another process may have played there, or it may be a different directory.
        state.waiting[0].isNew = first.isNew || found.game != state.last
      }
    }
    state.attempts = []
    state.last = found.game
    state.hasLooked = true
    return found
  }

  private func write(_ state: inout State) {
    // Reopening the record recreates a removed directory.
    for isLast in [false, true] {
      do throws(GameRecordError) {
        if state.record == nil { _ = try look(&state) }
        while let record = state.record, let next = state.waiting.first {
          state.attempts.append(next.game)
          if next.isNew {
            try record.begin(next.game, players: next.players, clock: next.clock)
          } else {
            try record.save(next.game, players: next.players, clock: next.clock)
          }
          state.last = next.game
          state.waiting.removeFirst()
          state.attempts = []
        }
        state.problem = nil
        return
      } catch {
        state.record = nil
        state.problem = error
        guard error.code == .noDirectory, !isLast else { return }
      }
    }
  }
}
