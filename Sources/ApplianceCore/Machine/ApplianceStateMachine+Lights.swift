import Panel

extension ApplianceStateMachine {
  /// The lights of the front panel.
  package enum Light: String, Sendable, Hashable, CaseIterable {
    case available
    case recording
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

  /// The lights' pattern in this state.
  package var sign: LightSign {
    switch activity {
    case .stopped: return .dark
    case .recording(_, let hears): return hears ? .hearing : .ready
    case .tail(_, let hears): return hears ? .ending : .dark
    case .idle, .attentive, .recognizing, .answering: break
    }
    if let signal { return signal }
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

  /// The pattern of `light` in this state.
  package func pattern(of light: Light) -> IndicatorPattern { sign.pattern(of: light) }

  /// Shows a signal on the lights, unless they show that it listens.
  ///
  /// Repeating the same signal does not prolong it: a light does not restart its current pattern,
  /// and would stay dark if a program asked for the status twice a second.
  mutating func show(_ signal: LightSign) -> [Action] {
    guard isIdle || openMicrophone == nil, signal != self.signal,
      let duration = signal.duration
    else { return [] }
    self.signal = signal
    return start(.signal, duration)
  }

  mutating func endSignal() -> [Action] {
    signal = nil
    return cancel(.signal)
  }
}
