import Chess
import Dialogue
import LanguageModel
import Localization

/// A message on the console.
package enum ConsoleMessage: Sendable, Hashable {
  /// The first line for programs: the program, and the situation.
  case hello
  /// A state was reached in which nothing is being recorded.
  case state(ApplianceStateMachine.State)
  /// The state, on request.
  case status(ApplianceStateMachine.State)
  /// Whether it is listening for its name now.
  case listening(Bool, name: String)
  /// Sound from the microphone is arriving.
  case recording
  /// The recording has ended; the final result is on its way.
  case recordingEnded(ApplianceStateMachine.EndCause)
  /// The words recognized so far; they may change.
  case partial(String)
  case result(Utterance)
  /// The reply to a move or command, and the words if it was spoken.
  case response(Response, Utterance?)
  /// A request that was refused.
  case refused(Rejection)
  /// Something went wrong and needs attention.
  case error(code: String, message: Message)
  /// The expected voice, and how many moves it was learnt from: at enrolment, and in play.
  case voice(player: String, enrolled: Int, learnt: Int)
  /// A player is short of time.
  case timeLow(Color, seconds: Int)
  /// The clock's display, after it was pressed, started or stopped.
  case clock(ClockReport)
  /// The kinds of input, a line for each, apart from the appliance's own commands.
  case help([Message])
  /// The settings, in the order of the configuration file.
  case settings([SettingValue])
  /// The lights as a drawing; not for programs.
  case lights(String)
  /// The board after a move, line by line; programs get the position with the move.
  case board([Message])
  /// A note for people; programs do not get it.
  case note(Message)

  /// A setting of the configuration.
  package struct SettingValue: Sendable, Hashable {
    /// Section and key, as in "button.mode".
    package var path: String
    /// As in the configuration file.
    package var text: String

    /// A setting with its value.
    package init(path: String, text: String) {
      self.path = path
      self.text = text
    }
  }

  /// Why a request was refused.
  package struct Rejection: Sendable, Hashable {
    /// A word for programs, such as "not_understood".
    package var code: String
    /// A sentence for people.
    package var reason: Message
    /// The words, if known.
    package var text: String?
    /// Their confidence, 0…1, if known.
    package var confidence: Double?

    /// A refusal, with its reason.
    package init(code: String, reason: Message, text: String? = nil, confidence: Double? = nil) {
      self.code = code
      self.reason = reason
      self.text = text
      self.confidence = confidence
    }
  }

  /// Whether the next message of the same kind makes this one obsolete.
  package var isFleeting: Bool {
    if case .partial = self { return true }
    return false
  }

  /// Whether the rest of its reply repeats earlier lines.
  package var isRepetition: Bool {
    if case .response(.command(let report), _) = self { return report.command == .repeatLast }
    return false
  }

  /// Whether it includes the situation for programs.
  package var tellsSituation: Bool {
    switch self {
    case .hello, .status: true
    default: false
    }
  }
}

extension ConsoleMessage.Rejection {
  static let preparing = Self(
    code: "preparing", reason: Message("Still preparing; press again when the light is steady."))
  static let alreadyRecording = Self(
    code: "already_recording", reason: Message("Already recording."))
  /// The line refers to the game, which the recording may change.
  static let recording = Self(
    code: "already_recording",
    reason: Message("It is recording: stop that first, then type this again."))
  package static let notRecording = Self(
    code: "not_recording", reason: Message("Nothing is being recorded."))
  /// The next recording has been called off.
  static let withdrawn = Self(
    code: "withdrawn", reason: Message("The recording was cancelled before it began."))

  /// There is nothing to mute.
  static let namelessListening = Self(
    code: "not_understood",
    reason: Message("It does not listen for its name (recording.start is button)."))

  /// It cannot record, or cannot recognize.
  package static func unavailable(_ why: Unavailability) -> Self {
    Self(code: "\(why.cause.rawValue)_unavailable", reason: why.reason)
  }

  /// Too many lines are pending.
  package static func tooManyLines(_ line: String) -> Self {
    Self(
      code: "too_many_lines", reason: Message("Too many lines at once; type it again:"), text: line)
  }

  /// The message for a meaningless line.
  package static func unknownCommand(_ line: String) -> Self {
    Self(
      code: "unknown_command", reason: Message("Type start, stop, status or help; there is no"),
      text: line)
  }
}

/// The words recognized in one recording.
package struct Utterance: Sendable, Hashable {
  /// One word of it.
  package struct Word: Sendable, Hashable {
    /// The word, as the phrases spell it.
    package var text: String
    /// In seconds from the beginning of the recording.
    package var start: Double
    /// In seconds.
    package var duration: Double
    /// 0…1.
    package var confidence: Double

    /// A word with its time in the recording.
    package init(text: String, start: Double, duration: Double, confidence: Double) {
      self.text = text
      self.start = start
      self.duration = duration
      self.confidence = confidence
    }
  }

  /// The words, with spaces between them; empty if nothing was understood.
  package var text: String
  /// The words in their order.
  package var words: [Word]
  /// 0…1.
  package var confidence: Double
  /// The recording's length, in seconds.
  package var seconds: Double
  /// Seconds from the last sound until the console gets the line, with the game already on disk;
  /// nil if nobody waited.
  package var latency: Double?
  /// The intent of the words, according to their template; nil if no template matches.
  package var intent: Intent?

  /// The words of a recording. Typed words have no times, and confidence 1.
  package init(
    text: String, words: [Word] = [], confidence: Double = 1, seconds: Double = 0,
    latency: Double? = nil, intent: Intent? = nil
  ) {
    self.text = text
    self.intent = intent
    self.words = words
    self.confidence = confidence
    self.seconds = seconds
    self.latency = latency
  }
}
