import Panel

/// What the appliance does about what happens to it: a pure value, without clock, device or thread.
///
/// Two facts (is the recogniser ready, is the microphone there) and one activity (idle, recording, finishing) are all
/// there is; the state that people see, and both lights, are computed from them, so that they cannot disagree.
public struct ApplianceStateMachine: Sendable, Hashable {
  /// What people are told the appliance is doing.
  public enum State: Sendable, Hashable {
    case preparing
    case available
    case recording
    /// The recording has ended; its last sound is still being heard or recognised.
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

  /// Tells one recording from the next, so that what comes late from an old one is not taken for the new one's.
  public typealias RecordingNumber = Int

  /// The activity, each with the number of its recording.
  enum Activity: Sendable, Hashable {
    case idle
    /// The microphone has been asked for; `hears` once its sound arrives.
    case recording(RecordingNumber, hears: Bool)
    /// Stopped, but the microphone stays open a moment so that the last word is whole.
    case tail(RecordingNumber, hears: Bool)
    /// The microphone is closed, the recogniser is not done.
    case recognizing(RecordingNumber)
    /// What was heard is being dealt with; the next recording needs not wait for that.
    case answering(RecordingNumber)
    case stopped
  }

  /// The times that bound a recording.
  public struct Limits: Sendable, Hashable {
    /// A recording ends by itself after this.
    public var maximumRecordingTime: Duration
    /// How long the microphone stays open after Stop.
    public var tail: Duration
    /// How long the recogniser may take after the microphone is closed before it is given up.
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
  private(set) var recognizer = Readiness.preparing
  private(set) var microphone = Readiness.preparing
  private(set) var activity = Activity.idle
  private var lastNumber: RecordingNumber = 0
  /// What holds of the conversation.
  private(set) var conditions: Set<Condition> = []
  /// What the lights tell for a moment, and its number.
  private(set) var signal: Signal?
  private var signalNumber = 0
  /// The button was pressed while the last recording was being finished: start as soon as that is done.
  private var startsNext = false

  /// A machine that knows nothing yet of recogniser and microphone: it is preparing.
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

  /// What the lights show in this state.
  public var sign: LightSign {
    switch activity {
    case .stopped: return .dark
    case .recording(_, let hears): return hears ? .hearing : .ready
    case .tail(_, let hears): return hears ? .ending : .dark
    case .idle, .recognizing, .answering: break
    }
    if let signal { return signal.sign }
    switch state {
    case .preparing: return .preparing
    case .unavailable(let why): return why.cause == .microphone ? .noMicrophone : .fault
    case .available:
      if conditions.contains(.asking) { return .question }
      if conditions.contains(.thinking) { return .thinking }
      return conditions.contains(.notSaving) ? .notSaving : .ready
    case .recording, .finishing, .stopped: return .dark
    }
  }

  /// How `light` is lit in this state.
  public func pattern(of light: Light) -> IndicatorPattern { sign.pattern(of: light) }

  /// What is to be done before the first event: say and show the state it begins in.
  public var firstActions: [Action] {
    [.announce(state)] + Light.allCases.map { .indicate($0, pattern(of: $0)) }
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
    if state != before.state, activity == .idle { actions.append(.announce(state)) }
    for light in Light.allCases where pattern(of: light) != before.pattern(of: light) {
      actions.append(.indicate(light, pattern(of: light)))
    }
    return actions
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
    case .command(let command): return obey(command)
    case .soundArrived(let number):
      guard case .recording(number, hears: false) = activity else {
        // The first sound may come as late as in the tail; then the light tells of that.
        if case .tail(number, hears: false) = activity { activity = .tail(number, hears: true) }
        return []
      }
      activity = .recording(number, hears: true)
      return [.announceSound(number)]
    case .soundEnded(let number): return endSound(number)
    case .soundFailed(let number, let reason):
      return number == openMicrophone ? loseSound(reason) : []
    case .recognized(let number):
      guard case .recognizing(number) = activity else { return [] }
      activity = .answering(number)
      return [.cancelTimer(.finishing)]
    case .recognitionEnded(let number): return endRecognition(number)
    case .signal(let signal): return show(signal)
    case .conditions(let conditions):
      self.conditions = conditions
      return []
    case .speechEnded(let number): return endSpeech(number, because: .pause)
    case .nothingSaid(let number): return endSpeech(number, because: .nothingSaid(limits.patience))
    case .elapsed(let timer, let number): return elapse(timer, number)
    case .shutdown: return shutDown()
    }
  }
}

extension ApplianceStateMachine {
  /// The recording that holds the microphone open.
  package var openMicrophone: RecordingNumber? {
    switch activity {
    case .recording(let number, _), .tail(let number, _): number
    case .idle, .recognizing, .answering, .stopped: nil
    }
  }

  /// Whether nothing keeps the next recording waiting.
  private var mayStart: Bool {
    switch activity {
    case .idle, .answering: true
    case .recording, .tail, .recognizing, .stopped: false
    }
  }

  /// Whether it is not known yet what was said in the last recording.
  package var awaitsWords: Bool {
    switch activity {
    case .tail, .recognizing: true
    case .idle, .recording, .answering, .stopped: false
    }
  }

  private mutating func press() -> [Action] {
    switch activity {
    case .idle, .answering: return start()
    case .recording(let number, let hears):
      return mode != .hold ? stop(number, hears: hears, because: .asked) : []
    case .tail, .recognizing:
      startsNext = mode == .hold || !startsNext
      return []
    case .stopped: return []
    }
  }

  private mutating func release() -> [Action] {
    guard mode == .hold else { return [] }
    startsNext = false
    guard case .recording(let number, let hears) = activity else { return [] }
    return stop(number, hears: hears, because: .asked)
  }

  private mutating func obey(_ command: Command) -> [Action] {
    switch (command, activity) {
    case (.start, .idle), (.start, .answering): return start()
    case (.start, .recording): return [.refuse(.alreadyRecording)]
    case (.start, _):
      startsNext = true
      return []
    case (.stop, .recording(let number, let hears)):
      return stop(number, hears: hears, because: .asked)
    case (.stop, _):
      defer { startsNext = false }
      return startsNext ? [] : [.refuse(.notRecording)]
    case (.status, _): return [.tell(state)]
    }
  }

  private mutating func start() -> [Action] {
    if case .answering = activity { activity = .idle }
    switch state {
    case .available:
      lastNumber += 1
      activity = .recording(lastNumber, hears: false)
      return endSignal() + [
        .startRecording(lastNumber),
        .startTimer(.maximum, limits.maximumRecordingTime, lastNumber),
      ]
    case .unavailable(let why): return [.refuse(.unavailable(why))]
    default: return [.refuse(.preparing)]
    }
  }

  /// Tells on the lights what came of something, unless they tell that it hears.
  private mutating func show(_ signal: Signal) -> [Action] {
    guard openMicrophone == nil, let duration = signal.sign.duration else { return [] }
    let actions = endSignal()
    signalNumber += 1
    self.signal = signal
    return actions + [.startTimer(.signal, duration, signalNumber)]
  }

  private mutating func endSignal() -> [Action] {
    guard signal != nil else { return [] }
    signal = nil
    return [.cancelTimer(.signal)]
  }

  private mutating func stop(
    _ number: RecordingNumber, hears: Bool, because cause: EndCause
  ) -> [Action] {
    activity = .tail(number, hears: hears)
    return [
      .announceEnd(number, cause), .cancelTimer(.maximum),
      .startTimer(.tail, limits.tail, number),
    ]
  }

  /// Nothing more is said, or nothing was.
  private mutating func endSpeech(
    _ number: RecordingNumber, because cause: EndCause
  ) -> [Action] {
    guard mode == .once, case .recording(number, let hears) = activity else { return [] }
    return stop(number, hears: hears, because: cause)
  }

  /// The microphone's stream ended without an error.
  private mutating func endSound(_ number: RecordingNumber) -> [Action] {
    guard number == openMicrophone else { return [] }
    var actions: [Action] = []
    if case .recording = activity { actions.append(.announceEnd(number, .noMoreSound)) }
    return actions + closeMicrophone(number)
  }

  /// The microphone went away, or could not be opened.
  private mutating func loseSound(_ reason: String) -> [Action] {
    switch activity {
    case .recording(let number, _):
      // Half a sentence may be a whole other move: what was heard is not used.
      activity = .idle
      startsNext = false
      return [
        .announceEnd(number, .lost), .cancelTimer(.maximum), .discardRecording(number),
        .fail(Unavailability(cause: .microphone, reason: reason)),
      ]
    case .tail(let number, _): return closeMicrophone(number)
    case .idle, .recognizing, .answering, .stopped: return []
    }
  }

  private mutating func closeMicrophone(_ number: RecordingNumber) -> [Action] {
    activity = .recognizing(number)
    return [
      .cancelTimer(.maximum), .cancelTimer(.tail), .closeMicrophone(number),
      .startTimer(.finishing, limits.finishing, number),
    ]
  }

  private mutating func endRecognition(_ number: RecordingNumber) -> [Action] {
    switch activity {
    case .recognizing(number):
      activity = .idle
      return [.cancelTimer(.finishing)]
    case .answering(number):
      activity = .idle
      return []
    case .recording(number, _), .tail(number, _):
      // The recogniser gave up before its sound ended; it has said why itself.
      activity = .idle
      return [.cancelTimer(.maximum), .cancelTimer(.tail), .discardRecording(number)]
    default: return []
    }
  }

  private mutating func elapse(_ timer: Timer, _ number: RecordingNumber) -> [Action] {
    switch (timer, activity) {
    case (.signal, _):
      if number == signalNumber { signal = nil }
      return []
    case (.maximum, .recording(number, let hears)):
      return stop(number, hears: hears, because: .tooLong(limits.maximumRecordingTime))
    case (.tail, .tail(number, _)): return closeMicrophone(number)
    case (.finishing, .recognizing(number)):
      activity = .idle
      return [
        .discardRecording(number),
        .fail(
          Unavailability(
            cause: .recognizer,
            reason: "No result came within \(limits.finishing.written); say it again.")),
      ]
    default: return []
    }
  }

  private mutating func shutDown() -> [Action] {
    var actions: [Action] = []
    switch activity {
    case .recording(let number, _), .tail(let number, _), .recognizing(let number),
      .answering(let number):
      actions = Timer.allCases.map { .cancelTimer($0) } + [.discardRecording(number)]
    case .idle, .stopped: actions = endSignal()
    }
    activity = .stopped
    signal = nil
    startsNext = false
    return actions
  }
}
