import ApplianceCore
import DeviceIO
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LanguageModel
@testable import Relay

/// The relay between a socket and a real broker.
@Suite(.serialized, .enabled(if: TestBroker.isInstalled, "mosquitto is not installed"))
struct RelayLoopTests {
  private let broker: TestBroker
  private let board: TestBoard
  private let folder: ScratchDirectory

  init() throws {
    broker = try TestBroker()
    folder = try ScratchDirectory()
    board = TestBoard(in: folder.path)
  }

  /// A relay on a separate thread.
  private final class Running: Sendable {
    private let end: WakeSignal
    private let ended = Completion()

    init(_ configuration: RelayConfiguration) throws {
      let end = try WakeSignal()
      self.end = end
      let ended = ended
      try BlockingThread.start(name: "relay") {
        if let queue = try? KeptQueue(of: configuration) {
          var loop = RelayLoop(configuration, queue, log: Log(descriptor: -1))
          loop.run(until: end)
        }
        ended.finish()
      }
    }

    func stop() async {
      end.raise()
      await ended.wait()
    }
  }

  /// Everything a reader gets from the broker.
  private final class Reader {
    private(set) var received: [(topic: String, node: JSONNode?, text: String, isRetained: Bool)] =
      []
    private var connection: BrokerConnection?
    private(set) var isConnected = false
    private let settings: RelayConfiguration.Broker

    init(_ broker: TestBroker) { settings = broker.settings(user: "reader") }

    /// Reads new messages; reconnects if the broker was away.
    func read() {
      guard let connection else {
        connection = try? BrokerConnection(settings, client: "reader")
        return
      }
      for event in connection.work() {
        switch event {
        case .connected:
          connection.subscribe("spokenmove/#")
          isConnected = true
        case .received(let topic, let payload, let isRetained):
          received.append(
            (
              topic, try? JSONNode.parse(payload), String(decoding: payload, as: UTF8.self),
              isRetained
            ))
        case .lost, .refused: (self.connection, isConnected) = (nil, false)
        case .published: break
        }
      }
    }

    /// The moves, with a mark for possible duplicates.
    var moves: [String] {
      received.filter { $0.topic.hasSuffix("/move") }.map { message in
        let isRepeated = message.node?["repeated"]?.flag == true
        return (message.node?["san"]?.text ?? "?") + (isRepeated ? " again" : "")
      }
    }
    func last(_ name: String) -> String? {
      received.last { $0.topic == "spokenmove/table-1/\(name)" }?.text
    }
  }

  private func configuration(_ version: RelayConfiguration.Broker.MQTTVersion = .five)
    -> RelayConfiguration
  {
    var configuration = RelayConfiguration()
    configuration.board = "table-1"
    configuration.socket = board.path
    configuration.queueDirectory = folder.path
    configuration.broker = broker.settings(user: "table-1", version: version)
    return configuration
  }

  @Test(arguments: RelayConfiguration.Broker.MQTTVersion.allCases)
  func movesArriveInOrder(_ version: RelayConfiguration.Broker.MQTTVersion) async throws {
    let reader = Reader(broker)
    let relay = try Running(configuration(version))
    await Patience.wait(for: "the relay") { board.accept(hello: Lines.hello(Lines.game(0))) }
    await Patience.wait(for: "the reader") {
      reader.read()
      return reader.last("availability") == "online"
    }
    for index in 0..<4 { board.say(Lines.result(index)) }
    board.say(Lines.gameLine(Lines.game(4, result: "0-1")))
    await Patience.wait(for: "the game") {
      reader.read()
      return reader.last("game") != nil && reader.last("position")?.contains("0-1") == true
    }
    #expect(reader.moves == ["f3", "e5", "g4", "Qh4#"])
    #expect(reader.last("state")?.contains("\"available\":true") == true)
    await relay.stop()
    await Patience.wait(for: "the goodbye") {
      reader.read()
      return reader.last("availability") == "offline"
    }
    // A later reader gets the current state.
    let late = Reader(broker)
    await Patience.wait(for: "the retained messages") {
      late.read()
      return late.received.count == 3
    }
    #expect(late.received.allSatisfy { $0.isRetained })
    #expect(late.last("position")?.contains("Qh4#") == true)
  }

  @Test func movesPlayedWithoutTheBrokerArriveLater() async throws {
    let relay = try Running(configuration())
    let reader = Reader(broker)
    await Patience.wait(for: "the relay") { board.accept(hello: Lines.hello(Lines.game(0))) }
    await Patience.wait(for: "the reader") {
      reader.read()
      return reader.last("availability") == "online"
    }
    board.say(Lines.result(0))
    await Patience.wait(for: "the first move") {
      reader.read()
      return reader.moves == ["f3"]
    }
    broker.stop()
    board.say(Lines.result(1))
    board.say(Lines.result(2))
    // The relay restarts meanwhile, and finds the last move in the game.
    await relay.stop()
    board.hangUp()
    try broker.start()
    // Only current subscribers get moves.
    await Patience.wait(for: "the reader") {
      reader.read()
      return reader.isConnected
    }
    let next = try Running(configuration())
    await Patience.wait(for: "the relay") { board.accept(hello: Lines.hello(Lines.game(4))) }
    await Patience.wait(for: "the other moves") {
      reader.read()
      return reader.moves.count >= 4
    }
    #expect(reader.moves == ["f3", "e5", "g4", "Qh4#"])
    await next.stop()
  }

  @Test func commandsAreAnsweredAndTheBroadcastIsWritten() async throws {
    var settings = configuration()
    settings.commands = ["status"]
    settings.homeAssistant = "spokenmove/table-1/home"
    let relay = try Running(settings)
    let reader = Reader(broker)
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"
    let hello = Lines.hello(Lines.game(2, fen: fen))
    await Patience.wait(for: "the relay") { board.accept(hello: hello) }
    await Patience.wait(for: "the discovery") {
      reader.read()
      return reader.last("home/event/table-1/spokenmove_move/config") != nil
    }
    let command = "{\"command\":\"status\",\"id\":5}"
    let answer = "{\"type\":\"available\",\"state\":\"available\",\"answers\":5}"
    let heard = try board.serve(hello: Lines.hello(nil), answer: Lines.bytes(answer))
    let asker = try BrokerConnection(broker.settings(user: "table-1"), client: "asker")
    await Patience.wait(for: "the answers") {
      if asker.work().contains(.connected) {
        _ = asker.publish("spokenmove/table-1/command", command.utf8)
        _ = asker.publish(
          "spokenmove/table-1/command", "{\"command\":\"resign\",\"id\":6}".utf8)
      }
      reader.read()
      let answers = reader.received.filter { $0.topic.hasSuffix("/answer") }
      return answers.contains { $0.node?["answers"]?.number == 5 }
        && answers.contains { $0.node?["code"]?.text == "not_allowed" }
    }
    #expect(heard.value == command + "\n")
    // The games of all boards, in a file.
    let file = "\(folder.path)/games.pgn"
    let end = try WakeSignal()
    let ended = Completion()
    var reading = settings
    reading.broker = broker.settings(user: "reader")
    try BlockingThread.start(name: "pgn") { [reading] in
      var broadcast = Broadcast(reading, file: file, log: Log(descriptor: -1))
      try? broadcast.run(until: end)
      ended.finish()
    }
    await Patience.wait(for: "the file") {
      (try? String(contentsOfFile: file, encoding: .utf8).contains("1. f3 e5 *")) == true
    }
    board.say(Lines.result(2))
    await Patience.wait(for: "the next move") {
      (try? String(contentsOfFile: file, encoding: .utf8).contains("1. f3 e5 2. g4 *")) == true
    }
    end.raise()
    await ended.wait()
    await relay.stop()
  }

  @Test func aBoardThatDisappearsIsOffline() async throws {
    let reader = Reader(broker)
    let relay = try Running(configuration())
    await Patience.wait(for: "the relay") { board.accept(hello: Lines.hello(Lines.game(0))) }
    for word in ["online", "offline", "online"] {
      await Patience.wait(for: "the board to be \(word)") {
        reader.read()
        if word == "online" { _ = board.accept(hello: Lines.hello(Lines.game(0))) }
        return reader.last("availability") == word
      }
      if word == "online" { board.hangUp() }
    }
    await relay.stop()
  }

  @Test func strangersAreRefusedAndOtherBoardsUnchanged() async throws {
    let relay = try Running(configuration())
    let reader = Reader(broker)
    await Patience.wait(for: "the relay") { board.accept(hello: Lines.hello(Lines.game(0))) }
    await Patience.wait(for: "the position") {
      reader.read()
      return reader.last("position") != nil
    }
    let before = reader.received.count
    // No password, a wrong one, and a board that writes below another board's name.
    var stranger = broker.settings(user: "table-2")
    stranger.user = nil
    #expect(await answer(stranger, topic: "spokenmove/table-1/move")?.contains("refused") == true)
    stranger.user = "table-2"
    stranger.passwordFile = broker.settings(user: "table-1").passwordFile
    #expect(await answer(stranger, topic: "spokenmove/table-1/move")?.contains("refused") == true)
    let other = broker.settings(user: "table-2")
    #expect(
      await answer(other, topic: "spokenmove/table-1/move")?.contains("Not authorized") == true)
    #expect(await answer(other, topic: "spokenmove/table-2/move") == "taken")
    await Patience.wait(for: "the other board's message") {
      reader.read()
      return reader.received.last?.topic == "spokenmove/table-2/move"
    }
    #expect(reader.received.count == before + 1)
    await relay.stop()
  }

  /// The broker's answer to a publisher.
  private func answer(_ settings: RelayConfiguration.Broker, topic: String) async -> String? {
    guard let connection = try? BrokerConnection(settings, client: "stranger") else { return nil }
    var answer: String?
    await Patience.wait(for: "the broker's answer") {
      for event in connection.work() {
        switch event {
        case .connected: _ = connection.publish(topic, "{}".utf8)
        case .refused(let why): answer = "refused: \(why)"
        case .lost(let why): answer = answer ?? "refused: \(why)"
        case .published(_, let refusal): answer = refusal ?? "taken"
        case .received: break
        }
      }
      return answer != nil
    }
    return answer
  }

  @Test(arguments: [false, true])
  func aMissingBrokerIsNoticedAtOnce(_ tls: Bool) async throws {
    broker.stop()
    var settings = broker.settings(user: "table-1")
    settings.tls = tls
    var lost: String?
    if let connection = try? BrokerConnection(settings, client: "table-1") {
      await Patience.wait(for: "the end") {
        for case .lost(let why) in connection.work() { lost = why }
        return lost != nil
      }
      #expect(lost == "Connection refused." || lost == "It takes no connections.")
    }
  }

  @Test func theDoctorFindsMistakes() async throws {
    let file = "\(folder.path)/relay.yaml"
    func findings(_ yaml: String) async throws -> [RelayExamination.Finding] {
      try Data(yaml.utf8).write(to: URL(filePath: file))
      let examination = RelayExamination(file: file, machine: Machine(root: folder.path))
      let findings = Mutex<[RelayExamination.Finding]?>(nil)
      _ = try board.serve(hello: Lines.hello(nil))
      try BlockingThread.start(name: "doctor") {
        let found = examination.run()
        findings.withLock { $0 = found }
      }
      await Patience.wait(for: "the doctor") {
        findings.withLock { $0 != nil }
      }
      return findings.withLock { $0 } ?? []
    }
    let password = broker.settings(user: "table-1").passwordFile ?? ""
    let good = """
      board: table-1
      socket: \(board.path)
      queue: {directory: /}
      broker:
        {host: 127.0.0.1, port: \(broker.port), tls: no, user: table-1, password_file: \(password)}
      """
    let fine = try await findings(good)
    #expect(fine.map(\.name) == ["configuration", "board", "disk", "broker"])
    #expect(fine.allSatisfy { !$0.isFailure }, "\(fine)")
    let wrong = try await findings(
      good.replacing("user: table-1", with: "user: table-2").replacing("board.sock", with: "b.sock")
    )
    #expect(wrong.filter(\.isFailure).map(\.name) == ["board", "broker"])
    #expect(wrong.last?.text.contains("refuses this board: Not authorized. Check ") == true)
    let open = try await findings(good.replacing("127.0.0.1", with: "broker.invalid"))
    #expect(open.filter(\.isFailure).map(\.name) == ["password", "broker"])
    chmod(password, 0o644)
    #expect(try await findings(good).last?.text.contains("chmod 600") == true)
    #expect(try await findings("bord: x").first?.text.contains("did you mean board?") == true)
  }
}
