import Localization

extension ApplianceStateMachine {
  /// A question to the conversation.
  package enum Inquiry: Sendable, Hashable {
    /// Begin, or resume the saved game.
    case begin
    /// Respond to what was heard in a recording.
    case heard(RecordingNumber, Heard)
    /// Respond to a typed line; a meaningless one is refused.
    case line(ConsoleLine)
    /// Add to the status for this line.
    case status(ConsoleLine)
    /// Add to the help for this line.
    case help(ConsoleLine)
    /// Respond to an unanswered question.
    case lapse
    /// Try to fix the current trouble.
    case mend
    /// Respond to a finished errand.
    case errand

    /// The origin of the reply; nil: nobody asked.
    package var origin: Origin? {
      switch self {
      case .line(let line), .status(let line), .help(let line): line.origin
      case .heard(_, let heard): heard.origin
      case .begin, .lapse, .mend, .errand: nil
      }
    }
  }

  /// A reply's effects, apart from its messages.
  package struct ReplyEffects: Sendable, Hashable {
    /// How long to wait for an answer; nil: without limit, or no answer is expected.
    package var patience: Duration?
    /// A problem that needs attention while play goes on; nil if there is none.
    package var trouble: Message?
    /// A momentary signal of the lights, `accepted` or `refused`; nil: none.
    package var signal: LightSign?
    /// The new conditions; nil: unchanged.
    package var conditions: Set<Condition>?

    /// A reply's effects; none by default.
    package init(
      patience: Duration? = nil, trouble: Message? = nil, signal: LightSign? = nil,
      conditions: Set<Condition>? = nil
    ) {
      self.patience = patience
      self.trouble = trouble
      self.signal = signal
      self.conditions = conditions
    }
  }

  /// Applies a reply's effects, once it has been shown.
  mutating func take(_ outcome: ReplyEffects) -> [Action] {
    guard let asked = agenda.asked else { return [] }
    conditions = outcome.conditions ?? conditions
    var actions = outcome.signal.map { show($0) } ?? []
    actions += note(outcome.trouble)
    // A reply that nobody asked for does not affect an open question.
    if asked != .mend { actions += wait(outcome.patience) }
    return actions
  }

  /// Ends the question: its reply has been handled, and the next recording is prepared.
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

  /// Recognizes the next recordings on the agenda, then asks the next question.
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

  /// Handles a question that nobody answered in time.
  mutating func lapse() -> [Action] {
    // Not while somebody speaks: that may be the answer.
    if isBusy { return wait(patience) }
    agenda.addOnce(.lapse)
    return []
  }

  /// Checks whether the trouble is over.
  mutating func mend() -> [Action] {
    // Not while somebody speaks: another game would surprise them.
    if isBusy { return start(.mending, Self.mendingPause) }
    agenda.addOnce(.mend)
    return []
  }

  /// Puts a finished errand on the agenda.
  mutating func takeErrand() {
    // The words being spoken refer to the current game.
    guard errandWaits, !isBusy else { return }
    errandWaits = false
    agenda.addOnce(.errand)
  }

  /// While somebody speaks, postpones what must not be asked then.
  mutating func postponeQuestions() -> [Action] {
    if agenda.remove(.errand) { errandWaits = true }
    let hasLapse = agenda.remove(.lapse)
    let hasMend = agenda.remove(.mend)
    return (hasLapse ? wait(patience) : []) + (hasMend ? start(.mending, Self.mendingPause) : [])
  }

  /// Lets the question lapse after `patience`; nil: never.
  private mutating func wait(_ patience: Duration?) -> [Action] {
    self.patience = patience
    // The question that was about to lapse has been answered.
    agenda.remove(.lapse)
    guard let patience else { return cancel(.lapse) }
    return start(.lapse, patience)
  }

  /// Notes a trouble, reports it if it is new, and schedules another try.
  private mutating func note(_ trouble: Message?) -> [Action] {
    let isNews = trouble != self.trouble
    self.trouble = trouble
    let actions: [Action] = isNews ? [.tellTrouble(trouble)] : []
    guard trouble == nil else { return actions + start(.mending, Self.mendingPause) }
    agenda.remove(.mend)
    return actions + cancel(.mending)
  }
}
