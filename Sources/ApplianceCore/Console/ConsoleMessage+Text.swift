extension ConsoleMessage {
  /// The line for people; nil if the message has none.
  public var text: String? {
    switch self {
    case .state(let state): return state.sentence
    case .status(let state): return state.sentence
    case .hello, .recording, .partial: return nil
    case .recordingEnded(.tooLong(let time)): return "Stopped by itself after \(time.written)."
    case .recordingEnded(.nothingSaid(let time)):
      return "Stopped by itself: nothing was said for \(time.written)."
    case .recordingEnded: return nil
    case .result(let utterance): return utterance.lines.joined(separator: "\n")
    case .response(let response, _):
      return response.lines.isEmpty ? nil : response.lines.joined(separator: "\n")
    case .refused(let refusal):
      return refusal.text.map { "\(refusal.reason) \"\($0)\"" } ?? refusal.reason
    case .error(_, let message): return "Error: \(message)"
    case .note(let text), .lights(let text): return text
    case .timeLow(let side, let seconds):
      let name = side == .white ? "White" : "Black"
      return "\(name) has \(seconds == 60 ? "one minute" : "\(seconds) seconds") left."
    case .board(let lines): return lines.joined(separator: "\n")
    case .voice(let player, let enrolled, let learnt):
      return "Expecting the voice of \(player): \(enrolled) moves enrolled, \(learnt) learnt."
    case .help(let typing):
      return Self.helpLines(typing).joined(separator: "\n")
    case .settings(let settings):
      return settings.map { "\($0.path): \($0.text)" }.joined(separator: "\n")
    }
  }

  /// What can be typed, a line for each kind, and at last how the lights are lit.
  static func helpLines(_ typing: [String]) -> [String] {
    ["Type start, stop, status or help."] + typing + [LightSign.legend]
  }
}

extension ApplianceStateMachine.State {
  /// A sentence for people.
  package var sentence: String {
    switch self {
    case .preparing: "Preparing."
    case .available: "Ready: press and speak."
    case .recording: "Recording."
    case .finishing: "Finishing the last recording."
    case .unavailable(let why): "Unavailable: \(why.reason)"
    case .stopped: "Stopped."
    }
  }

  /// A word for programs.
  var name: String {
    switch self {
    case .preparing: "preparing"
    case .available: "available"
    case .recording: "recording"
    case .finishing: "finishing"
    case .unavailable: "unavailable"
    case .stopped: "stopped"
    }
  }
}

extension ApplianceStateMachine.EndCause {
  /// A word for programs.
  var name: String {
    switch self {
    case .asked: "asked"
    case .tooLong: "too_long"
    case .pause: "pause"
    case .nothingSaid: "nothing_said"
    case .lost: "lost"
    case .noMoreSound: "no_more_sound"
    }
  }
}
