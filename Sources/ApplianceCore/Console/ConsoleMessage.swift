import Chess
import Dialogue

/// Something for the console to show.
public enum ConsoleMessage: Sendable, Hashable {
  /// A state in which nothing is recorded has been reached.
  case state(ApplianceStateMachine.State)
  /// The state, for someone who asked.
  case status(ApplianceStateMachine.State)
  /// The microphone is heard.
  case recording
  /// The recording has ended; what was said is being finished.
  case recordingEnded(ApplianceStateMachine.EndCause)
  /// What has been understood so far; may change.
  case partial(String)
  case result(Utterance)
  /// What came of something said or typed in a game, and what was heard where it was said.
  case response(Response, Utterance?)
  /// What was said or asked for is not done.
  case refused(Rejection)
  /// Something went wrong that needs somebody's attention.
  case error(code: String, message: String)
  /// The voice that is expected, and from how many moves it is known: said for it, and learnt from
  /// play.
  case voice(player: String, enrolled: Int, learnt: Int)
  /// A player has so little time left.
  case timeLow(Color, seconds: Int)
  /// What can be typed.
  case help
  /// How the lights are lit, drawn; programs are not told.
  case lights(String)
  /// The board after a move, line by line; programs are told the position with the move.
  case board([String])
  /// Something that only people need to know; programs are not told.
  case note(String)

  /// Why something is not done.
  public struct Rejection: Sendable, Hashable {
    /// A word for programs, such as "not_understood".
    public var code: String
    /// A sentence for people.
    public var reason: String
    /// What was said, where that is known.
    public var text: String?

    /// Something that is not done, for a reason.
    public init(code: String, reason: String, text: String? = nil) {
      self.code = code
      self.reason = reason
      self.text = text
    }
  }

  /// Whether the next message of the kind makes this one worthless.
  package var isFleeting: Bool {
    if case .partial = self { return true }
    return false
  }
}

extension ConsoleMessage.Rejection {
  /// The words for what the state machine does not do.
  package init(_ refusal: ApplianceStateMachine.Obstacle) {
    switch refusal {
    case .preparing:
      self.init(code: "preparing", reason: "Still preparing; press again when the light is steady.")
    case .unavailable(let why):
      self.init(code: "\(why.cause.rawValue)_unavailable", reason: why.reason)
    case .alreadyRecording:
      self.init(code: "already_recording", reason: "Already recording.")
    case .notRecording:
      self.init(code: "not_recording", reason: "Nothing is being recorded.")
    case .tooManyLines(let line):
      self.init(
        code: "too_many_lines", reason: "Too many lines at once; type it again:", text: line)
    }
  }
}

extension ConsoleMessage.Rejection {
  /// The words for a line that means nothing.
  package static func unknownCommand(_ line: String) -> Self {
    Self(
      code: "unknown_command", reason: "Type start, stop, status or help; there is no",
      text: line)
  }
}

/// What was understood of one recording.
public struct Utterance: Sendable, Hashable {
  /// One word of it.
  public struct Word: Sendable, Hashable {
    /// The word, as the phrases have it.
    public var text: String
    /// Seconds from the beginning of the recording.
    public var start: Double
    /// Seconds.
    public var duration: Double
    /// 0…1.
    public var confidence: Double

    /// A word at its place in the recording.
    public init(text: String, start: Double, duration: Double, confidence: Double) {
      self.text = text
      self.start = start
      self.duration = duration
      self.confidence = confidence
    }
  }

  /// The words, with spaces between them; empty if nothing was understood.
  public var text: String
  /// The words in their order.
  public var words: [Word]
  /// 0…1.
  public var confidence: Double
  /// The recording's length, in seconds.
  public var seconds: Double
  /// From the last sound to the line that is handed to the console, in seconds, the record on disk
  /// included; nil if nobody waited.
  public var latency: Double?

  /// What was understood; typed words have neither times nor doubts.
  public init(
    text: String, words: [Word] = [], confidence: Double = 1, seconds: Double = 0,
    latency: Double? = nil
  ) {
    self.text = text
    self.words = words
    self.confidence = confidence
    self.seconds = seconds
    self.latency = latency
  }
}
