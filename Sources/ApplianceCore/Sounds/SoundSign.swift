import Dialogue

/// The meanings of short tones: a table, as for the lights.
package enum SoundSign: String, Sendable, Hashable, CaseIterable {
  case accepted
  case refused
  case question
  /// The opponent has moved.
  case yourTurn = "your turn"
  /// It heard its name, and takes what is said next.
  case attention
  case noMicrophone = "no microphone"
  /// Something needs attention, such as a game that is not being saved.
  case trouble
  /// A player is short of time.
  case time

  /// The tones to play.
  package var tones: [Tone] {
    switch self {
    case .accepted: [Tone(880, .milliseconds(180))]
    case .refused:
      [
        Tone(220, .milliseconds(110)), Tone(0, .milliseconds(60)), Tone(220, .milliseconds(110)),
        Tone(0, .milliseconds(60)), Tone(220, .milliseconds(110)),
      ]
    case .question: [Tone(523, .milliseconds(120)), Tone(784, .milliseconds(200))]
    case .yourTurn: [Tone(660, .milliseconds(100)), Tone(880, .milliseconds(100))]
    case .attention: [Tone(1_047, .milliseconds(120))]
    case .noMicrophone: [Tone(440, .milliseconds(150)), Tone(220, .milliseconds(300))]
    case .trouble: [Tone(330, .milliseconds(150)), Tone(330, .milliseconds(150))]
    case .time: Array(repeating: Tone(1_047, .milliseconds(60)), count: 3)
    }
  }

  /// The tone for a message; nil if it is silent.
  package init?(_ message: ConsoleMessage) {
    switch message {
    case .response(.move(let report), _): self = report.opponent == nil ? .accepted : .yourTurn
    case .response(.opening, _), .response(.notation, _), .response(.command, _), .result:
      self = .accepted
    case .response(.ask, _): self = .question
    case .response(.refused(let refusal), _):
      self = refusal.reason == .declined ? .accepted : .refused
    case .refused: self = .refused
    case .error: self = .trouble
    case .timeLow: self = .time
    case .state(.unavailable(.microphoneOff)): return nil
    case .state(.unavailable(let why)): self = why.cause == .microphone ? .noMicrophone : .trouble
    default: return nil
    }
  }
}
