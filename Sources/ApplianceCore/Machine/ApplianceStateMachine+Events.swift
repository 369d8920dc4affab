import Panel

extension ApplianceStateMachine {
  /// What happens to the appliance.
  public enum Event: Sendable, Hashable {
    case recognizer(Readiness)
    case microphone(Readiness)
    case button(ButtonEvent)
    /// The first sound of a recording has come.
    case soundArrived(RecordingNumber)
    /// Nothing more has been said for a while after speech.
    case speechEnded(RecordingNumber)
    /// Nothing has been said for as long as it was waited for.
    case nothingSaid(RecordingNumber)
    /// The microphone's stream has ended without an error.
    case soundEnded(RecordingNumber)
    /// The microphone could not be opened or was lost.
    case soundFailed(RecordingNumber, String)
    /// What was said is known.
    case recognized(RecordingNumber)
    /// The recognizer has given a recording up.
    case recognitionEnded(RecordingNumber)
    /// The recognizer could not carry a recording through.
    case recognitionFailed(RecordingNumber, String)
    /// A line has been typed.
    case typed(String)
    /// Nothing more is going to be typed, and that is to be the end.
    case linesEnded
    /// The conversation has replied to what it was asked, and that has been shown.
    case replied(ReplyEffects)
    /// All that belongs to the reply has been done, if there was one.
    case answered
    /// Something that the conversation has sent for is there.
    case errandDone
    /// The number is that with which the timer was started.
    case elapsed(Timer, Int)
    /// The service manager wants to hear how it is; the names of the threads that do not go on.
    case watchdog(stuck: [String])
    case shutdown

    /// Whether it tells of something that was asked for, without which the machine would wait.
    package var isAwaited: Bool {
      switch self {
      case .button, .typed, .watchdog: false
      default: true
      }
    }
  }

  /// Why a recording ended.
  public enum EndCause: Sendable, Hashable {
    /// By the button or a command.
    case asked
    /// By itself, after this long.
    case tooLong(Duration)
    /// By itself, as nothing more was said.
    case pause
    /// By itself, as nothing was said for this long.
    case nothingSaid(Duration)
    /// The microphone was lost.
    case lost
    /// The microphone had no more to give, as at the end of a file.
    case noMoreSound
  }

  /// Why a press or a line is not obeyed.
  public enum Obstacle: Sendable, Hashable {
    case preparing
    case unavailable(Unavailability)
    case alreadyRecording
    case notRecording
    /// More lines than can be under way at once.
    case tooManyLines(String)
  }

  /// What the machine's owner has to do.
  public enum Action: Sendable, Hashable {
    /// Open the microphone, and keep what it hears until it is recognized.
    case startRecording(RecordingNumber)
    /// Recognize a recording, with what can be said now.
    case recognize(RecordingNumber)
    /// Close the microphone; what it has heard is to be recognized to its end.
    case closeMicrophone(RecordingNumber)
    /// Close the microphone if it is open, and give up recognizing.
    case discardRecording(RecordingNumber)
    /// Ask the conversation, show what it replies and send `replied`; then have ready what can be
    /// said next, and send `answered`. Comes only when the last question is answered.
    case ask(Inquiry)
    /// Show what the conversation can tell of itself without being asked.
    case glance
    /// A line has been dealt with: there is room for another.
    case obeyedLine
    /// All that was typed has been dealt with, and that is the end.
    case end
    /// Send `elapsed` after a time, unless cancelled.
    case startTimer(Timer, Duration, Int)
    case cancelTimer(Timer)
    case indicate(Light, IndicatorPattern)
    /// Say that a state has been reached in which nothing is recorded.
    case announce(State)
    /// Say which state it is, for someone asked.
    case tell(State)
    /// Say what can be typed.
    case help
    /// Say what needs attention; nil: that nothing does any more.
    case tellTrouble(String?)
    /// Say that the recording hears.
    case announceSound(RecordingNumber)
    case announceEnd(RecordingNumber, EndCause)
    case refuse(Obstacle)
    /// Say that something went wrong, and what to do.
    case fail(Unavailability)
    /// Tell the service manager that all is well.
    case feedWatchdog
    /// Have the service manager restart the program, as these threads do not go on.
    case restart(stuck: [String])
  }
}
