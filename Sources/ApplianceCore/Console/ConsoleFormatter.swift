import Dialogue
import Localization

/// Formats messages as bytes for the console, and keeps track of the terminal's last line.
package struct ConsoleFormatter: Sendable {
  /// The destination of the bytes.
  package enum Surface: Sendable, Hashable {
    /// A file or a pipe: only complete lines.
    case lines
    /// A terminal with the kernel's line discipline, which echoes and turns LF into CR LF.
    case cookedTerminal
    /// A terminal that shows every byte as it is sent.
    case rawTerminal
  }

  /// Line colors on a terminal that supports them, as SGR parameters (ECMA-48).
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
  /// Whether it shows figurines.
  package let hasFigurines: Bool
  /// Whether it shows letters and quotation marks beyond ASCII; if not, all but figurines is ASCII.
  package let hasLetters: Bool
  /// Whether it colors a terminal's lines.
  package let hasColors: Bool
  /// The language of text for people.
  package let translation: Translation
  /// What it says of the appliance to programs.
  private let introduction: Introduction
  /// Columns of the console; lines wrap at words. Nil: a terminal has the usual width, and lines of
  /// a file do not wrap.
  package var columns: Int?
  /// The text on the last line, which it rewrites: the partial result, or the typed text.
  private var shown = ""
  private var fleeting = ""
  /// The drawn lights, if any; they precede the fleeting text.
  private var lights = ""
  private var typed = (head: "", tail: "")
  /// The number of shown characters before the cursor.
  private var cursor = 0
  private var lastState: ApplianceStateMachine.State?

  package init(
    format: Configuration.ConsoleFormat, surface: Surface = .rawTerminal,
    showsPartials: Bool = true, hasFigurines: Bool = false, hasLetters: Bool = false,
    hasColors: Bool = false, columns: Int? = nil, translation: Translation = .english,
    introduction: Introduction = Introduction()
  ) {
    self.format = format
    self.surface = surface
    self.showsPartials = showsPartials
    self.hasFigurines = hasFigurines
    self.hasLetters = hasLetters
    self.hasColors = hasColors
    self.columns = columns
    self.translation = translation
    self.introduction = introduction
  }

  /// The space for a rewritten line; on some terminals, a character in the last column would begin
  /// a new line.
  private var width: Int { (columns ?? Self.usualColumns) - 1 }

  private var newline: String { surface == .rawTerminal ? "\r\n" : "\n" }
  private var rewrites: Bool { format == .text && surface != .lines }

  /// The bytes for `message`; none if there is nothing to show.
  ///
  /// Programs also get its `origin` and, with some messages, the rest of the situation.
  package mutating func bytes(
    for message: ConsoleMessage, at time: TimeStamp, origin: Origin? = nil,
    situation: Situation? = nil
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
        // The partial result stays until the final one replaces it; a lost recording has none.
        if cause == .lost { fleeting = "" }
        return refresh()
      case .state(let state):
        // It is ready again after each recording; report that only if it was not ready before.
        guard lastState != state else {
          fleeting = ""
          return refresh()
        }
        lastState = state
        return lines([message.text(in: translation) ?? ""])
      case .result, .response, .help, .board, .settings:
        // A response may have no text for people, and one of its lines may be empty.
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

  /// The bytes for the typed text before and after the cursor; none if the terminal itself echoes.
  package mutating func bytes(forTyped head: String, _ tail: String = "") -> [UInt8] {
    guard surface == .rawTerminal else { return [] }
    typed = (head, tail)
    return refresh()
  }

  /// The bytes that end the typed line; a blank line leaves nothing behind.
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

  /// The bytes that list the completions of the typed text.
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

  /// Updates the last line.
  private mutating func refresh() -> [UInt8] {
    guard rewrites else { return [] }
    return Array(current().utf8)
  }

  /// The bytes that update the last line.
  private mutating func current() -> String {
    let (text, place) = lastLine
    defer { (shown, cursor) = (text, place) }
    // If the line has only grown, send only the new part; on a slow line this saves most of it.
    if cursor == shown.count, text.hasPrefix(shown) {
      return String(text.dropFirst(shown.count)) + Self.backspaces(text.count - place)
    }
    if text == shown, place <= cursor { return Self.backspaces(cursor - place) }
    return overwriting(text) + Self.backspaces(text.count - place)
  }

  /// The text for the last line, and how many of its characters precede the cursor.
  private var lastLine: (text: String, cursor: Int) {
    let untyped = [lights, fleeting].filter { !$0.isEmpty }.joined(separator: "  ")
    let isTyped = !(typed.head + typed.tail).isEmpty
    // A partial result never replaces typed text.
    guard isTyped || (untyped.isEmpty && isPrompting) else {
      let text = fitting(plain(untyped))
      return (text, text.count)
    }
    let head = Self.prompt + plain(typed.head)
    let text = head + plain(typed.tail)
    guard text.count > width else { return (text, head.count) }
    // The part of a long line around the cursor.
    let first = max(0, min(head.count - width * 3 / 4, text.count - width))
    return (String(text.dropFirst(first).prefix(width)), min(head.count - first, width))
  }

  /// Whether to show the prompt on an empty line: once the appliance is ready.
  private var isPrompting: Bool { surface == .rawTerminal && lastState == .available }

  private static let prompt = "> "

  private static func backspaces(_ count: Int) -> String {
    String(repeating: "\u{8}", count: max(0, count))
  }

  private func overwriting(_ text: String) -> String {
    let rest = max(0, shown.count - text.count)
    return "\r" + text + String(repeating: " ", count: rest) + Self.backspaces(rest)
  }

  /// Permanent lines.
  private mutating func lines(_ texts: [String], _ color: Ink? = nil) -> [UInt8] {
    fleeting = ""
    var rows = texts.flatMap { text in
      columns == nil && surface == .lines
        ? [plain(text)] : Self.wrapped(plain(text), at: width)
    }
    // Only the first row can overwrite the text on the line.
    if rewrites, !shown.isEmpty, let first = rows.first { rows[0] = overwriting(first) }
    if hasColors, rewrites, let color {
      rows = rows.map { "\u{1B}[\(color.rawValue)m\($0)\u{1B}[0m" }
    }
    let all = rows.map { $0 + newline }.joined()
    guard rewrites else { return Array(all.utf8) }
    (shown, cursor) = ("", 0)
    return Array((all + current()).utf8)
  }

  /// The text, or the end of it if it is too long for a line.
  private func fitting(_ text: String) -> String {
    text.count <= width ? text : "..." + text.suffix(width - 3)
  }

  /// The text as lines of at most `width` characters, broken at spaces where possible.
  package static func wrapped(_ text: String, at width: Int) -> [String] {
    let indentation = String(text.prefix { $0 == " " }.prefix(width / 2))
    var rows: [String] = []
    var start = ""
    var rest = Substring(text)
    while let limit = rest.index(
      rest.startIndex, offsetBy: width - start.count, limitedBy: rest.endIndex),
      limit < rest.endIndex
    {
      // Don't break within the indentation.
      let words = rest[...limit].dropFirst(rows.isEmpty ? indentation.count : 0)
      let end = words.lastIndex(of: " ") ?? limit
      rows.append(start + rest[..<end])
      start = indentation
      rest = rest[end...].drop { $0 == " " }
    }
    if rows.isEmpty || !rest.isEmpty { rows.append(start + rest) }
    return rows
  }

  private func plain(_ text: String) -> String {
    Self.ascii(text, keepingFigurines: hasFigurines, keepingLetters: hasLetters)
  }

  /// Whether it is a letter of a language, or a quotation mark or question mark of one.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    "“”„«»‘’¿¡–".unicodeScalars.contains(scalar)
      || PlainLetters.letters(for: scalar) != nil
  }

  /// Printable ASCII and the kept characters: a terminal on a serial line may show nothing else.
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
