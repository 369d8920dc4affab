extension ApplianceStateMachine {
  /// What the conversation is asked.
  public enum Inquiry: Sendable, Hashable {
    /// To begin, or to go on with what it has kept.
    case begin
    /// What is to be done about what was heard in a recording.
    case heard(RecordingNumber)
    /// What is to be done about a line that was typed; one that means nothing to it is refused.
    case line(String)
    /// What it has to add to the status, which was asked for by this line.
    case status(String)
    /// What it has to add to the help, which was asked for by this line.
    case help(String)
    /// What is to be done about a question that nobody has answered.
    case lapse
    /// To mend what is in trouble.
    case mend
    /// What is to be done now that something it has sent for is there.
    case errand
  }

  /// What comes of a reply, but for what is shown.
  public struct ReplyEffects: Sendable, Hashable {
    /// How long an answer is waited for; nil if none is, or for ever.
    public var patience: Duration?
    /// What needs somebody's attention though play goes on; nil if nothing does.
    public var trouble: String?
    /// What the lights tell of it for a moment; nil: nothing.
    public var signal: Signal?
    /// What holds from now on; nil: what held before.
    public var conditions: Set<Condition>?

    /// What comes of a reply; nothing by itself.
    public init(
      patience: Duration? = nil, trouble: String? = nil, signal: Signal? = nil,
      conditions: Set<Condition>? = nil
    ) {
      self.patience = patience
      self.trouble = trouble
      self.signal = signal
      self.conditions = conditions
    }
  }

  /// Takes note of a reply that has been shown.
  mutating func take(_ outcome: ReplyEffects) -> [Action] {
    guard let asked = agenda.asked else { return [] }
    conditions = outcome.conditions ?? conditions
    var actions = outcome.signal.map { show($0) } ?? []
    actions += note(outcome.trouble)
    // What nobody asked for leaves a question as it is.
    if asked != .mend { actions += wait(outcome.patience) }
    return actions
  }

  /// The last reply has been dealt with, and what can be said next is prepared.
  mutating func endQuestion() -> [Action] {
    switch agenda.finish() {
    case .heard(let number):
      if case .answering(number) = activity { activity = .idle }
      return []
    case .line, .status, .help:
      openLines -= 1
      return [.obeyedLine]
    case .begin, .lapse, .mend, .errand, nil: return []
    }
  }

  /// Asks what is next, and has recognized what was recorded before that.
  mutating func askNext() -> [Action] {
    var actions: [Action] = []
    while let entry = agenda.next() {
      switch entry {
      case .question(let question): actions.append(.ask(question))
      case .recognition(let number): actions.append(.recognize(number))
      case .end: actions.append(.end)
      }
    }
    guard agenda.hasStatus else { return cancel(.status) + actions }
    return timers[.status] == nil ? actions + start(.status, Self.statusPause) : actions
  }

  /// Nobody has answered for so long.
  mutating func lapse() -> [Action] {
    // Not while somebody speaks: that may be the answer.
    if isBusy { return wait(patience) }
    agenda.addOnce(.lapse)
    return []
  }

  /// What is in trouble may have become well.
  mutating func mend() -> [Action] {
    // Not while somebody speaks, to whom another game would be news.
    if isBusy { return start(.mending, Self.mendingPause) }
    agenda.addOnce(.mend)
    return []
  }

  /// Lets the conversation have what it has sent for.
  mutating func takeErrand() {
    // What is being said was said to the game as it is.
    guard errandWaits, !isBusy else { return }
    errandWaits = false
    agenda.addOnce(.errand)
  }

  /// Somebody speaks now: what must not be asked meanwhile is asked later.
  mutating func postponeQuestions() -> [Action] {
    if agenda.remove(.errand) { errandWaits = true }
    let hasLapse = agenda.remove(.lapse)
    let hasMend = agenda.remove(.mend)
    return (hasLapse ? wait(patience) : []) + (hasMend ? start(.mending, Self.mendingPause) : [])
  }

  /// Lets the question lapse after `patience`; nil: never.
  private mutating func wait(_ patience: Duration?) -> [Action] {
    self.patience = patience
    // One that was about to lapse has been answered.
    agenda.remove(.lapse)
    guard let patience else { return cancel(.lapse) }
    return start(.lapse, patience)
  }

  /// Takes note of what needs attention, tells it, and has it tried again.
  private mutating func note(_ trouble: String?) -> [Action] {
    let isNews = trouble != self.trouble
    self.trouble = trouble
    let actions: [Action] = isNews ? [.tellTrouble(trouble)] : []
    guard trouble == nil else { return actions + start(.mending, Self.mendingPause) }
    agenda.remove(.mend)
    return actions + cancel(.mending)
  }
}
