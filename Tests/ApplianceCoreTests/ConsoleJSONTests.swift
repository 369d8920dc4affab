import Foundation
import LanguageModel
import TestSupport
import Testing

@testable import ApplianceCore
@testable import Dialogue

/// Messages as programs read them.
@Suite struct ConsoleJSONTests {
  /// For people, a phrase's intent is a separate line; for programs, it is two members.
  @Test func intentsAreALineForPeopleAndMembersForPrograms() {
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

  static let lost = Unavailability(cause: .microphone, reason: "No “Grünfeld”…\nPlug it in.")

  @Test func aStatusHasTheStateAndTheGame() throws {
    let message = ConsoleMessage.status(.available)
    let line = try #require(message.json(at: time, situation: Situation(state: .recording)))
    #expect(
      line.text.hasSuffix(
        #""available":true,"state":"available","recording":false,"listening":false,"locale":"en_US","player":null,"#
          + #""position":null,"game":null,"clock":null"#), "\(line.text)")
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
          + #""state":"preparing","recording":false,"listening":false,"locale":"en_US","player":null,"#
          + #""position":null,"game":null,"clock":null"#
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
  func everyMessageHasItsJSON(message: ConsoleMessage, members: String) throws {
    let stamp = #""time":"2025-11-21T10:40:00.825Z","monotonic":12345.678"#
    let expected = "{" + members.replacing(",T", with: "," + stamp) + "}\n"
    #expect(String(decoding: bytes([message], .lines, format: .jsonl), as: UTF8.self) == expected)
    #expect(try JSONSchema.lines.get().faults(in: expected) == [])
  }

  @Test func theClockIsInMilliseconds() throws {
    let message = ConsoleMessage.clock(try Samples.clock)
    let sent = String(decoding: bytes([message], .lines, format: .jsonl), as: UTF8.self)
    let clock =
      #""clock":{"white_ms":900000,"black_ms":61500,"increment_ms":10000,"delay_ms":0,"#
      + #""running":"black"}}"#
    #expect(sent.hasPrefix(#"{"type":"times","#) && sent.hasSuffix(clock + "\n"))
    #expect(try JSONSchema.lines.get().faults(in: sent) == [])
    #expect(message.text == "Clock: white 15:00, black 1:02.")
  }

  @Test(arguments: [
    (Origin(.voice), #""source":"voice""#), (Origin(.typed), #""source":"typed""#),
    (Origin(.program, id: .number(-3)), #""source":"program","answers":-3"#),
    (Origin(.program, id: .text("é\"")), #""source":"program","answers":"\u00e9\"""#),
    (Origin(.program, id: .unreadable), #""source":"program","answers":null"#),
  ])
  func linesHaveTheirOrigin(origin: Origin, members: String) throws {
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

  @Test func helpHasOneLinePerSubject() throws {
    let shown = bytes([.help(["Type a move."])], .lines, format: .jsonl)
    let text = String(decoding: shown, as: UTF8.self)
    #expect(text.contains(#""command":"help","lines":["Type start, stop, status or help.","#))
    #expect(text.contains(#","Type a move.","#))
    #expect(text.contains(#","\#(LightSign.legend)"]}"#))
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0004, "0"), (-1.5, "-1.5"), (0.001, "0.001"), (2.0996, "2.1"),
    (.infinity, "null"), (.nan, "null"), (1e300, "null"),
  ])
  func numbersAreWrittenAsJSON(number: Double, written: String) {
    #expect(JSONLine(["x": .number(number)]).line == "{\"x\":\(written)}")
  }

  @Test(arguments: [
    (1.25, 1, "1.3"), (0.05, 2, "0.05"), (-0.5, 0, "-1"), (99.999, 2, "100.00"), (-0.001, 1, "0.0"),
    (.nan, 1, "nan"), (.infinity, 1, "inf"), (-1e12, 6, "-inf"), (3.0, 3, "3.000"),
    (999_999_999_999, 3, "999999999999.000"),
  ])
  func numbersAreRoundedToFixedDecimals(value: Double, decimals: Int, text: String) {
    #expect(value.fixed(decimals) == text)
  }
}
