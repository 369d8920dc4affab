extension ApplianceStateMachine {
  /// A timer's purpose. At most one of each kind runs.
  package enum Timer: Sendable, Hashable, CaseIterable {
    /// The maximum duration of a recording.
    case maximum
    /// The end of the last word.
    case tail
    /// The recognizer's time limit.
    case finishing
    /// The end of a momentary signal of the lights.
    case signal
    /// The time limit for an answer.
    case lapse
    /// The next check whether the trouble is over.
    case mending
    /// A status's time limit for waiting on earlier entries.
    case status
    /// The duration of a long press.
    case longPress
    /// The end of the time without a name after an answer.
    case openness
    /// The next attempt to listen for the name.
    case deafness
  }

  /// How long after trouble, such as a full disk, to try again.
  static let mendingPause = Duration.seconds(5)
  /// How long a status waits for earlier entries.
  static let statusPause = Duration.milliseconds(500)

  /// Starts a timer, replacing a running one of its kind.
  mutating func start(_ timer: Timer, _ duration: Duration) -> [Action] {
    let actions = cancel(timer)
    lastTimer += 1
    timers[timer] = lastTimer
    return actions + [.startTimer(timer, duration, lastTimer)]
  }

  mutating func cancel(_ timer: Timer) -> [Action] {
    timers.removeValue(forKey: timer) == nil ? [] : [.cancelTimer(timer)]
  }

  /// Handles a timer's end; ignores a cancelled timer.
  mutating func elapse(_ timer: Timer, _ number: Int) -> [Action] {
    guard timers[timer] == number else { return [] }
    timers[timer] = nil
    switch timer {
    case .maximum: return endRecording(because: .tooLong(limits.maximum))
    case .tail: return endTail()
    case .finishing: return giveUpRecognition()
    case .signal:
      signal = nil
      return []
    case .lapse: return lapse()
    case .mending: return mend()
    case .status: return glance()
    case .longPress: return mute(!isMuted)
    case .openness, .deafness: return []
    }
  }
}
