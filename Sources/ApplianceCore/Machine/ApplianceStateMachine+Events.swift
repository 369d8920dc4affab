import Localization
import Panel

extension ApplianceStateMachine {
  /// An event.
  package enum Event: Sendable, Hashable {
    case recognizer(Readiness)
    case microphone(Readiness)
    case button(ButtonEvent)
    /// The first sound of a recording has arrived.
    case soundArrived(RecordingNumber)
    /// The recording that listens for the name has recognized it, alone or with words after it; or
    /// it has accepted words that needed no name.
    case nameHeard(RecordingNumber, isAlone: Bool)
    /// Speech has ended, according to the endpointing.
    case speechEnded(RecordingNumber)
    /// Nobody has spoken for as long as the appliance waits.
    case nothingSaid(RecordingNumber)
    /// The microphone's stream has ended without an error.
    case soundEnded(RecordingNumber)
    /// The microphone could not be opened, or was lost.
    case soundFailed(RecordingNumber, Message)
    /// The recognizer has the final result.
    case recognized(RecordingNumber, Heard)
    /// The recognizer has abandoned a recording.
    case recognitionEnded(RecordingNumber)
    /// The recognizer failed on a recording.
    case recognitionFailed(RecordingNumber, Message)
    /// A typed line.
    case typed(ConsoleLine)
    /// The input has ended, so the appliance must end too.
    case linesEnded
    /// The conversation's reply has been shown.
    case replied(ReplyEffects)
    /// The question is over: its reply, if there was one, has been handled.
    case answered
    /// An errand of the conversation is done.
    case errandDone
    /// A timer has run out; the number identifies its start.
    case elapsed(Timer, Int)
    /// The service manager expects a sign of life. These threads are stuck.
    case watchdog(stuck: [String])
    case shutdown

    /// Whether the event answers a request, so that the machine would otherwise wait forever.
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
    /// By itself, at the maximum duration.
    case tooLong(Duration)
    /// By itself, at the end of speech.
    case pause
    /// By itself, because nobody spoke for this long.
    case nothingSaid(Duration)
    /// The microphone was lost.
    case lost
    /// The microphone delivered no more sound, as at the end of a file.
    case noMoreSound
  }

  /// An action for the machine's owner.
  package enum Action: Sendable, Hashable {
    /// Open the microphone, and keep its sound until it is recognized. The messages carry the
    /// origin of the line that started it; nil: the button.
    case startRecording(RecordingNumber, Origin? = nil)
    /// Open the microphone, and listen for the name; keep no other sound.
    case startListening(RecordingNumber)
    /// Take what is said now, and stay silent meanwhile; after the name alone, play a tone first.
    case attend(RecordingNumber, isAlone: Bool)
    /// Whether utterances may leave the name out.
    case openAttention(Bool)
    /// Report whether it is listening for its name.
    case announceListening(Bool, Origin? = nil)
    /// Stop the current sound.
    case hush
    /// Recognize a recording with the current phrases.
    case recognize(RecordingNumber)
    /// Close the microphone; recognize all its sound so far.
    case closeMicrophone(RecordingNumber)
    /// Close the microphone if it is open, and abandon recognition.
    case discardRecording(RecordingNumber)
    /// Ask the conversation, show its reply and send `replied`; then prepare the next phrases, and
    /// send `answered`. Comes only after the previous question was answered.
    case ask(Inquiry)
    /// Show the conversation's status as of its last reply.
    case glance(Origin = .typed)
    /// All typed lines have been handled: end.
    case end
    /// Send `elapsed` after this time, unless cancelled.
    case startTimer(Timer, Duration, Int)
    case cancelTimer(Timer)
    case indicate(Light, IndicatorPattern)
    /// Report a state in which nothing is recorded.
    case announce(State)
    /// Report the state, on request.
    case tell(State, Origin = .typed)
    /// Show the help.
    case help(Origin = .typed)
    /// Report the settings.
    case tellSettings(Origin = .typed)
    /// Report a problem; nil: that it is over.
    case tellTrouble(Message?)
    /// Report that sound is arriving.
    case announceSound(RecordingNumber, Origin? = nil)
    case announceEnd(RecordingNumber, EndCause, Origin? = nil)
    /// Tell why a press or a line is refused.
    case refuse(ConsoleMessage.Rejection, Origin? = nil)
    /// Report a failure, and what to do about it.
    case fail(Unavailability, Origin? = nil)
    /// Tell the service manager that all is well.
    case feedWatchdog
    /// Let the service manager restart the program, because these threads are stuck.
    case restart(stuck: [String])
  }
}
