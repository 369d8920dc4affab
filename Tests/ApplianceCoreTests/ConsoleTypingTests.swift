import TestSupport
import Testing

@testable import ApplianceCore
@testable import Dialogue

/// Typed text between messages.
@Suite struct ConsoleTypingTests {
  @Test func typedTextSurvivesMessages() {
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

  @Test func thePromptIsShownOnAnEmptyLine() {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    var sent = formatter.bytes(for: .state(.preparing), at: time)
    #expect(screen(sent).last == "")
    sent += formatter.bytes(for: .state(.available), at: time)
    #expect(screen(sent).last == ">")
    sent += formatter.bytes(for: .recording, at: time)
    #expect(screen(sent).last == "Listening...")
    sent += formatter.bytes(for: result, at: time)
    #expect(screen(sent).suffix(2) == ["e four", ">"])
    // A blank line leaves nothing behind.
    sent += formatter.bytes(forTyped: " ") + formatter.bytesForTypedLine()
    #expect(screen(sent).suffix(2) == ["e four", ">"])
    sent += formatter.bytesForEnd()
    #expect(screen(sent).suffix(2) == ["e four", ""])
  }

  @Test(arguments: [
    ("", "abc", "> Xabc"), ("ab", "c", "> abXc"), ("abc", "", "> abcX"),
  ])
  func theCursorStandsInTheTypedText(head: String, tail: String, shown: String) {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    var sent = formatter.bytes(forTyped: "abc") + formatter.bytes(forTyped: head, tail)
    #expect(screen(sent) == ["> abc"])
    sent += formatter.bytes(forTyped: head + "X", tail)
    #expect(screen(sent) == [shown])
    // The next byte appears at the terminal's cursor.
    #expect(screen(sent + [UInt8(ascii: "#")]).last?.hasPrefix("> " + head + "X#") == true)
  }

  @Test func aLongLineShowsThePartAroundTheCursor() {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    let line = String(repeating: "0123456789", count: 20)
    var sent = formatter.bytes(forTyped: line)
    #expect(screen(sent).count == 1 && screen(sent)[0].hasSuffix("789"))
    sent += formatter.bytes(forTyped: "01", String(line.dropFirst(2)))
    #expect(screen(sent)[0].hasPrefix("> 0123") && screen(sent)[0].count == 79)
    sent += formatter.bytes(forTyped: String(line.prefix(100)), String(line.dropFirst(100)))
    #expect(screen(sent + [UInt8(ascii: "#")])[0].contains("789#123"))
    // The cursor is at three quarters of the 79 columns.
    #expect(screen(sent) == [String(("> " + line).dropFirst(102 - 59).prefix(79))])
  }

  @Test func choicesAreShownAboveTheTypedText() {
    var formatter = ConsoleFormatter(format: .text, surface: .rawTerminal)
    var sent = formatter.bytes(forTyped: "N")
    sent += formatter.bytes(forChoices: ["Nc3", "Nf3"])
    #expect(screen(sent) == ["Nc3  Nf3", "> N"])
    // Partial results of the meantime appear once the line has been entered.
    sent += formatter.bytes(for: .partial("knight"), at: time)
    sent += formatter.bytes(forChoices: ["Nc3", "Nf3"])
    sent += formatter.bytes(forTyped: "")
    #expect(screen(sent) == ["Nc3  Nf3", "Nc3  Nf3", "knight ..."])
  }
}
