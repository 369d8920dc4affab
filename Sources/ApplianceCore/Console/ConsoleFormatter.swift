import Dialogue

/// Turns messages into the bytes that show them, and knows what stands on the terminal's last line.
package struct ConsoleFormatter: Sendable {
  /// Where the bytes go.
  package enum Surface: Sendable, Hashable {
    /// A file or a pipe: lines that are complete.
    case lines
    /// A terminal that the kernel's line discipline serves: it echoes, and turns LF into CR LF.
    case cookedTerminal
    /// A terminal that shows every byte as it is sent.
    case rawTerminal
  }

  /// Colors of lines on a terminal that has them, as parameters of SGR (ECMA-48).
  private enum Ink: String {
    case move = "1"
    case question = "33"
    case trouble = "31"
  }

  /// What a terminal is taken to have that does not say.
  package static let usualColumns = 80

  package let format: Configuration.ConsoleFormat
  package let surface: Surface
  package let showsPartials: Bool
  /// Whether figurines are shown as they are; all else is ASCII in any case.
  package let hasFigurines: Bool
  /// Whether lines are colored.
  package let hasColors: Bool
  /// Columns of the console; lines are wrapped at words to fit. Nil: no line is wrapped.
  package var columns: Int?
  /// What stands on the last line, and is rewritten: the partial result, or what is being typed.
  private var shown = ""
  private var fleeting = ""
  /// How the lights are lit, where they are drawn; before what is fleeting.
  private var lights = ""
  private var typed = (head: "", tail: "")
  /// How many characters of what is shown are before the cursor.
  private var cursor = 0
  private var lastState: ApplianceStateMachine.State?

  package init(
    format: Configuration.ConsoleFormat, surface: Surface, showsPartials: Bool = true,
    hasFigurines: Bool = false, hasColors: Bool = false
  ) {
    self.format = format
    self.surface = surface
    self.showsPartials = showsPartials
    self.hasFigurines = hasFigurines
    self.hasColors = hasColors && surface != .lines && format == .text
    columns = surface == .lines ? nil : Self.usualColumns
  }

  /// What a line that is rewritten may take; a character in the last column would begin a new line
  /// on some terminals.
  private var width: Int { (columns ?? Self.usualColumns) - 1 }

  private var newline: String { surface == .rawTerminal ? "\r\n" : "\n" }
  private var rewrites: Bool { format == .text && surface != .lines }

  /// The bytes that show `message`, none if there is nothing to show.
  package mutating func bytes(for message: ConsoleMessage, at time: TimeStamp) -> [UInt8] {
    switch format {
    case .jsonl:
      if message.isFleeting, !showsPartials { return [] }
      return message.json(at: time).map { Array(($0.line + newline).utf8) } ?? []
    case .text:
      switch message {
      case .recording: return showFleeting("Listening...")
      case .lights(let text) where rewrites:
        lights = text
        return refresh()
      case .partial(let text): return showsPartials ? showFleeting("\(text) ...") : []
      case .recordingEnded(let cause) where message.text == nil:
        // What was said so far stays until the result replaces it; of a lost recording there is
        // none.
        if cause == .lost { fleeting = "" }
        return refresh()
      case .state(let state):
        // After each recording it is ready again; that is told where it was not so before.
        guard lastState != state else {
          fleeting = ""
          return refresh()
        }
        lastState = state
        return line(message.text ?? "")
      case .response, .help, .board:
        // A response may have nothing to tell people, and a line that is told may be empty.
        return message.text.map { text in
          lines(
            text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
            Self.color(of: message))
        } ?? []
      default: return lines([message.text ?? ""], Self.color(of: message))
      }
    }
  }

  private static func color(of message: ConsoleMessage) -> Ink? {
    switch message {
    case .result, .response(.move, _), .response(.opening, _): .move
    case .response(.ask, _): .question
    case .refused, .error, .response(.refused, _), .timeLow: .trouble
    default: nil
    }
  }

  /// The bytes that show what has been typed so far, before and after the cursor; none if the
  /// terminal itself echoes.
  package mutating func bytes(forTyped head: String, _ tail: String = "") -> [UInt8] {
    guard surface == .rawTerminal else { return [] }
    typed = (head, tail)
    return refresh()
  }

  /// The bytes that end the typed line; a blank one leaves no trace.
  package mutating func bytesForTypedLine() -> [UInt8] {
    guard surface == .rawTerminal, format == .text else { return [] }
    let text = fitting(Self.prompt + plain(typed.head + typed.tail))
    let isBlank = (typed.head + typed.tail).allSatisfy { $0 == " " }
    typed = ("", "")
    guard !isBlank else { return refresh() }
    let bytes = overwriting(text) + newline
    (shown, cursor) = ("", 0)
    return Array((bytes + current()).utf8)
  }

  /// The bytes that show what can come of what is typed.
  package mutating func bytes(forChoices choices: [String]) -> [UInt8] {
    guard surface == .rawTerminal, format == .text else { return [] }
    let kept = fleeting
    let bytes = lines([choices.joined(separator: "  ")])
    fleeting = kept
    return bytes + refresh()
  }

  /// The bytes that take away what does not stay, at the end.
  package mutating func bytesForEnd() -> [UInt8] {
    fleeting = ""
    lights = ""
    typed = ("", "")
    lastState = nil
    return refresh() + (shown.isEmpty && rewrites ? Array("\r".utf8) : [])
  }

  private mutating func showFleeting(_ text: String) -> [UInt8] {
    fleeting = text
    return refresh()
  }

  /// Makes the last line what it should be.
  private mutating func refresh() -> [UInt8] {
    guard rewrites else { return [] }
    return Array(current().utf8)
  }

  /// The bytes that make the last line what it should be.
  private mutating func current() -> String {
    let (text, place) = lastLine
    defer { (shown, cursor) = (text, place) }
    // What only grows need not be sent again: on a slow line that is most of it.
    if cursor == shown.count, text.hasPrefix(shown) {
      return String(text.dropFirst(shown.count)) + Self.backspaces(text.count - place)
    }
    if text == shown, place <= cursor { return Self.backspaces(cursor - place) }
    return overwriting(text) + Self.backspaces(text.count - place)
  }

  /// What the last line should be, and how many of its characters are before the cursor.
  private var lastLine: (text: String, cursor: Int) {
    let untyped = [lights, fleeting].filter { !$0.isEmpty }.joined(separator: "  ")
    let isTyped = !(typed.head + typed.tail).isEmpty
    // A partial result never stands in place of what is being typed.
    guard isTyped || (untyped.isEmpty && isPrompting) else {
      let text = fitting(plain(untyped))
      return (text, text.count)
    }
    let head = Self.prompt + plain(typed.head)
    let text = head + plain(typed.tail)
    guard text.count > width else { return (text, head.count) }
    // Of a long line the part around the cursor.
    let first = max(0, min(head.count - width * 3 / 4, text.count - width))
    return (String(text.dropFirst(first).prefix(width)), min(head.count - first, width))
  }

  /// Whether the prompt stands where nothing else does: once it can be spoken to.
  private var isPrompting: Bool { surface == .rawTerminal && lastState == .available }

  private static let prompt = "> "

  private static func backspaces(_ count: Int) -> String {
    String(repeating: "\u{8}", count: max(0, count))
  }

  private func overwriting(_ text: String) -> String {
    let rest = max(0, shown.count - text.count)
    return "\r" + text + String(repeating: " ", count: rest) + Self.backspaces(rest)
  }

  /// A line that stays.
  private mutating func line(_ text: String) -> [UInt8] { lines([text]) }

  /// Lines that stay.
  private mutating func lines(_ texts: [String], _ color: Ink? = nil) -> [UInt8] {
    fleeting = ""
    var rows = texts.flatMap { text in
      columns == nil ? [plain(text)] : Self.wrapped(plain(text), at: width)
    }
    // Only the first stands where something else may stand already.
    if rewrites, !shown.isEmpty, let first = rows.first { rows[0] = overwriting(first) }
    if hasColors, let color {
      rows = rows.map { "\u{1B}[\(color.rawValue)m\($0)\u{1B}[0m" }
    }
    let all = rows.map { $0 + newline }.joined()
    guard rewrites else { return Array(all.utf8) }
    (shown, cursor) = ("", 0)
    return Array((all + current()).utf8)
  }

  /// The end of a text that is too long for a line.
  private func fitting(_ text: String) -> String {
    text.count <= width ? text : "..." + text.suffix(width - 3)
  }

  /// The text in lines of `width` characters at most, broken at spaces where there are any; at
  /// least one line.
  package static func wrapped(_ text: String, at width: Int) -> [String] {
    let indentation = String(text.prefix { $0 == " " }.prefix(width / 2))
    var rows: [String] = []
    var rest = Substring(text)
    while rest.count > width {
      let head = rest.prefix(width + 1)
      // A space of the indentation is no place to break.
      let blank = head.dropFirst(indentation.count).lastIndex(of: " ")
      let end = blank ?? rest.index(rest.startIndex, offsetBy: width)
      rows.append(String(rest[..<end]))
      rest = Substring(indentation + rest[end...].drop { $0 == " " })
    }
    if rows.isEmpty || rest.contains(where: { $0 != " " }) { rows.append(String(rest)) }
    return rows
  }

  private func plain(_ text: String) -> String { Self.ascii(text, keepingFigurines: hasFigurines) }

  /// The letters with marks that names of openings have.
  private static let plain: [Unicode.Scalar: String] = {
    let letters = [
      "a": "áàâäãåą", "c": "çćč", "d": "ď", "e": "éèêëęě", "i": "íìîï", "l": "ł", "n": "ñńň",
      "o": "óòôöõøő", "r": "ř", "s": "śš", "t": "ť", "u": "úùûüůű", "y": "ýÿ", "z": "źżž",
    ]
    var plain: [Unicode.Scalar: String] = ["ß": "ss", "æ": "ae", "œ": "oe"]
    for (letter, marked) in letters {
      for scalar in marked.unicodeScalars { plain[scalar] = letter }
      for scalar in marked.uppercased().unicodeScalars { plain[scalar] = letter.uppercased() }
    }
    return plain
  }()

  /// Printable ASCII only, as a terminal on a serial line may know nothing else.
  package static func ascii(_ text: String, keepingFigurines: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case " "..."~": result.unicodeScalars.append(scalar)
      case "“", "”": result += "\""
      case "‘", "’": result += "'"
      case "–", "—": result += "-"
      case "…": result += "..."
      case "\n", "\r", "\t": result += " "
      default:
        if let letter = TypedText.letter(of: scalar) {
          result.append(keepingFigurines ? Character(scalar) : letter)
        } else {
          result += plain[scalar] ?? "?"
        }
      }
    }
    return result
  }
}
