import Foundation
import LanguageModel
import TestSupport
import Testing

@testable import ApplianceCore
@testable import Dialogue

private let time = TimeStamp(wall: 1_763_721_600_825, monotonic: 12_345_678)
private let result = ConsoleMessage.result(
  Utterance(
    text: "e four",
    words: [.init(text: "e", start: 0.1, duration: 0.2, confidence: 1)], confidence: 0.75,
    seconds: 1.5, latency: 0.0421))

@Suite struct ConsoleFormatterTests {
  private func bytes(
    _ messages: [ConsoleMessage], _ surface: ConsoleFormatter.Surface,
    format: Configuration.ConsoleFormat = .text, showsPartials: Bool = true
  ) -> [UInt8] {
    var formatter = ConsoleFormatter(
      format: format, surface: surface, showsPartials: showsPartials)
    return messages.flatMap { formatter.bytes(for: $0, at: time) }
  }

  private let dialogue: [ConsoleMessage] = [
    .state(.preparing), .state(.available), .recording, .partial("knight to"),
    .partial("knight to e four"), .partial("e four"), .recordingEnded(.asked), result,
    .state(.available),
  ]

  /// What a phrase asks for is a line of its own for people, and two members for programs.
  @Test func intentsAreShown() {
    let intent = Intent(
      name: "order",
      slots: [
        .init(name: "size", value: "large"), .init(name: "extra", value: "milk"),
        .init(name: "extra", value: "sugar"),
      ])
    let named = ConsoleMessage.result(Utterance(text: "a large tea", intent: intent))
    #expect(
      String(decoding: bytes([named], .lines), as: UTF8.self)
        == "a large tea\n  order: size large, extra milk, extra sugar\n")
    let line = String(decoding: bytes([named], .lines, format: .jsonl), as: UTF8.self)
    #expect(
      line.contains(
        #""intent":"order","slots":{"size":"large","extra":["milk","sugar"]},"#))
    let nameless = ConsoleMessage.result(
      Utterance(text: "tea", intent: Intent(slots: [.init(name: "drink", value: "tea")])))
    #expect(String(decoding: bytes([nameless], .lines), as: UTF8.self) == "tea\n")
    let empty = String(decoding: bytes([nameless], .lines, format: .jsonl), as: UTF8.self)
    #expect(empty.contains(#""intent":null,"slots":{"drink":"tea"},"#))
  }

  @Test func linesAreWrittenWhole() {
    #expect(
      String(decoding: bytes(dialogue, .lines), as: UTF8.self)
        == "Preparing.\nReady: press and speak.\ne four\n")
  }

  @Test func terminalLineIsRewritten() {
    let lines = ["Preparing.", "Ready: press and speak.", "e four"]
    #expect(screen(bytes(dialogue, .rawTerminal)) == lines + [">"])
    #expect(screen(bytes(dialogue, .cookedTerminal)) == lines + [""])
    let soFar = bytes(Array(dialogue.prefix(6)), .rawTerminal)
    #expect(screen(soFar).last == "e four ...")
    #expect(
      soFar.allSatisfy { $0 == 0x0D || $0 == 0x0A || $0 == 0x08 || (0x20..<0x7F).contains($0) })
  }

  @Test func linesEndAsTheTerminalNeeds() {
    #expect(bytes([result], .rawTerminal) == Array("e four\r\n".utf8))
    #expect(bytes([result], .cookedTerminal) == Array("e four\n".utf8))
    #expect(bytes([result], .rawTerminal, format: .jsonl).suffix(3) == Array("}\r\n".utf8))
  }

  @Test func growingPartialSendsOnlyWhatIsNew() {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    _ = formatter.bytes(forTyped: "sta")
    #expect(formatter.bytes(forTyped: "stat") == Array("t".utf8))
  }

  @Test func longPartialShowsItsEndInOneLine() {
    let long = Array(repeating: "knight", count: 40).joined(separator: " ")
    let shown = screen(bytes([.partial(long)], .rawTerminal))
    #expect(shown.count == 1 && shown[0].count == 79 && shown[0].hasSuffix("knight ..."))
  }

  @Test func withoutPartialsOnlyResultsAreShown() {
    let messages: [ConsoleMessage] = [.partial("e"), result]
    #expect(bytes(messages, .rawTerminal, showsPartials: false) == Array("e four\r\n".utf8))
    #expect(
      bytes(messages, .lines, format: .jsonl, showsPartials: false).count { $0 == 0x0A } == 1)
  }

  /// It stays until the result is there, unless there will be none.
  @Test func thePartialOfAWholeRecordingStays() {
    for (cause, shown) in [
      (ApplianceStateMachine.EndCause.asked, "e four ..."), (.pause, "e four ..."), (.lost, ""),
    ] {
      #expect(screen(bytes([.partial("e four"), .recordingEnded(cause)], .rawTerminal)) == [shown])
    }
  }

  /// What is as long is written over, without a blank behind it.
  @Test func noMoreIsSentThanIsNeeded() {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    _ = formatter.bytes(for: .partial("knight"), at: time)
    #expect(formatter.bytes(for: .partial("bishop"), at: time) == Array("\rbishop ...".utf8))
    #expect(
      formatter.bytes(for: .partial("king"), at: time) == Array("\rking ...  \u{8}\u{8}".utf8))
    #expect(formatter.bytes(for: .partial("king"), at: time).isEmpty)
  }

  @Test func lostRecordingTakesItsPartialAway() {
    let messages: [ConsoleMessage] = [
      .partial("e four"), .recordingEnded(.lost), .error(code: "microphone", message: "Gone."),
    ]
    #expect(screen(bytes(messages, .rawTerminal)) == ["Error: Gone.", ""])
  }

  @Test func typingSurvivesMessages() {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    var sent = formatter.bytes(forTyped: "st")
    sent += formatter.bytes(for: result, at: time)
    #expect(screen(sent) == ["e four", "> st"])
    for words in ["knight", "knight to", "e"] {
      sent += formatter.bytes(for: .partial(words), at: time)
      #expect(screen(sent) == ["e four", "> st"], "a partial result eats nothing")
    }
    sent += formatter.bytes(forTyped: "stop")
    sent += formatter.bytesForTypedLine()
    #expect(screen(sent) == ["e four", "> stop", "e ..."])
    sent += formatter.bytes(for: .partial("x"), at: time)
    #expect(screen(sent) == ["e four", "> stop", "x ..."])
  }

  @Test func thePromptStandsWhereNothingElseDoes() {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    var sent = formatter.bytes(for: .state(.preparing), at: time)
    #expect(screen(sent).last == "")
    sent += formatter.bytes(for: .state(.available), at: time)
    #expect(screen(sent).last == ">")
    sent += formatter.bytes(for: .recording, at: time)
    #expect(screen(sent).last == "Listening...")
    sent += formatter.bytes(for: result, at: time)
    #expect(screen(sent).suffix(2) == ["e four", ">"])
    // A blank line leaves no trace.
    sent += formatter.bytes(forTyped: " ") + formatter.bytesForTypedLine()
    #expect(screen(sent).suffix(2) == ["e four", ">"])
    sent += formatter.bytesForEnd()
    #expect(screen(sent).suffix(2) == ["e four", ""])
  }

  @Test(arguments: [
    ("", "abc", "> Xabc"), ("ab", "c", "> abXc"), ("abc", "", "> abcX"),
  ])
  func theCursorStandsInWhatIsTyped(head: String, tail: String, shown: String) {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    var sent = formatter.bytes(forTyped: "abc") + formatter.bytes(forTyped: head, tail)
    #expect(screen(sent) == ["> abc"])
    sent += formatter.bytes(forTyped: head + "X", tail)
    #expect(screen(sent) == [shown])
    // Where the terminal's cursor is, is where the next byte lands.
    #expect(screen(sent + [UInt8(ascii: "#")]).last?.hasPrefix("> " + head + "X#") == true)
  }

  @Test func ofALongLineThePartAroundTheCursorIsShown() {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    let line = String(repeating: "0123456789", count: 20)
    var sent = formatter.bytes(forTyped: line)
    #expect(screen(sent).count == 1 && screen(sent)[0].hasSuffix("789"))
    sent += formatter.bytes(forTyped: "01", String(line.dropFirst(2)))
    #expect(screen(sent)[0].hasPrefix("> 0123") && screen(sent)[0].count == 79)
    sent += formatter.bytes(forTyped: String(line.prefix(100)), String(line.dropFirst(100)))
    #expect(screen(sent + [UInt8(ascii: "#")])[0].contains("789#123"))
  }

  @Test func choicesAreShownAboveWhatIsTyped() {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    var sent = formatter.bytes(forTyped: "N")
    sent += formatter.bytes(forChoices: ["Nc3", "Nf3"])
    #expect(screen(sent) == ["Nc3  Nf3", "> N"])
  }

  private static let refused = ConsoleMessage.refused(.init(code: "x", reason: "No."))

  @Test func linesAreColoredOnlyWhereTheTerminalHasColors() {
    for surface in [ConsoleFormatter.Surface.lines, .cookedTerminal, .rawTerminal] {
      var formatter = ConsoleFormatter(format: .text, surface: surface, hasColors: true)
      let sent = String(
        decoding: formatter.bytes(for: Self.refused, at: time), as: UTF8.self)
      #expect(sent.contains("\u{1B}[31mNo.\u{1B}[0m") == (surface != .lines))
      var plain = ConsoleFormatter(format: .text, surface: surface)
      #expect(!plain.bytes(for: Self.refused, at: time).contains(0x1B))
    }
    var json = ConsoleFormatter(format: .jsonl, surface: .rawTerminal, hasColors: true)
    #expect(!json.bytes(for: Self.refused, at: time).contains(0x1B))
  }

  @Test func statusIsToldEachTimeAndReadinessOnce() {
    let messages: [ConsoleMessage] = [
      .state(.available), .state(.available), .status(.available), .status(.recording),
    ]
    #expect(
      screen(bytes(messages, .lines)) == [
        "Ready: press and speak.", "Ready: press and speak.", "Recording.", "",
      ])
  }

  static let lost = Unavailability(cause: .microphone, reason: "No “Grünfeld”…\nPlug it in.")

  @Test func textIsPlainASCII() {
    #expect(
      screen(bytes([.state(.unavailable(Self.lost))], .lines))
        == ["Unavailable: No \"Grunfeld\"... Plug it in.", ""])
  }

  @Test func aStatusTellsWhatItSaysAndHowTheGameStands() throws {
    let message = ConsoleMessage.status(.available)
    let line = try #require(message.json(at: time, situation: Situation(state: .recording)))
    #expect(
      line.text.hasSuffix(
        #""available":true,"state":"available","recording":false,"locale":"en_US","player":null,"#
          + #""position":null,"game":null"#), "\(line.text)")
  }

  @Test(
    arguments: [
      (
        ConsoleMessage.state(.available),
        #""type":"available",T,"available":true,"state":"available""#
      ),
      (.status(.finishing), #""type":"available",T,"available":false,"state":"finishing""#),
      (
        .state(.unavailable(lost)),
        #""type":"available",T,"available":false,"state":"unavailable","cause":"microphone","#
          + #""reason":"No \u201cGr\u00fcnfeld\u201d\u2026\nPlug it in.""#
      ),
      (
        .hello,
        #""type":"hello",T,"protocol":1,"program":"spokenmove","version":"","available":false,"#
          + #""state":"preparing","recording":false,"locale":"en_US","player":null,"#
          + #""position":null,"game":null"#
      ),
      (
        .settings([.init(path: "button.mode", text: "once"), .init(path: "game", text: "true")]),
        #""type":"config",T,"settings":{"button.mode":"once","game":"true"}"#
      ),
      (.recording, #""type":"recording",T,"recording":true"#),
      (
        .recordingEnded(.tooLong(.seconds(60))),
        #""type":"recording",T,"recording":false,"cause":"too_long""#
      ),
      (.partial("e \"4\""), #""type":"partial",T,"text":"e \"4\"""#),
      (
        result,
        #""type":"result",T,"text":"e four","confidence":0.75,"seconds":1.5,"latency_ms":42.1,"#
          + #""words":[{"word":"e","start":0.1,"duration":0.2,"confidence":1}]"#
      ),
      (
        .refused(.init(code: "not_understood", reason: "Nothing.", text: "x")),
        #""type":"refused",T,"code":"not_understood","reason":"Nothing.","text":"x""#
      ),
      (
        .error(code: "microphone", message: "Gone."),
        #""type":"error",T,"code":"microphone","message":"Gone.""#
      ),
      (
        .voice(player: "Ada", enrolled: 40, learnt: 7),
        #""type":"voice",T,"player":"Ada","enrolled":40,"learnt":7"#
      ),
      (.timeLow(.black, seconds: 10), #""type":"clock",T,"color":"black","seconds":10"#),
    ] as [(ConsoleMessage, String)])
  func jsonLine(message: ConsoleMessage, members: String) throws {
    let stamp = #""time":"2025-11-21T10:40:00.825Z","monotonic":12345.678"#
    let expected = "{" + members.replacing(",T", with: "," + stamp) + "}\n"
    #expect(String(decoding: bytes([message], .lines, format: .jsonl), as: UTF8.self) == expected)
    #expect(try JSONSchema.lines.get().faults(in: expected) == [])
  }

  @Test(arguments: [
    (Origin(.voice), #""source":"voice""#), (Origin(.typed), #""source":"typed""#),
    (Origin(.program, id: .number(-3)), #""source":"program","answers":-3"#),
    (Origin(.program, id: .text("é\"")), #""source":"program","answers":"\u00e9\"""#),
    (Origin(.program, id: .unreadable), #""source":"program","answers":null"#),
  ])
  func whatALineCameOf(origin: Origin, members: String) throws {
    var formatter = ConsoleFormatter(format: .jsonl, surface: .lines)
    var origin = origin
    for isRepeated in [false, true] {
      origin.isRepeated = isRepeated
      let sent = String(
        decoding: formatter.bytes(for: .recording, at: time, origin: origin), as: UTF8.self)
      #expect(sent.hasSuffix("," + members + (isRepeated ? #","repeated":true"# : "") + "}\n"))
      #expect(try JSONSchema.lines.get().faults(in: sent) == [])
    }
    var text = ConsoleFormatter(format: .text, surface: .lines)
    #expect(
      text.bytes(for: .note("x"), at: time, origin: origin) == text.bytes(for: .note("x"), at: time)
    )
  }

  @Test func peopleAreNotGreeted() {
    for surface in [ConsoleFormatter.Surface.lines, .rawTerminal] {
      #expect(bytes([.hello], surface).isEmpty)
    }
    let settings = ConsoleMessage.settings([.init(path: "game", text: "true")])
    #expect(screen(bytes([settings, settings], .lines)) == ["game: true", "game: true", ""])
  }

  @Test func whatTellsPeopleNothingIsNoLine() {
    let resigned = CommandReport(command: .resign, text: "resign", confidence: 1)
    #expect(bytes([.response(.command(resigned), nil)], .lines).isEmpty)
  }

  @Test func lightsAreOneLineThatIsRewritten() {
    var formatter = ConsoleFormatter(format: .text, surface: .cookedTerminal)
    var sent = formatter.bytes(for: .lights("(~) a"), at: time)
    sent += formatter.bytes(for: .lights("(*) a"), at: time)
    sent += formatter.bytes(for: .partial("e four"), at: time)
    #expect(screen(sent) == ["(*) a  e four ..."])
    sent += formatter.bytes(for: result, at: time)
    #expect(screen(sent) == ["e four", "(*) a"])
    sent += formatter.bytesForEnd()
    #expect(screen(sent) == ["e four", ""])
    let lights: [ConsoleMessage] = [.lights("(~) a"), .lights("(*) a")]
    #expect(screen(bytes(lights, .lines)) == ["(~) a", "(*) a", ""])
    #expect(bytes(lights, .lines, format: .jsonl).isEmpty)
  }

  @Test func helpIsALineForEachKindOfThing() throws {
    let shown = bytes([.help(["Type a move."])], .lines, format: .jsonl)
    let text = String(decoding: shown, as: UTF8.self)
    #expect(text.contains(#""command":"help","lines":["Type start, stop, status or help.","#))
    #expect(text.contains(#","Type a move.","#))
    #expect(text.contains(#","\#(LightSign.legend)"]}"#))
  }

  @Test(arguments: [
    ("e four", 20, ["e four"]), ("one two three", 7, ["one two", "three"]),
    ("one two three", 8, ["one two", "three"]), ("  one two three", 9, ["  one two", "  three"]),
    ("onetwothree", 5, ["onetw", "othre", "e"]), ("", 5, [""]), ("one   two", 5, ["one  ", "two"]),
  ])
  func longLinesAreWrappedAtWords(text: String, width: Int, rows: [String]) {
    let wrapped = ConsoleFormatter.wrapped(text, at: width)
    #expect(wrapped.allSatisfy { $0.count <= width })
    #expect(wrapped == rows)
  }

  @Test func everythingFitsTheTerminal() {
    let long = ConsoleMessage.error(
      code: "x", message: .joined(Array(repeating: "knight", count: 30)))
    for surface in [ConsoleFormatter.Surface.rawTerminal, .cookedTerminal] {
      for columns in [20, 40, 80, 132] {
        var formatter = ConsoleFormatter(format: .text, surface: surface)
        formatter.columns = columns
        var sent = formatter.bytes(for: .partial("knight to f three and more of it"), at: time)
        for message in [ConsoleMessage.help(["Type a move."]), long] {
          sent += formatter.bytes(for: message, at: time)
        }
        let rows = screen(sent)
        #expect(rows.allSatisfy { $0.count < columns }, "\(rows)")
        #expect(!rows[0].contains("..."), "nothing is left of the partial result")
      }
    }
    #expect(screen(bytes([long], .lines)).count == 2, "a file has no width")
  }

  /// A terminal that does not tell its width has 80 columns.
  @Test func withoutAWidthThereAreEightyColumns() {
    let long = ConsoleMessage.note(.joined(Array(repeating: "knight", count: 30)))
    for surface in [ConsoleFormatter.Surface.rawTerminal, .cookedTerminal] {
      let rows = screen(bytes([long], surface))
      #expect(rows.count > 2 && rows.allSatisfy { $0.count <= 79 })
      #expect(rows[0].count > 79 - 7)
    }
  }

  @Test func atTheEndNothingFleetingIsLeft() {
    for surface in [ConsoleFormatter.Surface.rawTerminal, .cookedTerminal] {
      var formatter = ConsoleFormatter(format: .text, surface: surface)
      var sent = formatter.bytes(for: .partial("e four"), at: time)
      sent += formatter.bytes(forTyped: "st")
      sent += formatter.bytesForEnd()
      #expect(screen(sent).joined() == "")
    }
  }

  @Test func figurinesAreShownOnlyWhereThereAreAny() {
    let board = ConsoleMessage.board(["8  \u{265A} .", "   a b"])
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal, hasFigurines: true)
    #expect(
      String(decoding: formatter.bytes(for: board, at: time), as: UTF8.self)
        == "8  \u{265A} .\r\n   a b\r\n")
    #expect(screen(bytes([board], .rawTerminal)) == ["8  K .", "   a b", ""])
    #expect(bytes([board], .lines, format: .jsonl).isEmpty)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0004, "0"), (-1.5, "-1.5"), (0.001, "0.001"), (2.0996, "2.1"),
    (.infinity, "null"), (.nan, "null"), (1e300, "null"),
  ])
  func jsonNumber(number: Double, written: String) {
    #expect(JSONLine(["x": .number(number)]).line == "{\"x\":\(written)}")
  }
}

@Suite(.tags(.hardwareFree)) struct TimeStampTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (1_763_721_600_825, "2025-11-21T10:40:00.825Z"),
      (1_709_254_799_009, "2024-03-01T00:59:59.009Z"),
    ] as [(Int64, String)])
  func aMomentAsProgramsReadIt(wall: Int64, text: String) {
    let stamp = TimeStamp(wall: wall, monotonic: 0)
    #expect(stamp.iso8601 == text)
    #expect(stamp.day == String(text.prefix(10)))
  }

  @Test func nowIsInMilliseconds() {
    let before = ContinuousClock.now
    let (first, wall) = (TimeStamp.now, Date().timeIntervalSince1970)
    #expect(abs(Double(first.wall) / 1_000 - wall) < 5)
    while before.duration(to: .now) < .milliseconds(30) {}
    let passed = TimeStamp.now.monotonic - first.monotonic
    #expect((20..<5_000).contains(passed), "\(passed)")
    // Since the machine was started.
    #expect(first.monotonic > 1_000 && first.monotonic < first.wall)
  }
}

@Suite struct ConsoleQueueTests {
  private func entry(_ message: ConsoleMessage) -> ConsoleQueue.Entry {
    ConsoleQueue.Entry(message: message, time: time)
  }

  @Test func partialsAreReplacedAndNeverCounted() {
    var queue = ConsoleQueue(capacity: 2)
    for number in 0..<10 { queue.add(entry(.partial("\(number)"))) }
    #expect(queue.holdsOnlyFleeting && queue.dropped == 0)
    #expect(queue.next()?.message == .partial("9"))
    queue.add(entry(.partial("10")))
    queue.add(entry(result))
    #expect(queue.next()?.message == result)
    #expect(queue.next() == nil)
  }

  @Test func sixtyFourMessagesWait() {
    for (queue, count) in [(ConsoleQueue(), 64), (ConsoleQueue(capacity: 0), 1)] {
      var queue = queue
      for _ in 0..<count { queue.add(entry(.recording)) }
      #expect(queue.dropped == 0 && !queue.holdsOnlyFleeting)
      queue.add(entry(.recording))
      #expect(queue.dropped > 0)
    }
  }

  @Test func whatIsDroppedIsTold() {
    var queue = ConsoleQueue(capacity: 2)
    queue.add(entry(.help([])))
    queue.add(entry(.recording))
    queue.add(entry(result))
    guard case .error("dropped", let message) = queue.next()?.message else {
      Issue.record("not told")
      return
    }
    #expect(message.hasPrefix("1 "))
    #expect(queue.next()?.message == .recording)
    #expect(queue.next()?.message == result)
    #expect(queue.next() == nil)
  }
}
