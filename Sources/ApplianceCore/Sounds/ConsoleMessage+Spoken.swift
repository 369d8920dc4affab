import Chess
import Dialogue

extension ConsoleMessage {
  /// What the voice says: all that the console shows, except fleeting text; nil if nothing.
  package var spoken: String? {
    switch self {
    case .response(let response, _): return response.spoken
    case .hello, .settings, .lights, .partial, .recording, .board: return nil
    case .state(.preparing), .state(.stopped): return nil
    // Without how the lights are lit.
    case .help(let typing):
      return SpokenNotation.words(
        line: Self.helpLines(typing).dropLast().joined(separator: " "))
    default:
      let line = text?.split(separator: "\n").joined(separator: " ")
      return line.map(SpokenNotation.words(line:))
    }
  }
}

extension Response {
  fileprivate var spoken: String? {
    switch self {
    case .move(let report):
      return SpokenNotation.words(san: report.san).map { $0 + "." }
    case .opening(let report):
      return "\(report.opening.name). "
        + report.moves.map(SpokenNotation.words(line:)).joined(separator: ", ") + "."
    case .ask(let question):
      guard !question.sans.isEmpty else { return question.prompt }
      let choices = question.sans.enumerated().map { index, san in
        "\(index + 1): \(SpokenNotation.words(san: san) ?? san)"
      }
      return "Which move? " + choices.joined(separator: ", ") + "?"
    case .command(let report) where report.command == .show:
      return nil
    case .refused, .notation, .command, .game:
      let text = lines.joined(separator: " ")
      return text.isEmpty ? nil : SpokenNotation.words(line: text)
    }
  }
}
