import TestSupport
import Testing

@testable import ApplianceCore

@Suite(.tags(.hardwareFree)) struct PasteWatchTests {
  /// Lines, each with its second, and whether it belongs to a game.
  @Test(
    arguments: [
      [
        ("[A \"b\"]", 0, true), ("", 1, true), ("1. e4", 2, true), ("", 6, true), ("*", 6, true),
        ("", 6, false),
      ],
      [("", 0, false), ("1. e4 *", 1, false), ("", 1, false)],
      // Empty lines do not keep it open.
      [("[A \"b\"]", 0, true), ("", 3, true), (" ", 4, true), ("", 5, false), ("", 5, false)],
    ] as [[(String, Int, Bool)]])
  func emptyLinesOfAPasteAreRecognized(lines: [(line: String, second: Int, isPasted: Bool)]) {
    var watch = PasteWatch()
    for (line, second, isPasted) in lines {
      #expect(watch.isPasted(line, at: .seconds(second)) == isPasted, "\(line) at \(second)")
    }
  }

  /// Moves without tags are of a game only while the paste lasts.
  @Test func emptyLinesAmongNumberedMovesAreRecognized() {
    var watch = PasteWatch()
    for (line, milliseconds, isPasted) in [
      ("Nf3", 0, false), ("", 10, false), ("1. e4 e5", 20, false), ("", 30, true), ("", 40, true),
      ("2. Nf3 Nc6", 50, true), ("", 150, false),
    ] {
      let isOne = watch.isPasted(line, at: .milliseconds(milliseconds))
      #expect(isOne == isPasted, "\(line) at \(milliseconds)")
    }
  }
}
