import ChessLanguage

/// The English words for commands and answers, which programs send whatever language is spoken.
enum EnglishCommands {
  private static let commands: [String: Command] = [
    "undo": .undo, "take back": .undo, "new game": .newGame,
    "new game as white": .newGameAs(.white), "new game as black": .newGameAs(.black),
    "resign": .resign, "draw": .draw, "show the board": .show, "repeat": .repeatLast,
    "what can i say": .help, "hint": .hint,
  ]

  /// What a typed text means: a command, "yes" or "no"; nothing for any other.
  static func meaning(of text: String) -> Interpretation {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    switch words.joined(separator: " ") {
    case "yes": return .answer(.yes)
    case "no": return .answer(.no)
    case let name:
      if let command = commands[name] { return .command(command) }
      guard words.count == 2, words[0] == "level", let level = Int(words[1]),
        Command.levels.contains(level)
      else { return .nothing }
      return .command(.level(level))
    }
  }
}
