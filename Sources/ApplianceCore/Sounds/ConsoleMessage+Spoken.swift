import Chess
import Dialogue
import Localization

extension ConsoleMessage {
  /// The spoken text: all of the console's text except fleeting text; nil if there is none.
  package func spoken(by notation: SpokenNotation = SpokenNotation()) -> String? {
    switch self {
    case .response(let response, _): return response.spoken(notation)
    case .refused(let refusal) where refusal.text?.isEmpty == false:
      return notation.words(.heard(refusal.text ?? "", before: refusal.reason))
    // The voice says the time left when it is short, or on request.
    case .hello, .clock, .settings, .lights, .partial, .recording, .board: return nil
    case .state(.preparing), .state(.stopped): return nil
    // Without the lights.
    case .help(let typing): return notation.words(.joined(Self.helpLines(typing).dropLast()))
    default: return message.map(notation.words)
    }
  }
}

extension Response {
  fileprivate func spoken(_ notation: SpokenNotation) -> String? {
    switch self {
    case .move(let report):
      let move = notation.words(san: report.san).map { $0 + "." }
      // Without the version.
      let name = report.opponent?.split(separator: " ").prefix { !$0.contains(where: \.isNumber) }
      return name.flatMap { name in move.map { name.joined(separator: " ") + ": " + $0 } } ?? move
    case .opening(let report):
      return Message.openingName(report.opening.name).text(in: notation.translation) + ". "
        + report.moves.map(notation.words(line:)).joined(separator: ", ") + "."
    case .ask(let question):
      let answer = question.answers.text(in: notation.translation)
      return question.spoken(notation) + (question.isBrief ? "" : " " + answer)
    case .command(let report) where report.command == .show: return nil
    case .command(let report) where report.isToBeCopied:
      return notation.words(Message("The console shows it."))
    case .command(let report) where report.command == .moves && !report.lines.isEmpty:
      let answer = report.answer.map { notation.words($0) + ": " } ?? ""
      return answer + notation.words(.joined(report.lines, separator: ", ")) + "."
    case .command(let report) where report.command == .hint:
      return report.lines.first.map { notation.words(Message("Hint: \($0).")) }
    case .refused(let refusal):
      // Most messages name their subject.
      switch refusal.reason {
      case .notUnderstood, .uncertain, .ambiguous:
        return notation.words(.heard(refusal.text, before: refusal.message))
      default: return notation.words(refusal.message)
      }
    case .notation, .command, .game:
      let text = Message.joined(lines)
      return text.isEmpty ? nil : notation.words(text)
    }
  }
}

extension CommandReport {
  /// Whether its answer is to be copied, and too long to listen to.
  var isToBeCopied: Bool { [.fen, .pgn, .games].contains(command) }
}

extension Question {
  fileprivate func spoken(_ notation: SpokenNotation) -> String {
    let moves = sans.map { notation.words(san: $0) ?? $0 }
    switch subject {
    case .confirmation, .setUp: return prompt.text(in: notation.translation)
    case .move: return moves.joined() + "?"
    case .choice:
      let choices = moves.enumerated().map { "\($0 + 1): \($1)" }.joined(separator: ", ")
      return Message("Which move?").text(in: notation.translation) + " " + choices + "?"
    }
  }

  /// How to answer.
  fileprivate var answers: Message {
    switch subject {
    case .confirmation, .setUp: Message("Say yes or no.")
    case .move: Message("Say yes or no, or press twice for yes.")
    case .choice: Message("Say the move or its number, or no.")
    }
  }
}

extension Message {
  /// The recognized words, if any, then the answer.
  fileprivate static func heard(_ text: String, before message: Message) -> Message {
    text.isEmpty ? message : .joined([Message("Heard: \(text)."), message])
  }
}
