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
    ("      one two", 10, ["      one", "     two"]),
  ])
  func longLinesAreWrappedAtWords(text: String, width: Int, rows: [String]) {
    let wrapped = ConsoleFormatter.wrapped(text, at: width)
    #expect(wrapped.allSatisfy { $0.count <= width })
    #expect(wrapped == rows)
  }

  /// A text on a terminal with ASCII only, and on one with accents.
  @Test(arguments: [
    ("„Läufer“ «à» ‘x’", "\"Laufer\" \"a\" 'x'", "„Läufer“ «à» ‘x’"),
    ("¿Qué? ¡No! – ß", "Que? No! - ss", "¿Qué? ¡No! – ß"), ("Øx Łódź", "Ox Lodz", "Øx Łódź"),
    ("a\u{A0}b\u{202F}c\td\ne…—", "a b c d e...-", "a b c d e...-"),
    ("\u{2658}f3 \u{265A}", "Nf3 K", "Nf3 K"), ("дом 象 \u{1B}[m\u{7F}", "??? ? ?[m?", "??? ? ?[m?"),
    ("~ !Az09", "~ !Az09", "~ !Az09"), ("Ærø Œuf", "Aero Oeuf", "Ærø Œuf"),
  ])
  func accentsAndFigurinesAreReplacedUnlessKept(text: String, plain: String, lettered: String) {
    #expect(ConsoleFormatter.ascii(text) == plain)
    #expect(ConsoleFormatter.ascii(text, keepingLetters: true) == lettered)
    let figurines = ConsoleFormatter.ascii("\u{2658}f3", keepingFigurines: true)
    #expect(figurines == "\u{2658}f3")
  }

  @Test func everyLineFitsTheTerminal() {
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

  /// A terminal that does not report its width has 80 columns.
  @Test func withoutAWidthThereAreEightyColumns() {
    let long = ConsoleMessage.note(.joined(Array(repeating: "knight", count: 30)))
    for surface in [ConsoleFormatter.Surface.rawTerminal, .cookedTerminal] {
      let rows = screen(bytes([long], surface))
      #expect(rows.count > 2 && rows.allSatisfy { $0.count <= 79 })
      #expect(rows[0].count > 79 - 7)
    }
  }
}
