import Dialogue
import Localization

/// Turns messages into bytes for the console, and keeps track of the terminal's last line.
package struct ConsoleFormatter: Sendable {
  /// Where the bytes go.
  package enum Surface: Sendable, Hashable {
    /// A file or a pipe: complete lines only.
    case lines
    /// A terminal with the kernel's line discipline, which echoes and turns LF into CR LF.
    case cookedTerminal
    /// A terminal that shows every byte as it is sent.
    case rawTerminal
  }

  /// Line colors on a terminal that has them, as SGR parameters (ECMA-48).
  private enum Ink: String {
    case move = "1"
    case question = "33"
    case trouble = "31"
  }

  /// The width assumed if a terminal does not report one.
  package static let usualColumns = 80

  package let format: Configuration.ConsoleFormat
  package var surface: Surface
  package let showsPartials: Bool
  /// Whether figurines are sent as they are.
  package let hasFigurines: Bool
  /// Whether letters and quotation marks are sent as they are; if not, all but figurines is
  /// ASCII.
  package let hasLetters: Bool
  /// Whether a terminal's lines are colored.
  package let hasColors: Bool
  /// The language of what people are told.
  package let translation: Translation
  /// Columns of the console; lines are wrapped between words to fit. Nil: a terminal has the usual
  /// width, and lines of a file are not wrapped.
  package var columns: Int?
  /// The text on the last line, which is rewritten: the partial result, or the typed text.
  private var shown = ""
  private var fleeting = ""
  /// The drawn lights, if any; they come before the fleeting text.
  private var lights = ""
  private var typed = (head: "", tail: "")
  /// How many shown characters precede the cursor.
  private var cursor = 0
  private var lastState: ApplianceStateMachine.State?

  package init(
    format: Configuration.ConsoleFormat, surface: Surface = .rawTerminal,
    showsPartials: Bool = true, hasFigurines: Bool = false, hasLetters: Bool = false,
    hasColors: Bool = false, columns: Int? = nil, translation: Translation = .english
  ) {
    self.format = format
    self.surface = surface
    self.showsPartials = showsPartials
    self.hasFigurines = hasFigurines
    self.hasLetters = hasLetters
    self.hasColors = hasColors
    self.columns = columns
    self.translation = translation
  }

  /// The space for a rewritten line; a character in the last column would begin a new line on some
  /// terminals.
  private var width: Int { (columns ?? Self.usualColumns) - 1 }

  private var newline: String { surface == .rawTerminal ? "\r\n" : "\n" }
  private var rewrites: Bool { format == .text && surface != .lines }

  /// The bytes that show `message`; none if there is nothing to show.
  ///
  /// Programs are also told its `origin` and, with a message that is for that, the rest.
  package mutating func bytes(
    for message: ConsoleMessage, at time: TimeStamp, origin: Origin? = nil,
    introduction: Introduction = Introduction(), situation: Situation? = nil
  ) -> [UInt8] {
    switch format {
    case .jsonl:
      if message.isFleeting, !showsPartials { return [] }
      let object = message.json(
        at: time, origin: origin, introduction: introduction, situation: situation)
      return object.map { Array(($0.line + newline).utf8) } ?? []
    case .text:
      switch message {
      case .hello: return []
      case .recording: return showFleeting(Message("Listening...").text(in: translation))
      case .lights(let text) where rewrites:
        lights = text
        return refresh()
      case .partial(let text): return showsPartials ? showFleeting("\(text) ...") : []
      case .recordingEnded(let cause) where message.message == nil:
        // The partial result stays until the final one replaces it; a lost recording has no final
        // one.
        if cause == .lost { fleeting = "" }
        return refresh()
      case .state(let state):
        // It is ready again after each recording; say so only if it was not ready before.
        guard lastState != state else {
          fleeting = ""
          return refresh()
        }
        lastState = state
        return lines([message.text(in: translation) ?? ""])
      case .result, .response, .help, .board, .settings:
        // A response may have nothing to tell people, and one of its lines may be empty.
        return message.text(in: translation).map { text in
          lines(
            text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
            Self.color(of: message))
        } ?? []
      default: return lines([message.text(in: translation) ?? ""], Self.color(of: message))
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

  /// The bytes that show the typed text before and after the cursor; none if the terminal itself
  /// echoes.
  package mutating func bytes(forTyped head: String, _ tail: String = "") -> [UInt8] {
    guard surface == .rawTerminal else { return [] }
    typed = (head, tail)
    return refresh()
  }

  /// The bytes that end the typed line; a blank line leaves no trace.
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

  /// The bytes that list how the typed text can be completed.
  package mutating func bytes(forChoices choices: [String]) -> [UInt8] {
    guard surface == .rawTerminal, format == .text else { return [] }
    let kept = fleeting
    let bytes = lines([choices.joined(separator: "  ")])
    fleeting = kept
    return bytes + refresh()
  }

  /// The bytes that remove the fleeting text and the lights, at the end.
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
    // If the line has only grown, send only the new part: on a slow line this saves most of it.
    if cursor == shown.count, text.hasPrefix(shown) {
      return String(text.dropFirst(shown.count)) + Self.backspaces(text.count - place)
    }
    if text == shown, place <= cursor { return Self.backspaces(cursor - place) }
    return overwriting(text) + Self.backspaces(text.count - place)
  }

  /// What the last line should show, and how many of its characters precede the cursor.
  private var lastLine: (text: String, cursor: Int) {
    let untyped = [lights, fleeting].filter { !$0.isEmpty }.joined(separator: "  ")
    let isTyped = !(typed.head + typed.tail).isEmpty
    // A partial result never replaces what is being typed.
    guard isTyped || (untyped.isEmpty && isPrompting) else {
      let text = fitting(plain(untyped))
      return (text, text.count)
    }
    let head = Self.prompt + plain(typed.head)
    let text = head + plain(typed.tail)
    guard text.count > width else { return (text, head.count) }
    // For a long line, the part around the cursor.
    let first = max(0, min(head.count - width * 3 / 4, text.count - width))
    return (String(text.dropFirst(first).prefix(width)), min(head.count - first, width))
  }

  /// Whether an otherwise empty line shows the prompt: once the appliance is ready.
  private var isPrompting: Bool { surface == .rawTerminal && lastState == .available }

  private static let prompt = "> "

  private static func backspaces(_ count: Int) -> String {
    String(repeating: "\u{8}", count: max(0, count))
  }

  private func overwriting(_ text: String) -> String {
    let rest = max(0, shown.count - text.count)
    return "\r" + text + String(repeating: " ", count: rest) + Self.backspaces(rest)
  }

  /// Lines that stay.
  private mutating func lines(_ texts: [String], _ color: Ink? = nil) -> [UInt8] {
    fleeting = ""
    var rows = texts.flatMap { text in
      columns == nil && surface == .lines
        ? [plain(text)] : Self.wrapped(plain(text), at: width)
    }
    // Only the first row can overwrite what is already on the line.
    if rewrites, !shown.isEmpty, let first = rows.first { rows[0] = overwriting(first) }
    if hasColors, rewrites, let color {
      rows = rows.map { "\u{1B}[\(color.rawValue)m\($0)\u{1B}[0m" }
    }
    let all = rows.map { $0 + newline }.joined()
    guard rewrites else { return Array(all.utf8) }
    (shown, cursor) = ("", 0)
    return Array((all + current()).utf8)
  }

  /// The text, or the end of one that is too long for a line.
  private func fitting(_ text: String) -> String {
    text.count <= width ? text : "..." + text.suffix(width - 3)
  }

  /// The text as one or more lines of at most `width` characters, broken at spaces if there are
  /// any.
  package static func wrapped(_ text: String, at width: Int) -> [String] {
    let indentation = String(text.prefix { $0 == " " }.prefix(width / 2))
    var rows: [String] = []
    var rest = Substring(text)
    while rest.count > width {
      let head = rest.prefix(width + 1)
      // Don't break within the indentation.
      let blank = head.dropFirst(indentation.count).lastIndex(of: " ")
      let end = blank ?? rest.index(rest.startIndex, offsetBy: width)
      rows.append(String(rest[..<end]))
      rest = Substring(indentation + rest[end...].drop { $0 == " " })
    }
    if rows.isEmpty || rest.contains(where: { $0 != " " }) { rows.append(String(rest)) }
    return rows
  }

  private func plain(_ text: String) -> String {
    Self.ascii(text, keepingFigurines: hasFigurines, keepingLetters: hasLetters)
  }

  /// Whether it is a letter of a language, or one of its marks of a quotation or a question.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    "“”„«»‘’¿¡–".unicodeScalars.contains(scalar)
      || PlainLetters.letters(for: scalar) != nil
  }

  /// Printable ASCII and what is kept: a terminal on a serial line may show nothing else.
  package static func ascii(
    _ text: String, keepingFigurines: Bool = false, keepingLetters: Bool = false
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case " "..."~": result.unicodeScalars.append(scalar)
      case _ where keepingLetters && isLetter(scalar): result.unicodeScalars.append(scalar)
      case "“", "”", "„", "«", "»": result += "\""
      case "\u{A0}", "\u{202F}": result += " "
      case "¿", "¡": break
      case "‘", "’": result += "'"
      case "–", "—": result += "-"
      case "…": result += "..."
      case "\n", "\r", "\t": result += " "
      default:
        if let letter = TypedText.letter(of: scalar) {
          result.append(keepingFigurines ? Character(scalar) : letter)
        } else {
          result += PlainLetters.letters(for: scalar) ?? "?"
        }
      }
    }
    return result
  }
}
