import Chess
import Dialogue

/// Saves a dialogue's games. Games that the disk refuses wait until it accepts them.
///
/// Its functions block on the disk; they all run on the game's thread.
final class GameKeeper {
  private struct Entry {
    var game: Game
    var players: PlayerNames?
    var clock: ChessClock?
    /// Whether it is a different game from the one on disk.
    var isNew: Bool
  }

  /// How many games may wait; older ones are dropped.
  private static let waitingLimit = 100

  private let open: () throws(GameRecordError) -> GameRecord
  /// Nil if the record could not be opened, or refused to save.
  private var record: GameRecord?
  /// Games not yet on disk, the oldest first.
  private var waiting: [Entry] = []
  /// The game on disk, if known.
  private var last: Game?
  /// Unconfirmed writes of the first waiting game.
  private var attempts: [Game] = []
  /// Whether the disk's contents were ever known.
  private var hasLooked = false
  /// Why the games are not saved; nil if they are.
  private(set) var problem: GameRecordError?

  /// - Parameter open: Opens the record; called again after a failure.
  init(_ open: @escaping () throws(GameRecordError) -> GameRecord) {
    self.open = open
  }

  /// Opens the record, and returns its contents; nothing, with a problem, if it cannot be opened.
  func resume() -> GameRecord.Resumption {
    do throws(GameRecordError) {
      return try look()
    } catch {
      problem = error
      return GameRecord.Resumption()
    }
  }

  /// Saves the current game and those that wait; `isNew` if it is a different game from the last.
  func keep(_ game: Game, players: PlayerNames? = nil, clock: ChessClock? = nil, isNew: Bool) {
    if let last = waiting.indices.last, !isNew || waiting[last].game.moves.isEmpty {
      waiting[last].game = game
      waiting[last].players = players
      waiting[last].clock = clock
    } else {
      waiting.append(
        Entry(game: game, players: players, clock: clock, isNew: isNew || !hasLooked))
      if waiting.count > Self.waitingLimit {
        waiting.removeFirst()
        waiting[0].isNew = true
      }
    }
    write()
  }

  /// Tries again to save what waits.
  ///
  /// Returns the game to continue with if it is known only now and nothing was played since;
  /// otherwise what was put aside.
  func mend() -> GameRecord.Resumption {
    var found = GameRecord.Resumption()
    guard problem != nil else { return found }
    let isFirstLook = !hasLooked
    if record == nil {
      do throws(GameRecordError) {
        found = try look()
      } catch {
        problem = error
        return found
      }
    }
    if !isFirstLook || !waiting.isEmpty { found.game = nil }
    write()
    return found
  }

  /// A game with its saved tags and times; nil if the record has another one.
  func pgn(of game: Game) -> PGN? {
    let kept = try? record?.current()
    return kept?.game == game ? kept : nil
  }

  /// The saved games and the current one, as PGN, the oldest first: the newest that fit into
  /// `limit` bytes.
  func games(limit: Int) -> String {
    let kept = (try? record?.games(limit: limit)) ?? ""
    // Include games that are not on disk yet.
    let unsaved = waiting.map { entry in
      var pgn = PGN(entry.game)
      if let players = entry.players { pgn.name(players) }
      return pgn.text
    }
    return ([kept] + unsaved).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func look() throws(GameRecordError) -> GameRecord.Resumption {
    let record = try open()
    let found = try record.resume()
    self.record = record
    if let first = waiting.first {
      if let game = found.game, attempts.contains(game) {
        // It is on disk after all.
        waiting[0].isNew = false
      } else {
        // Another process may have played there, or it may be a different directory.
        waiting[0].isNew = first.isNew || found.game != last
      }
    }
    attempts = []
    last = found.game
    hasLooked = true
    return found
  }

  private func write() {
    // Reopening the record recreates a removed directory.
    for isLast in [false, true] {
      do throws(GameRecordError) {
        if record == nil { _ = try look() }
        while let record, let next = waiting.first {
          attempts.append(next.game)
          if next.isNew {
            try record.begin(next.game, players: next.players, clock: next.clock)
          } else {
            try record.save(next.game, players: next.players, clock: next.clock)
          }
          last = next.game
          waiting.removeFirst()
          attempts = []
        }
        problem = nil
        return
      } catch {
        record = nil
        problem = error
        guard error.isMissing, !isLast else { return }
      }
    }
  }
}
