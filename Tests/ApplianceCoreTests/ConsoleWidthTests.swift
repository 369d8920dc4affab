import TestSupport
import Testing

@testable import ApplianceCore
@testable import Dialogue

/// Lines fit the terminal.
@Suite struct ConsoleWidthTests {
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
}
