import Dialogue
import Localization

extension ConsoleMessage {
  /// The line for people, in English; nil if the message has none.
  package var text: String? { text(in: .english) }

  /// The line for people; nil if the message has none.
  package func text(in translation: Translation) -> String? { message?.text(in: translation) }

  /// The text for people, as separate lines; nil if there is none.
  var message: Message? {
    switch self {
    case .state(let state): return state.sentence
    case .status(let state): return state.sentence
    case .listening(true, let name):
      return Message("It listens for its name: say \"\(name)\", and then your move.")
    case .listening(false, let name): return Message("It no longer listens for \"\(name)\".")
    case .hello, .recording, .partial: return nil
    case .recordingEnded(.tooLong(let time)):
      return Message("Stopped by itself after \(time.written).")
    case .recordingEnded(.nothingSaid(let time)):
      return Message("Stopped by itself: nothing was said for \(time.written).")
    case .recordingEnded: return nil
    case .result(let utterance): return .lines(utterance.lines.map { .verbatim($0) })
    case .response(let response, _):
      return response.lines.isEmpty ? nil : .lines(response.lines)
    case .refused(let refusal):
      return refusal.text.map { .quoting($0, after: refusal.reason) } ?? refusal.reason
    case .error(_, let message): return Message("Error: \(message)")
    case .note(let message): return message
    case .lights(let text): return .verbatim(text)
    case .clock(let report): return Message("Clock: \(report.text).")
    case .timeLow(.white, 120): return Message("White has two minutes left.")
    case .timeLow(.black, 120): return Message("Black has two minutes left.")
    case .timeLow(.white, 60): return Message("White has one minute left.")
    case .timeLow(.black, 60): return Message("Black has one minute left.")
    case .timeLow(.white, let seconds): return Message("White has \(seconds) seconds left.")
    case .timeLow(.black, let seconds): return Message("Black has \(seconds) seconds left.")
    case .board(let lines): return .lines(lines)
    case .voice(let player, let enrolled, let learnt):
      return Message(
        "Expecting the voice of \(player): \(enrolled) moves enrolled, \(learnt) learnt.")
    case .help(let typing): return .lines(Self.helpLines(typing))
    case .settings(let settings):
      return .lines(settings.map { .verbatim("\($0.path): \($0.text)") })
    }
  }

  /// The help: a line for each kind of input, then the lights.
  static func helpLines(_ typing: [Message]) -> [Message] {
    [Message("Type start, stop, status or help.")] + typing + [LightSign.legend]
  }
}

extension Message {
  fileprivate static func lines(_ lines: [Message]) -> Message {
    .joined(lines, separator: "\n")
  }
}

extension ApplianceStateMachine.State {
  /// A sentence for people.
  package var sentence: Message {
    switch self {
    case .preparing: Message("Preparing.")
    case .available: Message("Ready: press and speak.")
    case .recording: Message("Recording.")
    case .finishing: Message("Finishing the last recording.")
    case .unavailable(.microphoneOff): Unavailability.microphoneOff.reason
    case .unavailable(let why): Message("Unavailable: \(why.reason)")
    case .stopped: Message("Stopped.")
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
