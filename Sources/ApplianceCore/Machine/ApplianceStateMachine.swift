import Localization

/// The appliance's reactions to events: a pure value, without clock, device or thread.
///
/// All ordering is here. At the core of its state are two facts (is the recognizer ready, is the
/// microphone there), one activity (such as idle, attentive or recording) and one agenda (questions
/// for the conversation). The visible state and both lights are computed, so they cannot disagree.
package struct ApplianceStateMachine: Sendable, Hashable {
  /// The visible state.
  package enum State: Sendable, Hashable {
    case preparing
    case available
    case recording
    /// The recording has ended; its last sound is still arriving or being recognized.
    case finishing
    case unavailable(Unavailability)
    /// Shut down for good.
    case stopped
  }

  /// Whether a required part is ready.
  package enum Readiness: Sendable, Hashable {
    case preparing
    case ready
    /// Why, and what to do about it.
    case unavailable(Message)
    /// Not wanted: moves are only typed.
    case off
  }

  /// The button's recording mode.
  package enum ButtonMode: String, Sendable, Hashable, CaseIterable {
    /// A press starts, the next press stops.
    case toggle
    /// Records while it is held down.
    case hold
    /// A press starts; the end of speech or the next press stops.
    case once
  }

  /// What starts a recording.
  package enum Starter: String, Sendable, Hashable, CaseIterable {
    case button
    /// The name, said by anybody.
    case name
    case both
  }

  /// Identifies a recording, so that late events of an old one are not mistaken for the current
  /// one's.
  package typealias RecordingNumber = Int

  /// The activity, with the number of its recording.
  enum Activity: Sendable, Hashable {
    case idle
    /// The microphone is open for its name; nobody has said it yet.
    case attentive(RecordingNumber)
    /// The microphone has been opened; `hears` once sound arrives.
    case recording(RecordingNumber, hears: Bool)
    /// Stopped, but the microphone stays open a moment longer, for the end of the last word.
    case tail(RecordingNumber, hears: Bool)
    /// The microphone is closed, but the recognizer is not done.
    case recognizing(RecordingNumber)
    /// The conversation is answering. The next recording need not wait.
    case answering(RecordingNumber)
    case stopped
  }

  /// The time limits of a recording.
  package struct Limits: Sendable, Hashable {
    /// The maximum duration; the recording then ends by itself.
    package var maximum = Duration.seconds(60)
    /// How long the microphone stays open after Stop.
    package var tail = Duration.milliseconds(150)
    /// The recognizer's time limit after the microphone is closed.
    package var finishing = Duration.seconds(30)
    /// In the mode `once`, the silence after speech that ends the recording.
    package var pause = Duration.milliseconds(600)
    /// In the mode `once`, how long to wait for speech.
    package var patience = Duration.seconds(5)
  }

  /// The button's recording mode.
  package let mode: ButtonMode
  /// The time limits of a recording.
  package let limits: Limits
  /// What starts a recording.
  package let starter: Starter
  /// Whether it is muted: not listening for its name.
  package internal(set) var isMuted = false
  /// The last report whether it listens; nil: none yet.
  var toldListening: Bool?
  /// Whether the name started the current recording.
  var isByName = false
  /// The last reported reason why it could not listen for its name.
  var lastDeafness: Message?
  /// The last report whether the name could be left out.
  var toldOpen = false
  var recognizer = Readiness.preparing
  var microphone = Readiness.preparing
  var activity = Activity.idle
  var lastNumber: RecordingNumber = 0
  /// The button was pressed while a recording was finishing: start the next one afterwards.
  var startsNext = false
  /// The line that asked for that; nil: the button.
  var nextOrigin: Origin?
  /// The line that started the last recording; nil: the button.
  var recordingOrigin: Origin?
  /// The conversation's conditions.
  var conditions: Set<Condition> = []
  /// The current signal of the lights.
  var signal: LightSign?
  /// The running timers, with their numbers.
  var timers: [Timer: Int] = [:]
  var lastTimer = 0

  /// Open and waiting questions for the conversation.
  var agenda = Agenda()
  /// How long to wait for the answer to the open question; nil: no limit.
  var patience: Duration?
  /// A problem that needs attention while recording goes on; nil if there is none.
  package internal(set) var trouble: Message?
  /// An errand is done, but not yet on the agenda.
  var errandWaits = false
  /// Lines typed while a recording was finishing, to be handled after it: its words refer to the
  /// game before these lines.
  var waitingLines: [ConsoleLine] = []
  /// The number of pending lines.
  package internal(set) var openLines = 0
  /// End once all typed lines have been handled.
  var endsWithLines = false
  /// The service manager has been told about a stuck thread.
  var isStuck = false

  /// A machine that is still preparing: it knows nothing about recognizer and microphone.
  package init(
    mode: ButtonMode = .toggle, limits: Limits = Limits(),
    starter: Starter = .button
  ) {
    self.mode = mode
    self.limits = limits
    self.starter = starter
  }

  /// The visible state.
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
    if microphone == .off { return .unavailable(.microphoneOff) }
    return recognizer == .ready && microphone == .ready ? .available : .preparing
  }

  /// The actions before the first event: announce and show the initial state, and begin.
  package var firstActions: [Action] {
    [.announce(state)] + Light.allCases.map { .indicate($0, pattern(of: $0)) } + [.ask(.begin)]
  }

  /// Handles `event`; perform the returned actions in order.
  package mutating func handle(_ event: Event) -> [Action] {
    guard activity != .stopped else { return [] }
    let before = self
    var actions = respond(to: event)
    if startsNext, !awaitsWords {
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

  /// Feeds the watchdog, or asks once for a restart: only that frees a stuck thread.
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
    // The end does not save an unsaved game.
    let trouble = trouble
    self = ApplianceStateMachine(mode: mode, limits: limits, starter: starter)
    (activity, self.trouble) = (.stopped, trouble)
    return actions
  }
}
