import ApplianceCore
import Chess
import DeviceIO
import FoundationEssentials
import TestSupport
import Testing

@testable import LanguageModel
@testable import Relay

@Suite(.tags(.hardwareFree)) struct BroadcastTests {
  private var games = BroadcastGames(prefix: "club/hall")

  private mutating func take(_ topic: String, _ payload: [UInt8]) -> Bool {
    games.take(topic: topic, payload: payload)
  }

  private func position(_ moves: String) -> [UInt8] {
    Lines.bytes("{\"pgn\":\"[Event \\\"x\\\"]\\n[Site \\\"elsewhere\\\"]\\n\\n\(moves) *\\n\"}")
  }

  @Test mutating func theLatestGameOfEachBoardIsInTheFile() throws {
    #expect(take("club/hall/b-2/position", position("1. d4")))
    #expect(take("club/hall/b-1/position", position("1. e4")))
    #expect(take("club/hall/b-1/position", position("1. e4 e5")))
    // Nothing new.
    #expect(!take("club/hall/b-1/position", position("1. e4 e5")))
    let read = try PGN.games(in: games.text)
    #expect(read.map { $0[tag: "Site"] } == ["b-1", "b-2"])
    #expect(read.map { $0.game.sans } == [["e4", "e5"], ["d4"]])
  }

  @Test(arguments: [
    ("club/hall/b-1/move", "1. e4"), ("club/hall/b-1", "1. e4"), ("other/b-1/position", "1. e4"),
    ("club/hall/b 1/position", "1. e4"), ("club/hall/b-1/x/position", "1. e4"),
    ("club/hall/b-1/position", "1. e5"), ("club/hall/b-1/position", "1. e4 * 1. d4"),
  ])
  mutating func otherMessagesChangeNothing(_ topic: String, _ moves: String) {
    #expect(!take(topic, position(moves)))
    #expect(!take(topic, Lines.bytes("{\"pgn\":null}")))
    #expect(!take(topic, [0xFF]))
    #expect(games.text == "")
  }
}

@Suite(.tags(.hardwareFree)) struct BroadcastFileTests {
  @Test func aFileThatCannotBeWrittenIsNamed() throws {
    let folder = try ScratchDirectory()
    for (name, reason) in [("no/games.pgn", "No such file"), (".", "not a regular file")] {
      var broadcast = Broadcast(
        RelayConfiguration(), file: "\(folder.path)/\(name)", log: Log(descriptor: -1))
      let end = try WakeSignal()
      let error = try thrown((any Error).self) { try broadcast.run(until: end) }
      #expect("\(error)".contains("Cannot write the games (\(folder.path)/\(name)): "))
      #expect("\(error)".contains(reason) && !"\(error)".contains("queue"), "\(error)")
    }
  }

  @Test func theGamesStayUntilTheBrokerAnswers() throws {
    let folder = try ScratchDirectory()
    let file = folder.url.appending(path: "games.pgn")
    try Data("1. e4 *".utf8).write(to: file)
    var configuration = RelayConfiguration()
    configuration.broker.host = "127.0.0.1"
    configuration.broker.port = 1
    var broadcast = Broadcast(configuration, file: file.path, log: Log(descriptor: -1))
    let end = try WakeSignal()
    end.raise()
    try broadcast.run(until: end)
    #expect(try String(contentsOf: file, encoding: .utf8) == "1. e4 *")
  }
}

@Suite(.tags(.hardwareFree)) struct DiscoveryTests {
  @Test func aBoardAppearsInHomeAssistant() throws {
    let messages = Discovery.messages(
      prefix: "homeassistant", board: "table-1", topics: "spokenmove/table-1")
    #expect(
      messages.map(\.topic) == [
        "homeassistant/sensor/table-1/spokenmove_last_move/config",
        "homeassistant/sensor/table-1/spokenmove_result/config",
        "homeassistant/sensor/table-1/spokenmove_state/config",
        "homeassistant/event/table-1/spokenmove_move/config",
      ])
    for message in messages {
      let node = try JSONNode.parse(Array(message.payload.utf8))
      #expect(node["availability_topic"]?.text == "spokenmove/table-1/availability")
      #expect(node["device"]?["identifiers"]?.texts == ["spokenmove_table-1"])
      #expect(node["unique_id"]?.text?.hasPrefix("spokenmove_table-1_") == true)
      #expect(node["state_topic"]?.text?.hasPrefix("spokenmove/table-1/") == true)
      if message.topic.contains("/event/") {
        #expect(node["event_types"]?.texts == ["move", "undo"])
      } else {
        #expect(node["value_template"]?.text?.contains("value_json.") == true)
      }
    }
  }
}
