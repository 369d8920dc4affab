/// What the appliance does about what happens to it: a pure value, without clock, device or thread.
///
/// All ordering is here. Two facts (is the recognizer ready, is the microphone there), one activity
/// (idle, recording, finishing) and one agenda (what the conversation is asked) are all there is.
/// The state that people see, and both lights, are computed from them, so that they cannot
/// disagree.
public struct ApplianceStateMachine: Sendable, Hashable {
  /// What people are told the appliance is doing.
  public enum State: Sendable, Hashable {
    case preparing
    case available
    case recording
    /// The recording has ended; its last sound is still being heard or recognized.
    case finishing
    case unavailable(Unavailability)
    /// Shut down for good.
    case stopped
  }

  /// How far something that is needed has come.
  public enum Readiness: Sendable, Hashable {
    case preparing
    case ready
    /// Says why, and what to do about it.
    case unavailable(String)
  }

  /// How the button records.
  public enum ButtonMode: String, Sendable, Hashable, CaseIterable {
    /// A press starts, the next press stops.
    case toggle
    /// Records while held down.
    case hold
    /// A press starts; the recording ends when nothing more is said, or by the next press.
    case once
  }

  /// Tells one recording from the next, so that what comes late from an old one is not taken for
  /// the new one's.
  public typealias RecordingNumber = Int

  /// The activity, each with the number of its recording.
  enum Activity: Sendable, Hashable {
    case idle
    /// The microphone has been asked for; `hears` once its sound arrives.
    case recording(RecordingNumber, hears: Bool)
    /// Stopped, but the microphone stays open a moment so that the last word is whole.
    case tail(RecordingNumber, hears: Bool)
    /// The microphone is closed, the recognizer is not done.
    case recognizing(RecordingNumber)
    /// What was heard is being dealt with; the next recording need not wait for that.
    case answering(RecordingNumber)
    case stopped
  }

  /// The times that bound a recording.
  public struct Limits: Sendable, Hashable {
    /// A recording ends by itself after this.
    public var maximumRecordingTime: Duration
    /// How long the microphone stays open after Stop.
    public var tail: Duration
    /// How long the recognizer may take after the microphone is closed before it is given up.
    public var finishing: Duration
    /// In the mode `once`, how long nothing is said after speech until the recording ends.
    public var pause = Duration.milliseconds(600)
    /// In the mode `once`, how long nothing is said at all until it ends.
    public var patience = Duration.seconds(5)

    /// Limits; those of an appliance where none are given.
    public init(
      maximumRecordingTime: Duration = .seconds(60), tail: Duration = .milliseconds(150),
      finishing: Duration = .seconds(30)
    ) {
      self.maximumRecordingTime = maximumRecordingTime
      self.tail = tail
      self.finishing = finishing
    }
  }

  /// How the button records.
  public let mode: ButtonMode
  /// The times that bound a recording.
  public let limits: Limits
  var recognizer = Readiness.preparing
  var microphone = Readiness.preparing
  var activity = Activity.idle
  var lastNumber: RecordingNumber = 0
  /// The button was pressed while the last recording was being finished: start as soon as that is
  /// done.
  var startsNext = false
  /// What holds of the conversation.
  var conditions: Set<Condition> = []
  /// What the lights tell for a moment.
  var signal: Signal?
  /// The timers that run, by the numbers that they were started with.
  var timers: [Timer: Int] = [:]
  var lastTimer = 0

  /// What the conversation is asked, and has been asked.
  var agenda = Agenda()
  /// How long an answer to the conversation's question is waited for; nil if none is.
  var patience: Duration?
  /// Why not all is well, though recording goes on.
  public internal(set) var trouble: String?
  /// What the conversation has sent for is there, and has not been put on the agenda.
  var errandWaits = false
  /// Lines that were typed while a recording was being finished, which was said to the game as it
  /// is: dealt with after it.
  var waitingLines: [String] = []
  /// Lines that have been taken and not been dealt with.
  var openLines = 0
  /// What was typed is to be dealt with, and then it ends.
  var endsWithLines = false
  /// The service manager has been told that a thread is stuck.
  var isStuck = false

  /// A machine that knows nothing yet of recognizer and microphone: it is preparing.
  public init(mode: ButtonMode = .toggle, limits: Limits = Limits()) {
    self.mode = mode
    self.limits = limits
  }

  /// What people are told.
  public var state: State {
    switch activity {
    case .recording: return .recording
    case .tail, .recognizing, .answering: return .finishing
    case .stopped: return .stopped
    case .idle: break
    }
    if case .unavailable(let reason) = recognizer {
      return .unavailable(Unavailability(cause: .recognizer, reason: reason))
    }
    if case .unavailable(let reason) = microphone {
      return .unavailable(Unavailability(cause: .microphone, reason: reason))
    }
    return recognizer == .ready && microphone == .ready ? .available : .preparing
  }

  /// What is to be done before the first event: say and show the state it begins in, and begin.
  public var firstActions: [Action] {
    [.announce(state)] + Light.allCases.map { .indicate($0, pattern(of: $0)) } + [.ask(.begin)]
  }

  /// Takes note of `event`; the actions are to be performed in their order.
  public mutating func handle(_ event: Event) -> [Action] {
    guard activity != .stopped else { return [] }
    let before = self
    var actions = respond(to: event)
    if startsNext, mayStart {
      startsNext = false
      actions += start()
    }
    actions += takeWaitingLines()
    takeErrand()
    if state != before.state, activity == .idle { actions.append(.announce(state)) }
    for light in Light.allCases where pattern(of: light) != before.pattern(of: light) {
      actions.append(.indicate(light, pattern(of: light)))
    }
    return actions + askNext()
  }

  private mutating func respond(to event: Event) -> [Action] {
    switch event {
    case .recognizer(let readiness):
      recognizer = readiness
      return []
    case .microphone(let readiness):
      microphone = readiness
      guard case .unavailable(let reason) = readiness else { return [] }
      return loseSound(reason)
    case .button(.pressed): return press()
    case .button(.released): return release()
    case .soundArrived(let number): return noteSound(number)
    case .speechEnded(let number): return endSpeech(number, because: .pause)
    case .nothingSaid(let number): return endSpeech(number, because: .nothingSaid(limits.patience))
    case .soundEnded(let number): return endSound(number)
    case .soundFailed(let number, let reason):
      return number == openMicrophone ? loseSound(reason) : []
    case .recognized(let number): return takeWords(number)
    case .recognitionEnded(let number): return endRecognition(number)
    case .recognitionFailed(let number, let reason): return failRecognition(number, reason)
    case .typed(let line): return type(line)
    case .linesEnded:
      endsWithLines = true
      return []
    case .replied(let outcome): return take(outcome)
    case .answered: return endQuestion()
    case .errandDone:
      errandWaits = true
      return []
    case .elapsed(let timer, let number): return elapse(timer, number)
    case .watchdog(let stuck): return report(stuck)
    case .shutdown: return shutDown()
    }
  }

  /// Says that all is well, or has itself restarted, once: what is stuck is not freed from here.
  private mutating func report(_ stuck: [String]) -> [Action] {
    guard !stuck.isEmpty else { return [.feedWatchdog] }
    defer { isStuck = true }
    return isStuck ? [] : [.restart(stuck: stuck)]
  }

  private mutating func shutDown() -> [Action] {
    var actions: [Action] = Timer.allCases.flatMap { cancel($0) }
    switch activity {
    case .recording(let number, _), .tail(let number, _), .recognizing(let number),
      .answering(let number):
      actions.append(.discardRecording(number))
    case .idle, .stopped: break
    }
    self = ApplianceStateMachine(mode: mode, limits: limits)
    activity = .stopped
    return actions
  }
}
