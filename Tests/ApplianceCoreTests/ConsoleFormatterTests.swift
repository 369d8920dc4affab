import TestSupport
import Testing

@testable import ApplianceCore
@testable import Dialogue

/// Messages as people read them.
@Suite struct ConsoleFormatterTests {
  private let dialogue: [ConsoleMessage] = [
    .state(.preparing), .state(.available), .recording, .partial("knight to"),
    .partial("knight to e four"), .partial("e four"), .recordingEnded(.asked), result,
    .state(.available),
  ]

  /// At the end, a terminal's line is cleared; elsewhere there is nothing to remove.
  @Test func theEndClearsOnlyATerminalsLine() {
    for (surface, expected) in [
      (ConsoleFormatter.Surface.lines, ""), (.rawTerminal, "\r"), (.cookedTerminal, "\r"),
    ] {
      var formatter = ConsoleFormatter(format: .text, surface: surface)
      #expect(formatter.bytesForEnd() == Array(expected.utf8), "\(surface)")
      var json = ConsoleFormatter(format: .jsonl, surface: surface)
      #expect(json.bytesForEnd().isEmpty)
    }
  }

  @Test func linesAreWrittenWhole() {
    #expect(
      String(decoding: bytes(dialogue, .lines), as: UTF8.self)
        == "Preparing.\nReady: press and speak.\ne four\n")
  }

  @Test func aTerminalsLineIsRewritten() {
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

  @Test func moreTypedLettersSendOnlyTheNewOnes() {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    _ = formatter.bytes(forTyped: "sta")
    #expect(formatter.bytes(forTyped: "stat") == Array("t".utf8))
  }

  @Test func aLongPartialShowsItsEndInOneLine() {
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

  /// It stays until the result comes, unless there will be none.
  @Test func thePartialOfAWholeRecordingStays() {
    for (cause, shown) in [
      (ApplianceStateMachine.EndCause.asked, "e four ..."), (.pause, "e four ..."), (.lost, ""),
    ] {
      #expect(screen(bytes([.partial("e four"), .recordingEnded(cause)], .rawTerminal)) == [shown])
    }
  }

  /// Text of the same length is overwritten, without a trailing blank.
  @Test func noMoreIsSentThanNecessary() {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    _ = formatter.bytes(for: .partial("knight"), at: time)
    #expect(formatter.bytes(for: .partial("bishop"), at: time) == Array("\rbishop ...".utf8))
    #expect(
      formatter.bytes(for: .partial("king"), at: time) == Array("\rking ...  \u{8}\u{8}".utf8))
    #expect(formatter.bytes(for: .partial("king"), at: time).isEmpty)
  }

  @Test func aLostRecordingRemovesItsPartial() {
    let messages: [ConsoleMessage] = [
      .partial("e four"), .recordingEnded(.lost), .error(code: "microphone", message: "Gone."),
    ]
    #expect(screen(bytes(messages, .rawTerminal)) == ["Error: Gone.", ""])
  }

  private static let refused = ConsoleMessage.refused(.init(code: "x", reason: "No."))

  @Test func linesAreColoredOnlyIfTheTerminalHasColors() {
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

  @Test func statusIsShownEachTimeAndReadinessOnce() {
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

  @Test func helloIsOnlyForPrograms() {
    for surface in [ConsoleFormatter.Surface.lines, .rawTerminal] {
      #expect(bytes([.hello], surface).isEmpty)
    }
    let settings = ConsoleMessage.settings([.init(path: "game", text: "true")])
    #expect(screen(bytes([settings, settings], .lines)) == ["game: true", "game: true", ""])
  }

  @Test func messagesWithoutTextAreNotShown() {
    let resigned = CommandReport(command: .resign, text: "resign", confidence: 1)
    #expect(bytes([.response(.command(resigned), nil)], .lines).isEmpty)
  }

  @Test func theLightsAreOneRewrittenLine() {
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

  @Test func atTheEndPartialsAndTypedTextAreGone() {
    for surface in [ConsoleFormatter.Surface.rawTerminal, .cookedTerminal] {
      var formatter = ConsoleFormatter(format: .text, surface: surface)
      var sent = formatter.bytes(for: .partial("e four"), at: time)
      sent += formatter.bytes(forTyped: "st")
      sent += formatter.bytesForEnd()
      #expect(screen(sent).joined() == "")
    }
  }

  @Test func figurinesAreShownOnlyIfTheTerminalHasThem() {
    let board = ConsoleMessage.board(["8  \u{265A} .", "   a b"])
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal, hasFigurines: true)
    #expect(
      String(decoding: formatter.bytes(for: board, at: time), as: UTF8.self)
        == "8  \u{265A} .\r\n   a b\r\n")
    #expect(screen(bytes([board], .rawTerminal)) == ["8  K .", "   a b", ""])
    #expect(bytes([board], .lines, format: .jsonl).isEmpty)
  }
}
