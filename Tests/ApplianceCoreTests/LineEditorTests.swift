import Testing

@testable import ApplianceCore

@Suite struct LineEditorTests {
  private static let long = String(repeating: "a", count: LineEditor.maximumLength + 1)

  /// ESC, a bracket and fifteen digits.
  private static let sequence = "\u{1B}[" + String(repeating: "1", count: 15)
  private static let lines: [(String, [LineEditor.Event])] = [
    ("start\r", [.line("start")]), ("stop\r\nx\n", [.line("stop"), .line("x")]),
    ("\n\n", [.line(""), .line("")]), ("stx\u{7F}op\r", [.line("stop")]),
    ("\u{8}a\r", [.line("a")]), ("abc\u{15}d\r", [.line("d")]), ("abc\u{3}\r", [.line("")]),
    ("a\u{1B}[A\u{1B}OBb\u{1B}[1;5Cc\r", [.line("abc")]), ("é\u{0}a\r", [.line("éa")]),
    ("é\u{7F}\u{2658}f3\r", [.line("\u{2658}f3")]), ("\u{4}a\u{4}\r", [.ended, .line("a")]),
    (long + "\rb\r", [.tooLong, .line("b")]),
    // A sequence has at most 16 bytes after ESC, and then ends anywhere.
    (sequence + "xy\r", [.line("y")]), (sequence + "1xy\r", [.line("xy")]),
  ]

  @Test(arguments: lines)
  func typedKeysMakeLines(typed: String, events: [LineEditor.Event]) {
    var editor = LineEditor()
    let all = typed.utf8.compactMap { editor.receive($0) }
    #expect(all.filter { $0 != .edited } == events)
  }

  /// Keys without an effect report nothing.
  @Test(arguments: [0x7F, 0x08, 0x02, 0x06, 0x09, 0x0E, 0x10, 0x00] as [UInt8])
  func keysWithoutEffectReportNothing(byte: UInt8) {
    var editor = LineEditor()
    #expect(editor.receive(byte) == nil)
    #expect(editor.receive(UInt8(ascii: "a")) == .edited)
    if byte == 0x7F || byte == 0x02 { #expect(editor.receive(byte) == .edited) }
  }

  @Test(arguments: [
    ("a\u{7}b", "a?b"), ("é\u{9F}\n\u{A0}", "é?\n\u{A0}"), ("\u{7F}~ ", "?~ "),
    ("\u{200E}\u{202E}\u{2066}\u{2069}x\u{2028}", "????x?"), ("\r\t\u{1B}[m", "???[m"),
    ("♘ “é”", "♘ “é”"), ("\u{200D}\u{2010}\u{206A}", "\u{200D}\u{2010}\u{206A}"),
  ])
  func controlCharactersBecomeQuestionMarks(text: String, printable: String) {
    #expect(text.printable == printable)
  }

  @Test func bytesBeyondTheEncodingStayVisible() {
    var editor = LineEditor()
    let all = [0x65, 0xFF, 0x34, 0x0D].compactMap { editor.receive($0) }
    #expect(all.last == .line("e\u{FFFD}4"))
  }

  @Test(arguments: ["é", "\u{2658}", "\u{1F600}"])
  func aCharacterAppearsWithItsLastByte(character: String) {
    var editor = LineEditor()
    for byte in character.utf8.dropLast() { _ = editor.receive(byte) }
    #expect(editor.text.isEmpty)
    for byte in character.utf8.suffix(1) { _ = editor.receive(byte) }
    #expect(editor.text == character && editor.head.count == 1)
  }

  private static let left = "\u{1B}[D"
  private static let right = "\u{1B}OC"
  private static let up = "\u{1B}[A"
  private static let down = "\u{1B}[B"

  // Swift 6.0.3 crashes on interpolated strings within an attribute.
  private static let edits: [(String, String, String)] = [
    ("ac\(left)b", "ab", "c"), ("ac\(left)\(left)\(left)b", "b", "ac"),
    ("ab\(left)\(right)\(right)c", "abc", ""), ("bc\u{1B}[Ha", "a", "bc"),
    ("bc\u{1}a\u{5}d", "abcd", ""), ("abc\(left)\u{1B}[3~", "ab", ""),
    ("abc\(left)\(left)\u{4}", "a", "c"), ("abc\(left)\u{7F}", "a", "c"),
    ("abc\(left)\(left)\u{B}", "a", ""), ("take back  \u{17}", "take ", ""),
    ("aé\(left)\(left)b", "b", "aé"), ("x\u{1B}[1~y\u{1B}[4~z", "yxz", ""),
    ("ab\u{2}\u{2}c\u{6}d", "cad", "b"),
  ]

  @Test(arguments: edits)
  func keysMoveTheCursorAndEdit(typed: String, head: String, tail: String) {
    var editor = LineEditor()
    for byte in typed.utf8 { _ = editor.receive(byte) }
    #expect(editor.head == head && editor.tail == tail)
  }

  private static let recalls: [(String, String)] = [
    ("e4\re5\r\(up)", "e5"), ("e4\re5\r\(up)\(up)", "e4"), ("e4\re5\r\(up)\(up)\(up)", "e4"),
    ("e4\re5\rx\(up)\(up)\(down)\(down)", "x"), ("e4\r\(up)\(down)\(down)", ""),
    ("e4\re4\rd4\r\(up)\(up)!", "e4!"), ("e4\r   \r\(up)", "e4"),
    ("e4\re5\r\(up)\(up)\r\(up)", "e4"), ("e4\re5\r\u{10}", "e5"),
    ("e4\re5\r\u{10}\u{10}", "e4"), ("e4\re5\r\u{10}\u{10}\u{E}", "e5"),
  ]

  @Test(arguments: recalls)
  func linesAreRecalled(typed: String, shown: String) {
    var editor = LineEditor()
    for byte in typed.utf8 { _ = editor.receive(byte) }
    #expect(editor.text == shown)
  }

  @Test func theHistoryHasALimit() {
    #expect(LineEditor.historyLimit == 100 && LineEditor.maximumLength == 8_192)
    var editor = LineEditor()
    for number in 0...LineEditor.historyLimit {
      for byte in "\(number)\r".utf8 { _ = editor.receive(byte) }
    }
    for _ in 0...LineEditor.historyLimit + 5 {
      for byte in Self.up.utf8 { _ = editor.receive(byte) }
    }
    #expect(editor.text == "1")
  }

  private static let completions = ["Nc3", "Nf3", "Nh3", "a3", "new game", "new game as black"]

  @Test(arguments: [
    ("Nf\t", "Nf3", []), ("nf\t", "Nf3", []), ("N\t", "N", ["Nc3", "Nf3", "Nh3"]),
    ("Ne\t", "new game", []), ("n\t", "new game", []),
    ("ne\t", "new game", []), ("new game\t", "new game", ["new game", "new game as black"]),
    ("new game \t", "new game as black", []), ("x\t", "x", []), ("a3\t", "a3", []),
    ("NE\t", "new game", []), ("\t", "", completions),
  ])
  func tabCompletes(typed: String, shown: String, choices: [String]) {
    var editor = LineEditor()
    editor.completions = Self.completions
    let events = typed.utf8.compactMap { editor.receive($0) }.filter { $0 != .edited }
    #expect(editor.text == shown)
    #expect(events == (choices.isEmpty ? [] : [.choices(choices)]))
  }

  @Test func tabKeepsTheTextAfterTheCursor() {
    var editor = LineEditor()
    editor.completions = Self.completions
    for byte in "Nf!\u{1B}[D\t".utf8 { _ = editor.receive(byte) }
    #expect(editor.head == "Nf3" && editor.tail == "!")
  }
}
