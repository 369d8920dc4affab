import TestSupport
import Testing

@testable import ApplianceCore

@Suite struct ProgramInputTests {
  private static let none = Origin(.program)
  private static let unreadable = Origin(.program, id: .unreadable)

  private func events(_ text: String) -> [ProgramInput.Event] { events(Array(text.utf8)) }

  private func events(_ bytes: [UInt8]) -> [ProgramInput.Event] {
    var input = ProgramInput()
    return bytes.compactMap { input.receive($0) }
  }

  /// Why the first line is refused, and who gets the refusal; nil if it is not refused.
  private func refusal(
    _ events: [ProgramInput.Event]
  ) -> (rejection: ConsoleMessage.Rejection, origin: Origin)? {
    guard case .refused(let rejection, let origin) = events.first else { return nil }
    return (rejection, origin)
  }

  /// The typed equivalent of each command.
  @Test(arguments: [
    (#"{"command":"start"}"#, "start"), (#"{"command":"stop"}"#, "stop"),
    (#" {"command" : "status"} "#, "status"), (#"{"command":"help"}"#, "help"),
    (#"{"command":"config"}"#, "config"), (#"{"command":"position"}"#, "position"),
    (#"{"command":"repeat"}"#, "repeat"), (#"{"command":"hint"}"#, "hint"),
    (#"{"command":"undo"}"#, "undo"), (#"{"command":"resign"}"#, "resign"),
    (#"{"command":"draw"}"#, "draw"), (#"{"command":"moves"}"#, "moves"),
    (#"{"command":"last"}"#, "last"), (#"{"command":"fen"}"#, "fen"),
    (#"{"command":"pgn"}"#, "pgn"), (#"{"command":"games"}"#, "games"),
    (#"{"command":"yes"}"#, "yes"), (#"{"command":"no"}"#, "no"),
    (#"{"command":"show"}"#, "board"), (#"{"command":"move","move":"Nf3"}"#, "Nf3"),
    (#"{"command":"move","move":"e2e4"}"#, "e2e4"), (#"{"command":"move","move":"O-O"}"#, "O-O"),
    (#"{"move":"exd8=Q+","command":"move"}"#, "exd8=Q+"),
    (#"{"command":"say","text":"knight f three"}"#, "knight f three"),
    (#"{"command":"say","text":"\u0065\u0034"}"#, "e4"),
    (#"{"command":"choose","choice":2}"#, "2"), (#"{"command":"level","level":8}"#, "level 8"),
    (#"{"command":"new-game"}"#, "new game"),
    (#"{"command":"new-game","color":"black"}"#, "new game as black"),
    (#"{"command":"new-game","level":3}"#, "new game level 3"),
    (#"{"command":"new-game","minutes":5}"#, "new game 5+0"),
    (
      #"{"command":"new-game","increment":10,"minutes":15,"level":8,"color":"white"}"#,
      "new game as white level 8 15+10"
    ),
    (#"{"command":"players"}"#, "players"),
    (#"{"command":"name","color":"white","name":"Mary Ann"}"#, "white is Mary Ann"),
    (
      #"{"command":"set-up","position":"8/8/8/8/8/8/8/8 w - - 0 1"}"#,
      "set up 8/8/8/8/8/8/8/8 w - - 0 1"
    ),
  ])
  func commandsBecomeTheirTypedLines(text: String, typed: String) throws {
    let isText = text.contains("say")
    #expect(
      events(text + "\n") == [.line(ConsoleLine(typed, from: Self.none, canBePasted: isText))])
    #expect(try JSONSchema.commands.get().faults(in: text) == [])
  }

  /// Each command has a row above and is in the schema; this is their number.
  @Test func theCommandsMatchTheSchema() throws {
    #expect(ProgramCommand.names.count == 30)
    let schema = try JSONSchema.commands.get()
    for name in ProgramCommand.names {
      let other = schema.faults(in: #"{"command":"\#(name)","frob":1}"#)
      #expect(!other.isEmpty)
      let all = [
        "", #","move":"e4""#, #","text":"e4""#, #","choice":1"#, #","level":1"#,
        #","position":"x""#, #","color":"white","name":"x""#,
      ]
      #expect(
        all.contains { schema.faults(in: #"{"command":"\#(name)"\#($0)}"#).isEmpty }, "\(name)")
    }
  }

  @Test(arguments: [
    ("7", Origin.ID.number(7)), ("-7", .number(-7)),
    ("9007199254740991", .number(9_007_199_254_740_991)),
    (#""a""#, .text("a")), (#""\u00e9""#, .text("é")),
    ("\"" + String(repeating: "x", count: 64) + "\"", .text(String(repeating: "x", count: 64))),
  ])
  func identifiersAreRead(id: String, read: Origin.ID) {
    let line = #"{"id":\#(id),"command":"undo"}"#
    #expect(
      events(line + "\r") == [
        .line(ConsoleLine("undo", from: Origin(.program, id: read), canBePasted: false))
      ])
    var answer = JSONLine()
    Origin(.program, id: read).add(to: &answer)
    #expect(answer.line == #"{"source":"program","answers":\#(id)}"#)
  }

  @Test(arguments: [
    "1.5", "9007199254740992", "-9007199254740992", "1e3", "true", "null", "[1]", "{}", #""""#,
    #"" ""#, #""a\nb""#, #""a\u0007""#, "\"" + String(repeating: "x", count: 65) + "\"",
    "\"" + String(repeating: "é", count: 33) + "\"",
  ])
  func wrongIdentifiersAreRefused(id: String) throws {
    let (rejection, origin) = try #require(
      refusal(events(#"{"command":"undo","id":\#(id)}"# + "\n")))
    #expect(rejection.code == "wrong_member" && rejection.reason.contains("id"))
    #expect(origin == Self.unreadable)
  }

  @Test(arguments: [
    (#"{"id":1}"#, "wrong_member", "member command"),
    (#"{"id":1,"command":2}"#, "wrong_member", "member command"),
    (#"{"id":1,"command":"frob"}"#, "unknown_command", "no command \"frob\"; there are start,"),
    (#"{"id":1,"command":"Start"}"#, "unknown_command", "\"Start\""),
    (#"{"id":1,"command":"start","at":2}"#, "wrong_member", "no member \"at\"; it has command, id"),
    (#"{"id":1,"command":"move"}"#, "wrong_member", "needs the member move: a move in SAN or UCI"),
    (#"{"id":1,"command":"move","move":"undo"}"#, "wrong_member", "SAN or UCI"),
    (#"{"id":1,"command":"move","move":"start"}"#, "wrong_member", "SAN or UCI"),
    (#"{"id":1,"command":"move","move":"knight f three"}"#, "wrong_member", "SAN or UCI"),
    (#"{"id":1,"command":"move","move":5}"#, "wrong_member", "SAN or UCI"),
    (#"{"id":1,"command":"say","text":" "}"#, "wrong_member", "what a person would type"),
    (#"{"id":1,"command":"say","text":"e4\ne5"}"#, "wrong_member", "text has a line end or"),
    (#"{"id":1,"command":"say","text":"\u001b[2J"}"#, "wrong_member", "text has a line end or"),
    (
      #"{"id":1,"command":"name","color":"white","name":"A\nB"}"#, "wrong_member",
      "name has a line end or another control character; send it without"
    ),
    (
      #"{"id":1,"command":"correct","move":""}"#, "wrong_member",
      "cannot use its move. It needs the member move: a move in SAN or UCI"
    ),
    (#"{"id":1,"command":"choose","choice":0}"#, "wrong_member", "number of a choice"),
    (#"{"id":1,"command":"choose","choice":"1"}"#, "wrong_member", "number of a choice"),
    (#"{"id":1,"command":"level","level":9}"#, "wrong_member", "from 1 to 8"),
    (#"{"id":1,"command":"new-game","color":"red"}"#, "wrong_member", "\"white\" or \"black\""),
    (#"{"id":1,"command":"new-game","minutes":301}"#, "wrong_member", "minutes (1 to 300)"),
    (#"{"id":1,"command":"new-game","increment":5}"#, "wrong_member", "minutes (1 to 300)"),
    (
      #"{"id":1,"command":"new-game","minutes":5,"increment":301}"#, "wrong_member",
      "increment (0 to 300 seconds)"
    ),
    (#"{"id":1,"command":"new-game","level":0}"#, "wrong_member", "level (1 to 8)"),
    (#"{"id":1,"command":"name","color":"white"}"#, "wrong_member", "and name: who has it"),
    (#"{"id":1,"command":"name","name":"Anna"}"#, "wrong_member", "\"white\" or \"black\""),
    (#"{"id":1,"command":"set-up"}"#, "wrong_member", "in FEN"),
    (#"{"id":1,"command":"set-up","position":"bad"}"#, "wrong_member", "its position. It needs"),
  ])
  func refusedCommandsGiveTheReason(text: String, code: String, reason: String) throws {
    let (rejection, origin) = try #require(refusal(events(text + "\n")))
    #expect(rejection.code == code && rejection.reason.contains(reason), "\(rejection)")
    #expect(origin == Origin(.program, id: .number(1)))
    #expect(try !JSONSchema.commands.get().faults(in: text).isEmpty || code != "unknown_command")
  }

  /// A command with an unreadable id is answered with null.
  @Test(arguments: [
    "{", "{}}", #"{"command":"undo""#, #"{"command":"undo",}"#, #"{'command':'undo'}"#,
    #"{"command":"undo"} {"command":"undo"}"#, #"{"command":"undo","command":"start"}"#,
    #"{"command":"say","text":"\ud800"}"#, String(repeating: #"{"a":"#, count: 100),
  ])
  func damagedCommandsAreRefused(text: String) throws {
    let (rejection, origin) = try #require(refusal(events(text + "\n")))
    #expect(rejection.code == "damaged_command" && rejection.reason.contains("JSON object"))
    #expect(origin == Self.unreadable)
  }

  @Test func linesHaveALimit() {
    let end = #"{"command":"undo"}"#
    let fitting = String(repeating: " ", count: ProgramInput.maximumLength - end.utf8.count) + end
    #expect(
      events(fitting + "\n") == [.line(ConsoleLine("undo", from: Self.none, canBePasted: false))])
    #expect(
      events(" " + fitting + "\nundo\n") == [
        .refused(.lineTooLong, Self.unreadable), .line("undo"),
      ])
    let endless = [UInt8](repeating: UInt8(ascii: "{"), count: 1 << 20) + [0x0A]
    #expect(events(endless) == [.refused(.lineTooLong, Self.unreadable)])
  }

  /// Editing keys, including completion, do nothing here.
  @Test(arguments: [0x00, 0x03, 0x04, 0x08, 0x09, 0x1B, 0x1F, 0x7F] as [UInt8])
  func controlCharactersAreRefused(byte: UInt8) throws {
    for (text, origin) in [("e4", Origin.typed), (#"{"command":"undo"}"#, Self.unreadable)] {
      let sent = Array(text.utf8) + [byte] + Array("\ne5\n".utf8)
      let found = events(sent)
      try #require(found.count == 2)
      let (rejection, asker) = try #require(refusal(found))
      #expect(rejection.code == "control_character" && asker == origin)
      #expect(found[1] == .line("e5"), "the next line is whole")
    }
  }

  @Test func plainWordsArePassedOnAsLines() throws {
    #expect(
      events("e4\r\nstart\n\rundo\n") == [.line("e4"), .line("start"), .line(""), .line("undo")])
    #expect(events("♘f3\n") == [.line("♘f3")])
    #expect(events([0x65, 0xC3, 0x34, 0x0A]) == [.line("e\u{FFFD}4")])
    let broken = Array(#"{"command":"say","text":""#.utf8) + [0xC3] + Array("\"}\n".utf8)
    let (rejection, origin) = try #require(refusal(events(broken)))
    #expect(rejection.reason.contains("not UTF-8") && origin == Self.unreadable)
  }
}
