import ApplianceCore
import Chess
import DeviceIO
import FoundationEssentials
import Glibc
import LanguageModel

/// The games of all boards at a broker in one text: a pure value.
struct BroadcastGames: Sendable, Hashable {
  /// The maximum number of boards.
  private static let limit = 1_000
  /// The maximum size of a position message.
  private static let longest = 64 << 10

  private let prefix: String
  private var games: [String: String] = [:]

  /// - Parameter prefix: The prefix of all topics.
  init(prefix: String) { self.prefix = prefix }

  /// Takes a board's `position`; returns whether the text has changed. Ignores anything that is not
  /// a game of legal moves.
  mutating func take(topic: String, payload: [UInt8]) -> Bool {
    let levels = topic.dropFirst(prefix.count + 1).split(separator: "/")
    guard topic.hasPrefix(prefix + "/"), levels.count == 2, levels[1] == "position",
      payload.count <= Self.longest, let node = try? JSONNode.parse(payload),
      let text = node["pgn"]?.text, let read = try? PGN.games(in: text, limit: 1).first
    else { return false }
    let board = String(levels[0])
    guard RelayConfiguration.isName(board), games[board] != nil || games.count < Self.limit else {
      return false
    }
    // Rewritten: every game has this program's format, and its board's name.
    var game = read
    game[tag: "Site"] = board
    let new = game.text
    return games.updateValue(new, forKey: board) != new
  }

  /// The latest game of each board, sorted by board.
  var text: String {
    games.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n")
  }
}

/// Maintains a file with the games of all boards at a broker, for broadcasting programs.
package struct Broadcast: ~Copyable {
  private static let patience = Duration.seconds(20)
  /// The minimum time between two writes of the file.
  private static let pause = Duration.milliseconds(250)

  private let configuration: RelayConfiguration
  private let file: String
  private let log: Log
  private var games: BroadcastGames
  private var backoff = Backoff()

  package init(_ configuration: RelayConfiguration, file: String, log: Log) {
    self.configuration = configuration
    self.file = file
    self.log = log
    games = BroadcastGames(prefix: configuration.broker.prefix)
  }

  /// Follows the broker until somebody raises `end`. Throws if the file cannot be written.
  package mutating func run(until end: borrowing WakeSignal) throws(LanguageModelError) {
    // Shows that the file can be written, and keeps its games until the broker answers.
    try write((try? Data(contentsOf: URL(filePath: file))) ?? Data())
    while true {
      let why: String
      switch connection {
      case .failure(let failure): why = failure.description
      case .success(let connection):
        guard let lost = try follow(connection, until: end) else { return }
        why = lost
      }
      log.warning("The broker \(configuration.broker.name) is not there: \(why)")
      var descriptors = [Poll.reading(end.descriptor)]
      if Poll.wait(&descriptors, timeout: backoff.next()) > 0 { return }
    }
  }

  private var connection: Result<BrokerConnection, PlainError> {
    Result { () throws(PlainError) in
      // A broker accepts only one client per name.
      try BrokerConnection(
        configuration.broker, client: "spokenmove-pgn-\(configuration.boardName)-\(getpid())")
    }
  }

  /// Follows a connection; returns why it was lost, or nil after the end.
  private mutating func follow(
    _ connection: BrokerConnection, until end: borrowing WakeSignal
  ) throws(LanguageModelError) -> String? {
    let begun = ContinuousClock.now
    var writes: ContinuousClock.Instant?
    while true {
      var descriptors = [Poll.reading(end.descriptor), connection.poll]
      let timeout = writes.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
      _ = Poll.wait(
        &descriptors, timeout: min(timeout ?? .seconds(3_600), configuration.broker.keepAlive / 3))
      if descriptors[0].revents != 0 {
        if writes != nil { try write() }
        connection.disconnect()
        return nil
      }
      for event in connection.work() {
        switch event {
        case .connected:
          backoff.succeed()
          log.notice("The broker \(configuration.broker.name) is there.")
          connection.subscribe("\(configuration.broker.prefix)/+/position")
        case .received(let topic, let payload, _):
          if games.take(topic: topic, payload: payload), writes == nil {
            writes = .now + Self.pause
          }
        case .refused(let why), .lost(let why):
          if writes != nil { try write() }
          return why
        case .published: break
        }
      }
      if !connection.isConnected, begun + Self.patience < .now { return "It does not answer." }
      if let due = writes, due <= .now {
        try write()
        writes = nil
      }
    }
  }

  /// Replaces the file with the games in one step, so that a reader finds complete games.
  private func write(_ text: Data? = nil) throws(LanguageModelError) {
    try (text ?? Data(games.text.utf8)).write(
      regularFile: URL(filePath: file), toDo: "write the games")
  }
}
