/// One piece of a template: a word as written, or a reference to a class.
public enum TemplateElement: Sendable, Hashable {
  /// Text between spaces, not yet normalized, and its first character, counted from 1.
  case text(String, column: Int)
  /// The name between "<" and ">", and the position of the "<".
  case reference(String, column: Int)

  /// Parses a template, or a value of a class.
  ///
  /// Text between "<" and ">" refers to a class. Only another reference or punctuation may touch a
  /// reference, because a piece of a word has no pronunciation.
  /// - Returns: The elements in order, without malformed parts, and the mistakes.
  public static func parse(
    _ template: String
  ) -> (elements: [TemplateElement], issues: [LanguageModelError.Issue]) {
    var parser = TemplateParser(template: template)
    parser.run()
    return (parser.elements, parser.issues)
  }
}

private struct TemplateParser {
  let template: String
  var elements: [TemplateElement] = []
  var issues: [LanguageModelError.Issue] = []
  /// The text since the last space or reference, and where it begins.
  var text: (characters: String, column: Int)?
  var followsReference = false

  mutating func run() {
    // The name of the open reference so far, and where it begins.
    var open: (name: String, column: Int)?
    var column = 0
    for character in template {
      column += 1
      if let (name, start) = open {
        switch character {
        case ">":
          close(name, at: start)
          open = nil
        case "<":
          report("\"<\" inside the reference that begins at column \(start)", at: column)
          open = ("", column)
        default: open = (name + String(character), start)
        }
        continue
      }
      switch character {
      case "<":
        finishText(touching: true)
        open = ("", column)
      case ">": report("\">\" without a \"<\" before it", at: column)
      case _ where character.isWhitespace:
        finishText(touching: false)
        followsReference = false
      default:
        if text == nil { text = ("", column) }
        text?.characters.append(character)
      }
    }
    if let open { report("\"<\" is never closed: write <name>", at: open.column) }
    finishText(touching: false)
  }

  private mutating func close(_ name: String, at column: Int) {
    if name.isEmpty || name.contains(where: \.isWhitespace) {
      report("a class's name has one letter or more and no spaces: write <name>", at: column)
    } else {
      elements.append(.reference(name, column: column))
    }
    followsReference = true
  }

  private mutating func finishText(touching isBeforeReference: Bool) {
    guard let (characters, column) = text else { return }
    let isPartOfWord = characters.contains { $0.isLetter || $0.isNumber }
    if isPartOfWord && (isBeforeReference || followsReference) {
      report("\"\(characters)\" touches a class reference: put a space between them", at: column)
    }
    elements.append(.text(characters, column: column))
    text = nil
  }

  private mutating func report(_ message: String, at column: Int) {
    issues.report(.malformedTemplate, message, template, column: column)
  }
}
