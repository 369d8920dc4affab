import Panel

extension ApplianceStateMachine {
  /// The lights of the front panel.
  package enum Light: String, Sendable, Hashable, CaseIterable {
    case available
    case recording
  }

  /// What the lights show for a moment.
  package enum Signal: Sendable, Hashable, CaseIterable {
    /// The request was carried out.
    case accepted
    /// The request was refused.
    case refused

    /// What it looks like.
    var sign: LightSign { self == .accepted ? .accepted : .refused }
  }

  /// A condition of the conversation that the lights show.
  package enum Condition: Sendable, Hashable, CaseIterable {
    /// A question waits for its answer.
    case asking
    /// The opponent is thinking.
    case thinking
    /// The game is not being saved.
    case notSaving
  }

  /// What the lights show in this state.
  package var sign: LightSign {
    switch activity {
    case .stopped: return .dark
    case .recording(_, let hears): return hears ? .hearing : .ready
    case .tail(_, let hears): return hears ? .ending : .dark
    case .idle, .attentive, .recognizing, .answering: break
    }
    if let signal { return signal.sign }
    switch state {
    case .preparing: return .preparing
    case .unavailable(let why): return why.cause == .microphone ? .noMicrophone : .fault
    case .available:
      if conditions.contains(.asking) { return .question }
      if conditions.contains(.thinking) { return .thinking }
      if conditions.contains(.notSaving) { return .notSaving }
      return isListening ? .listening : .ready
    case .recording, .finishing, .stopped: return .dark
    }
  }

  /// How `light` is lit in this state.
  package func pattern(of light: Light) -> IndicatorPattern { sign.pattern(of: light) }

  /// Shows a signal on the lights, unless they show that it listens.
  ///
  /// The same signal once more lasts no longer: a light does not begin a pattern again that it is
  /// showing, and would stay dark while a program asks for the status twice a second.
  mutating func show(_ signal: Signal) -> [Action] {
    guard isIdle || openMicrophone == nil, signal != self.signal,
      let duration = signal.sign.duration
    else { return [] }
    self.signal = signal
    return start(.signal, duration)
  }

  mutating func endSignal() -> [Action] {
    signal = nil
    return cancel(.signal)
  }
}
