import Localization
import Panel

extension ApplianceStateMachine {
  /// What happens to the appliance.
  package enum Event: Sendable, Hashable {
    case recognizer(Readiness)
    case microphone(Readiness)
    case button(ButtonEvent)
    /// The first sound of a recording has arrived.
    case soundArrived(RecordingNumber)
    /// The recording that listens for the name has heard it, alone or with words after it; or it
    /// has accepted words that needed no name.
    case nameHeard(RecordingNumber, isAlone: Bool)
    /// Nothing more has been said for a while after speech.
    case speechEnded(RecordingNumber)
    /// Nothing has been said for as long as the appliance waits.
    case nothingSaid(RecordingNumber)
    /// The microphone's stream has ended without an error.
    case soundEnded(RecordingNumber)
    /// The microphone could not be opened or was lost.
    case soundFailed(RecordingNumber, Message)
    /// The recognizer knows what was said.
    case recognized(RecordingNumber, Heard)
    /// The recognizer has given up a recording.
    case recognitionEnded(RecordingNumber)
    /// The recognizer failed on a recording.
    case recognitionFailed(RecordingNumber, Message)
    /// A line has been typed.
    case typed(ConsoleLine)
    /// The input has ended, and the appliance is to end too.
    case linesEnded
    /// The conversation has replied, and the reply has been shown.
    case replied(ReplyEffects)
    /// Everything that belongs to the reply has been done, if there was one.
    case answered
    /// Something that the conversation has sent for has arrived.
    case errandDone
    /// A timer has run out; the number is the one with which it was started.
    case elapsed(Timer, Int)
    /// The service manager expects a sign of life; the names of the stuck threads.
    case watchdog(stuck: [String])
    case shutdown

    /// Whether the event answers a request, so that the machine would wait for it forever.
    package var isAwaited: Bool {
      switch self {
      case .button, .typed, .watchdog: false
      default: true
      }
    }
  }

  /// Why a recording ended.
  package enum EndCause: Sendable, Hashable {
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

  /// Why a press or a line is refused.
  package enum Obstacle: Sendable, Hashable {
    case preparing
    case unavailable(Unavailability)
    case alreadyRecording
    /// A line refers to the game, which the recording may change.
    case recording
    case notRecording
    /// A recording that was to come next is not wanted any more.
    case withdrawn
    /// Too many lines are under way.
    case tooManyLines(String)
  }

  /// An action for the machine's owner.
  package enum Action: Sendable, Hashable {
    /// Open the microphone, and keep what it hears until it is recognized. Its messages carry the
    /// origin of the line that started it; nil: the button.
    case startRecording(RecordingNumber, Origin? = nil)
    /// Open the microphone, and listen for its name from now on; keep no sound of anything else.
    case startListening(RecordingNumber)
    /// Take what is said now, and play nothing meanwhile; after the name alone, sound a tone first.
    case attend(RecordingNumber, isAlone: Bool)
    /// Whether what has no name may be taken, too.
    case openAttention(Bool)
    /// Say that it listens for its name, or no longer does.
    case announceListening(Bool, Origin? = nil)
    /// Stop the sound that is being played.
    case hush
    /// Recognize a recording, with what can be said now.
    case recognize(RecordingNumber)
    /// Close the microphone; recognize all its sound so far.
    case closeMicrophone(RecordingNumber)
    /// Close the microphone if it is open, and give up recognizing.
    case discardRecording(RecordingNumber)
    /// Ask the conversation, show its reply and send `replied`; then prepare for what can be said
    /// next, and send `answered`. Comes only after the last question was answered.
    case ask(Inquiry)
    /// Show the conversation's status as of its last reply.
    case glance(Origin = .typed)
    /// Everything typed has been dealt with: end.
    case end
    /// Send `elapsed` after a time, unless cancelled.
    case startTimer(Timer, Duration, Int)
    case cancelTimer(Timer)
    case indicate(Light, IndicatorPattern)
    /// Say that a state has been reached in which nothing is recorded.
    case announce(State)
    /// Say which state it is, for someone asked.
    case tell(State, Origin = .typed)
    /// Say what can be typed.
    case help(Origin = .typed)
    /// Say how the settings are.
    case tellSettings(Origin = .typed)
    /// Report a problem; nil: that it is over.
    case tellTrouble(Message?)
    /// Say that the recording has begun to hear.
    case announceSound(RecordingNumber, Origin? = nil)
    case announceEnd(RecordingNumber, EndCause, Origin? = nil)
    case refuse(Obstacle, Origin? = nil)
    /// Say that something went wrong, and what to do.
    case fail(Unavailability, Origin? = nil)
    /// Tell the service manager that all is well.
    case feedWatchdog
    /// Have the service manager restart the program, because these threads are stuck.
    case restart(stuck: [String])
  }
}
