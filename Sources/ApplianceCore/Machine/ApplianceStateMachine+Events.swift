import Dialogue
import Panel

/// Why nothing can be recorded.
public struct Unavailability: Sendable, Hashable {
  /// What is missing.
  public enum Cause: String, Sendable, Hashable {
    case microphone
    case recognizer
  }

  /// What is missing.
  public var cause: Cause
  /// A sentence that says what is wrong and what to do about it.
  public var reason: String

  /// A reason is a whole sentence, for people.
  public init(cause: Cause, reason: String) {
    self.cause = cause
    self.reason = reason
  }
}

extension ApplianceStateMachine {
  /// The lights of the front panel.
  public enum Light: String, Sendable, Hashable, CaseIterable {
    case available
    case recording
  }

  /// What waits for a time to pass; one of a kind runs at a time.
  public enum Timer: Sendable, Hashable, CaseIterable {
    case maximum
    case tail
    case finishing
    case signal
  }

  /// What the lights tell for a moment.
  public enum Signal: Sendable, Hashable, CaseIterable {
    /// What was said is done.
    case accepted
    /// What was said is not done.
    case refused

    /// What it looks like.
    var sign: LightSign { self == .accepted ? .accepted : .refused }
  }

  /// What holds of the conversation and is seen on the lights.
  public enum Condition: Sendable, Hashable, CaseIterable {
    /// A question waits for its answer.
    case asking
    /// The opponent thinks.
    case thinking
    /// What is played is not kept.
    case notSaving
  }

  /// What can be asked for in writing.
  public enum Command: String, Sendable, Hashable, CaseIterable {
    case start
    case stop
    case status
  }

  /// What happens to the appliance.
  public enum Event: Sendable, Hashable {
    case recognizer(Readiness)
    case microphone(Readiness)
    case button(ButtonEvent)
    case command(Command)
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
    /// What was said is known, and is being dealt with, which takes as long as the disk takes.
    case recognized(RecordingNumber)
    /// The recogniser is done with a recording, for better or worse, and what it heard has been dealt with.
    case recognitionEnded(RecordingNumber)
    /// Something was done, or refused.
    case signal(Signal)
    /// All that now holds of the conversation.
    case conditions(Set<Condition>)
    /// The number is that of the recording, or of the signal.
    case elapsed(Timer, RecordingNumber)
    case shutdown
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

  /// Why a press or a command is not obeyed.
  public enum Refusal: Sendable, Hashable {
    case preparing
    case unavailable(Unavailability)
    case alreadyRecording
    case notRecording
  }

  /// What the machine's owner has to do.
  public enum Action: Sendable, Hashable {
    /// Open the microphone and recognise what it hears.
    case startRecording(RecordingNumber)
    /// Close the microphone; what it has heard is to be recognised to its end.
    case closeMicrophone(RecordingNumber)
    /// Close the microphone if it is open, and give up recognising.
    case discardRecording(RecordingNumber)
    /// Send `elapsed` after a time, unless cancelled.
    case startTimer(Timer, Duration, RecordingNumber)
    case cancelTimer(Timer)
    case indicate(Light, IndicatorPattern)
    /// Say that a state has been reached in which nothing is recorded.
    case announce(State)
    /// Say which state it is, for someone asked.
    case tell(State)
    /// Say that the recording hears.
    case announceSound(RecordingNumber)
    case announceEnd(RecordingNumber, EndCause)
    case refuse(Refusal)
    /// Say that something went wrong, and what to do.
    case fail(Unavailability)
  }
}
