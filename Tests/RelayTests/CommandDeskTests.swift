import TestSupport
import Testing

@testable import LanguageModel
@testable import Relay

@Suite struct CommandDeskTests {
  private let folder: ScratchDirectory
  private let board: TestBoard

  init() throws {
    folder = try ScratchDirectory()
    board = TestBoard(in: folder.path)
  }

  private func node(_ text: String?) throws -> JSONNode {
    try JSONNode.parse(Array(try #require(text).utf8))
  }

  @Test(arguments: [
    ("{\"command\":\"resign\",\"id\":1}", "not_allowed", "1"),
    ("{\"command\":\"say\",\"text\":\"resign\",\"id\":\"a\"}", "not_allowed", "\"a\""),
    ("{\"command\":\"status\"}", "wrong_member", "null"),
    ("{\"command\":\"status\",\"id\":[1]}", "wrong_member", "null"),
    ("status", "damaged_command", "null"), ("", "damaged_command", "null"),
    (
      "{\"command\":\"status\",\"id\":1}\n{\"command\":\"resign\",\"id\":2}", "damaged_command",
      "null"
    ),
    ("{\"command\":\"status\",\"id\":1,\"command\":\"resign\"}", "damaged_command", "null"),
    ("{\"command\":\"status\",\"id\":1,\"x\":[\r\"resign\"\r]}", "damaged_command", "null"),
    ("{\"command\":\t\"status\",\"id\":1}", "damaged_command", "null"),
  ])
  func onlyAllowedCommandsArePassedOn(_ payload: String, _ code: String, _ id: String) throws {
    var desk = CommandDesk(allowed: ["status"], socket: board.path)
    let answers = desk.take(Array(payload.utf8), isRetained: false)
    #expect(try node(answers.first)["code"]?.text == code)
    #expect(answers.first?.hasSuffix("\"answers\":\(id)}") == true)
    let descriptor = desk.descriptor
    #expect(descriptor == -1)
    #expect(!board.accept(hello: Lines.hello(nil)))
  }

  @Test func aRetainedCommandIsRefused() throws {
    var desk = CommandDesk(allowed: ["status"], socket: board.path)
    let answers = desk.take(Lines.bytes("{\"command\":\"status\",\"id\":1}"), isRetained: true)
    #expect(try node(answers.first)["code"]?.text == "retained")
  }

  @Test func commandsAreAnsweredOneAfterAnother() async throws {
    var desk = CommandDesk(allowed: ["status", "position"], socket: board.path)
    var refusals = desk.take(Lines.bytes("{\"command\":\"status\",\"id\":1}"), isRetained: false)
    let second = "{\"command\":\"position\",\"id\":\"x\"}"
    refusals += desk.take(Lines.bytes(second), isRetained: false)
    #expect(refusals == [])
    #expect(board.accept(hello: Lines.hello(nil)))
    #expect(board.heard() == "{\"command\":\"status\",\"id\":1}\n")
    board.say(Lines.bytes("{\"type\":\"partial\",\"text\":\"k\"}"))
    board.say(Lines.bytes("{\"type\":\"available\",\"answers\":1}"))
    let answers = desk.work()
    #expect(answers == ["{\"type\":\"available\",\"answers\":1}"])
    // The other one has its own connection, once this one is over.
    board.hangUp()
    let more = desk.work()
    #expect(more == [])
    #expect(board.accept(hello: Lines.hello(nil)))
    #expect(board.heard() == "{\"command\":\"position\",\"id\":\"x\"}\n")
  }

  @Test func withoutABoardCommandsAreRefused() throws {
    var desk = CommandDesk(allowed: ["status"], socket: "\(folder.path)/nobody.sock")
    let answers = desk.take(Lines.bytes("{\"command\":\"status\",\"id\":7}"), isRetained: false)
    #expect(try node(answers.first)["code"]?.text == "unavailable")
    #expect(try node(answers.first)["answers"]?.number == 7)
  }

  @Test func tooManyCommandsAreRefused() throws {
    var desk = CommandDesk(allowed: ["status"], socket: board.path)
    let command = Lines.bytes("{\"command\":\"status\",\"id\":1}")
    for _ in 0..<17 {
      let refusals = desk.take(command, isRetained: false)
      #expect(refusals == [])
    }
    let answers = desk.take(command, isRetained: false)
    #expect(try node(answers.first)["code"]?.text == "too_many_lines")
  }
}
