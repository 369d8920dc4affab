import Localization

/// How the appliance reacts to events: a pure value, without clock, device or thread.
///
/// All ordering is here. The whole state is two facts (is the recognizer ready, is the microphone
/// there), one activity (idle, recording, finishing) and one agenda (what to ask the conversation).
/// The state that people see and both lights are computed from them, so they cannot disagree.
package struct ApplianceStateMachine: Sendable, Hashable {
  /// What people are told the appliance is doing.
  package enum State: Sendable, Hashable {
    case preparing
    case available
    case recording
    /// The recording has ended; its last sound is still being heard or recognized.
    case finishing
    case unavailable(Unavailability)
    /// Shut down for good.
    case stopped
  }

  /// Whether something that is needed is ready.
  package enum Readiness: Sendable, Hashable {
    case preparing
    case ready
    /// Says why, and what to do about it.
    case unavailable(Message)
  }

  /// How the button records.
  package enum ButtonMode: String, Sendable, Hashable, CaseIterable {
    /// A press starts, the next press stops.
    case toggle
    /// Records while held down.
    case hold
    /// A press starts; the recording ends when the speaker pauses, or with the next press.
    case once
  }

  /// What starts a recording.
  package enum Starter: String, Sendable, Hashable, CaseIterable {
    case button
    /// Its name, said by anybody.
    case name
    case both
  }

  /// Identifies a recording, so that late news of an old one is not taken for the new one's.
  package typealias RecordingNumber = Int

  /// The activity, with the number of its recording.
  enum Activity: Sendable, Hashable {
    case idle
    /// The microphone is open for its name; nobody has said it yet.
    case attentive(RecordingNumber)
    /// The microphone has been opened; `hears` once its sound arrives.
    case recording(RecordingNumber, hears: Bool)
    /// Stopped, but the microphone stays open a moment longer so that the last word is complete.
    case tail(RecordingNumber, hears: Bool)
    /// The microphone is closed, but the recognizer is not done.
    case recognizing(RecordingNumber)
    /// The conversation is answering. The next recording need not wait.
    case answering(RecordingNumber)
    case stopped
  }

  /// The times that bound a recording.
  package struct Limits: Sendable, Hashable {
    /// The longest recording; it then ends by itself.
    package var maximumRecordingTime: Duration
    /// How long the microphone stays open after Stop.
    package var tail: Duration
    /// How long the recognizer may take after the microphone is closed before it is given up.
    package var finishing: Duration
    /// In the mode `once`, how long nothing is said after speech until the recording ends.
    package var pause = Duration.milliseconds(600)
    /// In the mode `once`, how long nothing is said at all until it ends.
    package var patience = Duration.seconds(5)

    /// The limits; by default those of an appliance.
    package init(
      maximumRecordingTime: Duration = .seconds(60), tail: Duration = .milliseconds(150),
      finishing: Duration = .seconds(30)
    ) {
      self.maximumRecordingTime = maximumRecordingTime
      self.tail = tail
      self.finishing = finishing
    }
  }

  /// How the button records.
  package let mode: ButtonMode
  /// The times that bound a recording.
  package let limits: Limits
  /// What starts a recording.
  package let starter: Starter
  /// Whether it does not listen for its name for now.
  package internal(set) var isMuted = false
  /// Whether people have been told that it listens; nil: not yet.
  var toldListening: Bool?
  /// Whether the recording under way was started by its name.
  var isByName = false
  /// Why it could not listen for its name when that was last told.
  var lastDeafness: Message?
  /// Whether no name was needed when the owner was last told.
  var toldOpen = false
  var recognizer = Readiness.preparing
  var microphone = Readiness.preparing
  var activity = Activity.idle
  var lastNumber: RecordingNumber = 0
  /// The button was pressed while the last recording was being finished: start the next one
  /// afterwards.
  var startsNext = false
  /// The line that asked for that; nil: the button did.
  var nextOrigin: Origin?
  /// The line that started the last recording; nil: the button did.
  var recordingOrigin: Origin?
  /// The conversation's conditions.
  var conditions: Set<Condition> = []
  /// What the lights show for a moment.
  var signal: Signal?
  /// The running timers, with the numbers they were started with.
  var timers: [Timer: Int] = [:]
  var lastTimer = 0

  /// Questions for the conversation, waiting and open.
  var agenda = Agenda()
  /// How long to wait for the answer to the conversation's question; nil: no limit.
  var patience: Duration?
  /// A problem that needs attention while recording goes on; nil if there is none.
  package internal(set) var trouble: Message?
  /// An errand is done, but not on the agenda yet.
  var errandWaits = false
  /// Lines typed while a recording was being finished, to be dealt with after it: what was said
  /// refers to the game before them.
  var waitingLines: [ConsoleLine] = []
  /// How many lines have been taken but not dealt with.
  package internal(set) var openLines = 0
  /// End once all typed lines have been dealt with.
  var endsWithLines = false
  /// The service manager has been told that a thread is stuck.
  var isStuck = false

  /// A machine that knows nothing yet of the recognizer and the microphone: it is preparing.
  package init(
    mode: ButtonMode = .toggle, limits: Limits = Limits(),
    starter: Starter = .button
  ) {
    self.mode = mode
    self.limits = limits
    self.starter = starter
  }

  /// What people are told.
  package var state: State {
    switch activity {
    case .recording: return .recording
    case .tail, .recognizing, .answering: return .finishing
    case .stopped: return .stopped
    case .idle, .attentive: break
    }
    if case .unavailable(let reason) = recognizer {
      return .unavailable(Unavailability(cause: .recognizer, reason: reason))
    }
    if case .unavailable(let reason) = microphone {
      return .unavailable(Unavailability(cause: .microphone, reason: reason))
    }
    return recognizer == .ready && microphone == .ready ? .available : .preparing
  }

  /// What to do before the first event: announce and show the initial state, and begin.
  package var firstActions: [Action] {
    [.announce(state)] + Light.allCases.map { .indicate($0, pattern(of: $0)) } + [.ask(.begin)]
  }

  /// Handles `event`; perform the returned actions in order.
  package mutating func handle(_ event: Event) -> [Action] {
    guard activity != .stopped else { return [] }
    let before = self
    var actions = respond(to: event)
    if startsNext, mayStart {
      let origin = nextOrigin
      (startsNext, nextOrigin) = (false, nil)
      actions += begin(origin)
    }
    actions += takeWaitingLines()
    takeErrand()
    actions += listen()
    if state != before.state, isIdle { actions.append(.announce(state)) }
    actions += tellListening()
    for light in Light.allCases where pattern(of: light) != before.pattern(of: light) {
      actions.append(.indicate(light, pattern(of: light)))
    }
    return actions + askNext()
  }

  private mutating func respond(to event: Event) -> [Action] {
    switch event {
    case .recognizer(let readiness):
      recognizer = readiness
      return readiness == .ready ? [] : stopListening()
    case .microphone(let readiness):
      microphone = readiness
      guard case .unavailable(let reason) = readiness else { return [] }
      return loseSound(reason)
    case .button(.pressed): return press()
    case .button(.released): return release()
    case .soundArrived(let number): return noteSound(number)
    case .nameHeard(let number, let isAlone): return attend(number, isAlone: isAlone)
    case .speechEnded(let number): return endSpeech(number, because: .pause)
    case .nothingSaid(let number): return endSpeech(number, because: .nothingSaid(limits.patience))
    case .soundEnded(let number): return endSound(number)
    case .soundFailed(let number, let reason):
      return number == openMicrophone ? loseSound(reason) : []
    case .recognized(let number, let heard): return take(heard, from: number)
    case .recognitionEnded(let number): return endRecognition(number)
    case .recognitionFailed(let number, let reason): return failRecognition(number, reason)
    case .typed(let line): return type(line)
    case .linesEnded:
      endsWithLines = true
      return []
    case .replied(let outcome): return take(outcome)
    case .answered:
      return endQuestion()
    case .errandDone:
      errandWaits = true
      return []
    case .elapsed(let timer, let number): return elapse(timer, number)
    case .watchdog(let stuck): return report(stuck)
    case .shutdown: return shutDown()
    }
  }

  /// Feeds the watchdog, or asks once for a restart: a stuck thread cannot be freed from here.
  private mutating func report(_ stuck: [String]) -> [Action] {
    guard !stuck.isEmpty else { return [.feedWatchdog] }
    defer { isStuck = true }
    return isStuck ? [] : [.restart(stuck: stuck)]
  }

  private mutating func shutDown() -> [Action] {
    var actions: [Action] = Timer.allCases.flatMap { cancel($0) }
    switch activity {
    case .recording(let number, _), .tail(let number, _), .recognizing(let number),
      .answering(let number), .attentive(let number):
      actions.append(.discardRecording(number))
    case .idle, .stopped: break
    }
    self = ApplianceStateMachine(mode: mode, limits: limits, starter: starter)
    activity = .stopped
    return actions
  }
}
