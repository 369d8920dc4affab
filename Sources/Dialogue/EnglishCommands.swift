import Chess
import ChessLanguage

/// The English words for commands and answers, which programs may send in every language.
enum EnglishCommands {
  private static let commands: [String: Command] = [
    "undo": .undo, "take back": .undo, "resign": .resign, "draw": .draw, "show the board": .show,
    "repeat": .repeatLast, "again": .repeatLast, "what can i say": .help, "hint": .hint,
    "help me": .help, "best move": .hint, "what is the best move": .hint, "draw the board": .show,
    "what should i play": .hint, "describe the board": .show, "go back": .undo,
    "what is the last move": .last, "repeat the last move": .last, "repeat your move": .last,
    "what's the best move": .hint, "what should i do": .hint,
  ]

  /// The words before a language's name.
  private static let speaking: Set<String> = [
    "speak", "talk", "switch to", "change to", "change language to", "change the language to",
  ]

  /// Words without which a command means the same: "take the last move back".
  private static let fillers: Set<Substring> = [
    "the", "my", "last", "move", "that", "it", "a", "i", "me",
  ]
  /// Commands without such words.
  private static let short: [String: Command] = [
    "undo": .undo, "take back": .undo, "takeback": .undo, "draw": .draw, "offer draw": .draw,
    "claim draw": .draw, "claim draw by repetition": .draw, "threefold repetition": .draw,
    "repeat": .repeatLast, "say again": .repeatLast, "show board": .show, "read board": .show,
    "give hint": .hint,
  ]

  /// A typed text's meaning: a command, "yes" or "no"; any other text has none.
  static func meaning(of text: String) -> Interpretation {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    switch words.joined(separator: " ") {
    case "yes": return .answer(.yes)
    case "no", "none", "neither": return .answer(.no)
    case let name:
      if let command = commands[name] { return .command(command) }
      if words.starts(with: ["new", "game"]) {
        return newGame(words.dropFirst(2)).map { .command($0) } ?? .nothing
      }
      if let level = level(words) { return .command(.level(level)) }
      if let language = language(words) { return .command(.speak(language)) }
      let rest = words.filter { !fillers.contains($0) }.joined(separator: " ")
      return short[rest].map { .command($0) } ?? .nothing
    }
  }

  /// "as black", "level 3" and "15+10" after "new game", each optional; nil for anything else.
  private static func newGame(_ words: ArraySlice<Substring>) -> Command? {
    var setUp = GameSetUp()
    var rest = words
    while let word = rest.popFirst() {
      switch word {
      case "as" where setUp.side == nil:
        let name = rest.popFirst()
        guard let side = Color.allCases.first(where: { $0.name == name ?? "" }) else { return nil }
        setUp.side = side
      case "level" where setUp.level == nil:
        guard let level = level([word] + rest.prefix(1)) else { return nil }
        rest.removeFirst()
        setUp.level = level
      default:
        guard setUp.minutes == nil, let control = TimeControl(String(word)), control.delay == .zero
        else { return nil }
        setUp.minutes = control.minutes
        setUp.increment = control.increment.wholeSeconds
      }
    }
    if setUp.level == nil, setUp.minutes == nil {
      return setUp.side.map { .newGameAs($0) } ?? .newGame
    }
    return .begin(setUp)
  }

  /// The code of the language in "speak German"; nil for anything else.
  private static func language(_ words: [Substring]) -> String? {
    guard speaking.contains(words.dropLast().joined(separator: " ")) else { return nil }
    return ChessDialogue.languageNames.first {
      $0.value.description.lowercased() == words.last ?? ""
    }?.key
  }

  private static func level(_ words: [Substring]) -> Int? {
    guard words.count == 2, words[0] == "level", let level = Int(words[1]),
      Command.levels.contains(level)
    else { return nil }
    return level
  }
}
