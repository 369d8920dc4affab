import Chess
import Dialogue
import Localization

extension ConsoleMessage {
  /// What the voice says: all that the console shows, except fleeting text; nil if nothing.
  package func spoken(in translation: Translation = .english) -> String? {
    let notation = SpokenNotation(translation)
    switch self {
    case .response(let response, _): return response.spoken(notation)
    case .hello, .settings, .lights, .partial, .recording, .board: return nil
    case .state(.preparing), .state(.stopped): return nil
    // Without how the lights are lit.
    case .help(let typing): return notation.words(.joined(Self.helpLines(typing).dropLast()))
    default: return message.map(notation.words)
    }
  }
}

extension Response {
  fileprivate func spoken(_ notation: SpokenNotation) -> String? {
    switch self {
    case .move(let report): return notation.words(san: report.san).map { $0 + "." }
    case .opening(let report):
      return Message.openingName(report.opening.name).text(in: notation.translation) + ". "
        + report.moves.map(notation.words(line:)).joined(separator: ", ") + "."
    case .ask(let question):
      guard !question.sans.isEmpty else { return question.prompt.text(in: notation.translation) }
      let choices = question.sans.enumerated().map { index, san in
        "\(index + 1): \(notation.words(san: san) ?? san)"
      }
      return Message("Which move?").text(in: notation.translation) + " "
        + choices.joined(separator: ", ") + "?"
    case .command(let report) where report.command == .show: return nil
    case .refused, .notation, .command, .game:
      let text = Message.joined(lines)
      return text.isEmpty ? nil : notation.words(text)
    }
  }
}
