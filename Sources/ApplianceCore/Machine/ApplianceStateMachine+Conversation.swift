import Localization

extension ApplianceStateMachine {
  /// What to ask the conversation.
  package enum Inquiry: Sendable, Hashable {
    /// Begin, or go on with the kept game.
    case begin
    /// Respond to what was heard in a recording.
    case heard(RecordingNumber, Heard)
    /// Respond to a typed line; a meaningless one is refused.
    case line(ConsoleLine)
    /// Add to the status that this line asked for.
    case status(ConsoleLine)
    /// Add to the help that this line asked for.
    case help(ConsoleLine)
    /// Respond to a question that nobody has answered.
    case lapse
    /// Try to fix the current trouble.
    case mend
    /// Respond to the arrival of something it has sent for.
    case errand

    /// The origin of the reply; nil: nobody has said or typed anything.
    package var origin: Origin? {
      switch self {
      case .line(let line), .status(let line), .help(let line): line.origin
      case .heard(_, let heard): heard.origin
      case .begin, .lapse, .mend, .errand: nil
      }
    }
  }

  /// The effects of a reply, apart from its messages.
  package struct ReplyEffects: Sendable, Hashable {
    /// How long to wait for an answer; nil for no limit, or if no answer is expected.
    package var patience: Duration?
    /// A problem that needs attention while play goes on; nil if there is none.
    package var trouble: Message?
    /// What the lights show for a moment; nil: nothing.
    package var signal: Signal?
    /// The conditions from now on; nil: unchanged.
    package var conditions: Set<Condition>?

    /// The effects of a reply; none by default.
    package init(
      patience: Duration? = nil, trouble: Message? = nil, signal: Signal? = nil,
      conditions: Set<Condition>? = nil
    ) {
      self.patience = patience
      self.trouble = trouble
      self.signal = signal
      self.conditions = conditions
    }
  }

  /// Applies the effects of a reply that has been shown.
  mutating func take(_ outcome: ReplyEffects) -> [Action] {
    guard let asked = agenda.asked else { return [] }
    conditions = outcome.conditions ?? conditions
    var actions = outcome.signal.map { show($0) } ?? []
    actions += note(outcome.trouble)
    // A reply that nobody asked for leaves an open question as it is.
    if asked != .mend { actions += wait(outcome.patience) }
    return actions
  }

  /// Ends the question: its reply has been dealt with, and the next recording is prepared for.
  mutating func endQuestion() -> [Action] {
    switch agenda.finish() {
    case .heard(let number, _):
      if case .answering(number) = activity { activity = .idle }
      return starter == .button ? [] : start(.openness, Self.openness)
    case .line, .status, .help: openLines -= 1
    case .begin, .lapse, .mend, .errand, nil: break
    }
    return []
  }

  /// Recognizes the recordings that come next on the agenda, then asks the question after them.
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

  /// Nobody has answered in time.
  mutating func lapse() -> [Action] {
    // Not while somebody speaks: it may be the answer.
    if isBusy { return wait(patience) }
    agenda.addOnce(.lapse)
    return []
  }

  /// It is time to see whether the trouble is over.
  mutating func mend() -> [Action] {
    // Not while somebody speaks, who would be surprised by another game.
    if isBusy { return start(.mending, Self.mendingPause) }
    agenda.addOnce(.mend)
    return []
  }

  /// Puts a finished errand on the agenda.
  mutating func takeErrand() {
    // The words being spoken refer to the game as it is now.
    guard errandWaits, !isBusy else { return }
    errandWaits = false
    agenda.addOnce(.errand)
  }

  /// Postpones, while somebody speaks, what must not be asked meanwhile.
  mutating func postponeQuestions() -> [Action] {
    if agenda.remove(.errand) { errandWaits = true }
    let hasLapse = agenda.remove(.lapse)
    let hasMend = agenda.remove(.mend)
    return (hasLapse ? wait(patience) : []) + (hasMend ? start(.mending, Self.mendingPause) : [])
  }

  /// Lets the question lapse after `patience`; nil: never.
  private mutating func wait(_ patience: Duration?) -> [Action] {
    self.patience = patience
    // A question that was about to lapse has been answered.
    agenda.remove(.lapse)
    guard let patience else { return cancel(.lapse) }
    return start(.lapse, patience)
  }

  /// Records a trouble, reports it if new, and schedules another try.
  private mutating func note(_ trouble: Message?) -> [Action] {
    let isNews = trouble != self.trouble
    self.trouble = trouble
    let actions: [Action] = isNews ? [.tellTrouble(trouble)] : []
    guard trouble == nil else { return actions + start(.mending, Self.mendingPause) }
    agenda.remove(.mend)
    return actions + cancel(.mending)
  }
}
