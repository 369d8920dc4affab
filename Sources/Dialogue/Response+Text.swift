import Chess
import ChessLanguage
import Localization

extension Response {
  /// The lines for people.
  package var lines: [Message] {
    switch self {
    case .move(let report): [report.line]
    case .opening(let report):
      [Self.columns(.notation(report.moves.joined(separator: " ")), report.text, report.opening)]
    case .notation(let report):
      [Self.columns(Self.alternatives(report.notations), report.text, report.opening)]
    case .ask(let question): question.lines
    case .refused(let refusal):
      [refusal.text.isEmpty ? refusal.message : .quoting(refusal.text, after: refusal.message)]
    case .command(let report): report.sentences
    case .game(let report): [report.sentence]
    }
  }

  /// The action, the player's words, and the opening's name.
  fileprivate static func columns(
    _ what: Message, _ text: String, _ opening: Opening?
  ) -> Message {
    columns(what, .verbatim("\"\(text)\""), opening)
  }

  fileprivate static func columns(
    _ what: Message, _ whence: Message, _ opening: Opening?
  ) -> Message {
    let parts = [what, whence, opening.map { .openingName($0.name) } ?? .verbatim("")]
    return .joined(parts.filter { !$0.isEmpty }, separator: "  ")
  }

  private static func alternatives(_ notations: [String]) -> Message {
    .alternatives(notations.map { .notation($0) })
  }
}

extension Message {
  /// The alternatives: "knight b d two or knight f d two"; empty if there are none.
  static func alternatives(_ messages: [Message]) -> Message {
    guard let first = messages.first else { return .verbatim("") }
    return messages.dropFirst().reduce(first) { Message("\($0) or \($1)") }
  }

  /// A sentence, followed by the words that it refers to.
  package static func quoting(_ text: String, after sentence: Message) -> Message {
    .joined([sentence, .verbatim("\"\(text)\"")])
  }
}

extension MoveReport {
  /// As in `12. Nxf7+  "knight takes f seven check"  Italian Game`.
  fileprivate var line: Message {
    let move = Message.notation("\(number)\(color == .white ? "." : "...") \(san)")
    guard let opponent else { return Response.columns(move, text, opening) }
    return Response.columns(move, .verbatim(opponent), opening)
  }
}

extension Question {
  /// The question, the possible answers, and how to give them.
  fileprivate var lines: [Message] {
    switch subject {
    case .confirmation, .setUp:
      return [
        .joined([prompt.capitalized, Message("Say or type \"yes\" or \"no\" (y, n).")])
      ]
    case .move:
      return [
        .joined([
          prompt.capitalized, Message("Press, or say or type \"yes\" or \"no\" (y, n)."),
        ])
      ]
    case .choice:
      let width = sans.map(\.count).max() ?? 0
      return [Message("Which move?")]
        + zip(sans, choices).enumerated().map { index, choice in
          let (san, phrase) = choice
          let gap = String(repeating: " ", count: width - san.count)
          return .joined(
            [.verbatim("  \(index + 1) "), .notation(san + gap), .verbatim(" \"\(phrase)\"")])
        } + [Message("Say or type the move, its number, or \"no\" (n).")]
    }
  }
}

extension CommandReport {
  fileprivate var sentences: [Message] {
    switch command {
    case .undo: [Message("Taken back: \(.joined(lines)).")]
    case .newGame, .begin: [.joined([Message("A new game.")] + lines)]
    case .newGameAs(.white): [Message("A new game. You play white.")]
    case .newGameAs(.black): [Message("A new game. You play black.")]
    case .voice, .introduce: [.joined(lines)]
    case .speak: [Message("Language: \(.joined(lines)).")]
    case .hint:
      [Message("Hint: \(lines.first ?? .verbatim("")), \"\(lines.last ?? .verbatim(""))\".")]
    case .level: [Message("Level \(.joined(lines)).")]
    // The game's report already says how it ended.
    case .resign, .draw: []
    case .show, .fen, .pgn, .games: lines
    case .ask: [.joined(lines)]
    case .players: [lines.isEmpty ? Message("No names are known.") : .joined(lines)]
    case .setUp: [Message("The position is set up.")]
    case .repeatLast: [Message("Again:")]
    case .status: [.joined(lines)]
    case .moves where lines.isEmpty: [answer ?? Message("No legal move.")]
    case .moves:
      [
        .joined(
          [answer.map { Message("\($0):") }, .joined(lines)].compactMap(\.self))
      ]
    case .last: [lines.first ?? answer ?? Message("No move has been played yet.")]
    case .help:
      [
        Message(
          "Say, for example, \(.joined(lines.map(\.quoted), separator: ", ")).")
      ]
    }
  }
}

extension GameReport {
  fileprivate var sentence: Message {
    if let outcome {
      return .joined(
        [.verbatim(result.rawValue), Message("Game over: \(outcome.message).")], separator: "  ")
    }
    guard let lastMove else {
      return sideToMove == .white ? Message("White to move.") : Message("Black to move.")
    }
    let last = Message.notation(lastMove)
    return sideToMove == .white
      ? Message("After \(last): white to move.") : Message("After \(last): black to move.")
  }
}
