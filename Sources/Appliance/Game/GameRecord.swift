import ApplianceCore
import Chess
import DeviceIO
import Dialogue
import Glibc
import Localization

/// The game on disk, as PGN: once saved, it survives a power cut.
///
/// In its directory, `current.pgn` is the current game, and `games/` has a file for each finished
/// or abandoned game, named after its number and date. If `current.pgn` is not a game, it is
/// renamed to `unreadable-1.pgn`, never overwritten. Every call blocks until the data is on disk.
package final class GameRecord {
  /// The limits for finished games; beyond them, the oldest are removed.
  struct Limits: Sendable, Hashable {
    /// The maximum number of files.
    var games = 1_000
    /// The maximum size of all files together, in bytes.
    var bytes = 16 * 1_024 * 1_024
  }

  /// The state at startup.
  package struct Resumption: Sendable, Hashable {
    /// The game to continue; nil if a new one must begin.
    package var game: Game?
    /// Its players; nobody before its first move.
    var names = PlayerNames()
    /// Its chess clock; nil without one.
    var clock: ChessClock?
    /// The file that was put aside, with the reason, for people; nil if there is none.
    package var warning: Message?
  }

  private static let current = "current.pgn"
  private static let numberTag = "GameNumber"
  private static let maximumNumber = 999_999_999
  /// Longer than any game under the rules; a longer file is not ours.
  private static let maximumSize = 1_024 * 1_024

  private let directory: DurableDirectory
  private let kept: DurableDirectory
  private let limits: Limits
  private let today: () -> String

  /// Opens the directory, creates it if necessary, and locks out other processes.
  ///
  /// - Parameters:
  ///   - today: The date as in PGN, "2026.11.21"; by default the system's, in UTC.
  ///   - sync: Waits until a descriptor's data is on disk.
  init(
    directory path: String, limits: Limits = Limits(),
    today: @escaping () -> String = GameRecord.systemDate,
    sync: @escaping (CInt) -> CInt = fsync
  ) throws(GameRecordError) {
    directory = try DurableDirectory(path, sync: sync)
    try directory.lock()
    kept = try DurableDirectory(directory.path + "/games", sync: sync)
    self.limits = limits
    self.today = today
  }

  /// The current game in a directory, without changing or locking anything; nil if there is none to
  /// continue.
  ///
  /// - Parameter showsPlayers: Whether to report the names in the record.
  package static func glance(
    into directory: String, showsPlayers: Bool = false
  ) -> Situation.Standing? {
    guard let pgn = look(into: directory) else { return nil }
    let players = PlayerNames(white: pgn[tag: "White"], black: pgn[tag: "Black"])
    return Situation.Standing(
      report: GameReport(pgn.game),
      players: showsPlayers && players != PlayerNames() ? players : nil)
  }

  /// The clock of the game in a directory, read in the same way; nil if it has none, or is over.
  package static func timeControl(into directory: String) -> TimeControl? {
    guard let pgn = look(into: directory), pgn.game.outcome == nil else { return nil }
    return ChessClock(pgn)?.control
  }

  private static func look(into directory: String) -> PGN? {
    let bytes = try? SmallFile.bytes("\(directory)/\(current)", limit: maximumSize)
    guard case .success(let pgn) = parse(bytes) else { return nil }
    return pgn
  }

  /// Reads the current game, and puts the file aside if it contains none.
  package func resume() throws(GameRecordError) -> Resumption {
    let (pgn, warning) = try load()
    if var pgn, pgn.game.outcome == nil, let name = Self.keptName(of: pgn), kept.contains(name) {
      if case .success(let finished) = Self.parse(try kept.read(name, limit: Self.maximumSize)),
        finished.game.moves.starts(with: pgn.game.moves)
      {
        try kept.remove(name)
      } else {
        // That is another game, so this one gets a new number.
        pgn[tag: Self.numberTag] = nil
        try directory.replace(Self.current, with: Array(try numbered(pgn).text.utf8))
      }
    }
    return Resumption(
      game: pgn?.game,
      names: pgn.flatMap { $0.game == Game() ? nil : $0.names } ?? PlayerNames(),
      clock: pgn.flatMap { ChessClock($0) }, warning: warning)
  }

  /// Saves the current state of the game last resumed or begun; if it is over, also files it.
  ///
  /// After an error, the game on disk is unchanged.
  ///
  /// - Parameters:
  ///   - players: Who plays; nil leaves the names as they are.
  ///   - clock: The chess clock's state; nil without a clock.
  func save(
    _ game: Game, players: PlayerNames? = nil, clock: ChessClock? = nil
  ) throws(GameRecordError) {
    try write(game, players, clock, after: try load().pgn)
  }

  /// Files the previous game, if it has moves, and saves a new one in its place.
  ///
  /// - Parameters:
  ///   - players: Who plays; nil leaves the names as they are.
  ///   - clock: The chess clock's state; nil without a clock.
  func begin(
    _ game: Game, players: PlayerNames? = nil, clock: ChessClock? = nil
  ) throws(GameRecordError) {
    if var previous = try load().pgn, !previous.game.moves.isEmpty {
      if previous.game.outcome == nil { previous[tag: PGN.terminationTag] = "abandoned" }
      try keep(try numbered(previous))
    }
    try write(game, players, clock, after: nil)
  }

  /// The current game; nil if there is none.
  func current() throws(GameRecordError) -> PGN? { try load().pgn }

  /// The filed games and the current one, the oldest first: the newest that fit into `limit` bytes.
  func games(limit: Int) throws(GameRecordError) -> String {
    var texts: [String] = []
    var size = 0
    func add(_ bytes: [UInt8]?) -> Bool {
      guard let bytes, size + bytes.count + 1 <= limit else { return false }
      size += bytes.count + 1
      texts.append(String(decoding: bytes, as: UTF8.self))
      return true
    }
    let current = try load().pgn
    if let current, !current.game.moves.isEmpty { _ = add(Array(current.text.utf8)) }
    // A finished game is already among the filed ones.
    let name = current.flatMap(Self.keptName)
    for file in try keptFiles().reversed() where file.name != name {
      guard add(try kept.read(file.name, limit: Self.maximumSize)) else { break }
    }
    return texts.reversed().joined(separator: "\n")
  }

  private func write(
    _ game: Game, _ players: PlayerNames?, _ clock: ChessClock?, after previous: PGN?
  ) throws(GameRecordError) {
    var pgn = PGN(game, tags: previous?.tags ?? [PGN.Tag("Event", "SpokenMove")])
    if previous == nil { pgn[tag: "Date"] = today() }
    if game.outcome == nil { pgn[tag: PGN.terminationTag] = nil }
    if let players { pgn.name(players) }
    if let clock { clock.write(into: &pgn) } else { ChessClock.remove(from: &pgn) }
    pgn = try numbered(pgn)
    // The filed copy comes first: if power fails in between, the current game is still the one
    // shown.
    if game.outcome != nil { try keep(pgn) }
    try directory.replace(Self.current, with: Array(pgn.text.utf8))
    if game.outcome == nil, let name = Self.keptName(of: pgn) {
      // The game continues. If its filed copy stayed, the next start would remove it.
      try? kept.remove(name)
    }
  }

  /// The record on disk, or nil. A file without a game is put aside, with a warning.
  private func load() throws(GameRecordError) -> (pgn: PGN?, warning: Message?) {
    guard directory.contains(Self.current) else { return (nil, nil) }
    switch Self.parse(try directory.read(Self.current, limit: Self.maximumSize)) {
    case .success(let pgn): return (pgn, nil)
    case .failure(let problem):
      var number = 1
      while directory.contains(Self.asideName(number)) { number += 1 }
      let aside = Self.asideName(number)
      try directory.rename(Self.current, to: aside)
      return (
        nil,
        Message(
          "\(directory.path)/\(Self.current) is not a game that can be resumed (\(problem.message)); it was kept as \(aside), and a new game begins."
        )
      )
    }
  }

  /// Files a game, and removes the oldest beyond the limits.
  private func keep(_ pgn: PGN) throws(GameRecordError) {
    guard let name = Self.keptName(of: pgn) else { return }
    let bytes = Array(pgn.text.utf8)
    try kept.replace(name, with: bytes)
    let files = try keptFiles()
    var size = files.reduce(0) { $0 + $1.size }
    var surplus = 0
    while surplus < files.count, files[surplus].name != name,
      files.count - surplus > limits.games || size > limits.bytes
    {
      size -= files[surplus].size
      surplus += 1
    }
    try kept.remove(files.prefix(surplus).map(\.name))
  }

  /// The filed games, the oldest first; ignores other files.
  private func keptFiles() throws(GameRecordError) -> [(number: Int, name: String, size: Int)] {
    try kept.files()
      .compactMap { file in
        Self.number(ofKept: file.name).map { (number: $0, name: file.name, size: file.size) }
      }
      .sorted { ($0.number, $0.name) < ($1.number, $1.name) }
  }

  /// The game with its number; if it has none, with the next one.
  ///
  /// Numbers order the games, not dates: many boards do not know the date until they have a
  /// network.
  private func numbered(_ pgn: PGN) throws(GameRecordError) -> PGN {
    guard Self.number(of: pgn) == nil else { return pgn }
    var pgn = pgn
    let taken = Set(try keptFiles().map(\.number))
    let next = (taken.max() ?? 0) + 1
    // After the greatest number, the greatest free one: no game may overwrite another's file.
    let free =
      next <= Self.maximumNumber
      ? next : (1...Self.maximumNumber).reversed().first { !taken.contains($0) }
    pgn[tag: Self.numberTag] = "\(free ?? Self.maximumNumber)"
    return pgn
  }

  /// The date in UTC in PGN's format, "2026.11.21".
  static func systemDate() -> String {
    TimeStamp.now.day.split(separator: "-").joined(separator: ".")
  }

  private static func asideName(_ number: Int) -> String { "unreadable-\(number).pgn" }

  private static func number(of pgn: PGN) -> Int? {
    guard let number = pgn[tag: numberTag].flatMap({ Int($0) }),
      (1...maximumNumber).contains(number)
    else { return nil }
    return number
  }

  /// The file name of a filed game, "00012_2026-11-21.pgn"; nil if it has no number.
  private static func keptName(of pgn: PGN) -> String? {
    guard let number = number(of: pgn) else { return nil }
    let date = (pgn[tag: "Date"] ?? "").split(separator: ".").filter { part in
      part.utf8.count <= 4
        && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    let day = date.count == 3 ? date.joined(separator: "-") : "undated"
    return "\(String(number).padded(to: 5, with: "0", left: true))_\(day).pgn"
  }

  private static func number(ofKept name: String) -> Int? {
    guard name.hasSuffix(".pgn"), let end = name.firstIndex(of: "_") else { return nil }
    return Int(name[..<end]).flatMap { (1...maximumNumber).contains($0) ? $0 : nil }
  }

  /// Reads a record, which must contain exactly one game that ends with its result.
  private static func parse(_ bytes: [UInt8]?) -> Result<PGN, PlainError> {
    guard let bytes else {
      return .failure(PlainError(Message("it is too large for a game, or not a file")))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .failure(PlainError(Message("it is not text")))
    }
    do {
      let games = try PGN.games(in: text, limit: 2)
      guard let pgn = games.first, games.count == 1 else {
        return .failure(PlainError(Message("it has \(games.count) games")))
      }
      guard
        let last = text.split(whereSeparator: \.isWhitespace).last,
        GameResult(rawValue: String(last)) != nil
      else { return .failure(PlainError(Message("its end is missing"))) }
      return .success(pgn)
    } catch {
      return .failure(PlainError(Message(error)))
    }
  }
}
