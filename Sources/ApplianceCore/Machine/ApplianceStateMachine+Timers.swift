extension ApplianceStateMachine {
  /// What waits for a time to pass; one of a kind runs at a time.
  public enum Timer: Sendable, Hashable, CaseIterable {
    /// A recording may last no longer.
    case maximum
    /// The last word is whole.
    case tail
    /// The recognizer may take no longer.
    case finishing
    /// What the lights tell for a moment is over.
    case signal
    /// Nobody has answered the question.
    case lapse
    /// What is in trouble may have become well.
    case mending
    /// A status waits no longer for what came before it.
    case status
  }

  /// How long after trouble, such as a full disk, it is tried whether that is over.
  static let mendingPause = Duration.seconds(5)
  /// How long a status waits for what came before it.
  static let statusPause = Duration.milliseconds(500)

  /// Starts a timer, in place of the one of its kind that runs.
  mutating func start(_ timer: Timer, _ duration: Duration) -> [Action] {
    let actions = cancel(timer)
    lastTimer += 1
    timers[timer] = lastTimer
    return actions + [.startTimer(timer, duration, lastTimer)]
  }

  mutating func cancel(_ timer: Timer) -> [Action] {
    timers.removeValue(forKey: timer) == nil ? [] : [.cancelTimer(timer)]
  }

  /// A time has passed; one that was cancelled meanwhile is no matter.
  mutating func elapse(_ timer: Timer, _ number: Int) -> [Action] {
    guard timers[timer] == number else { return [] }
    timers[timer] = nil
    switch timer {
    case .maximum: return endRecording(because: .tooLong(limits.maximumRecordingTime))
    case .tail: return endTail()
    case .finishing: return giveUpRecognition()
    case .signal:
      signal = nil
      return []
    case .lapse: return lapse()
    case .mending: return mend()
    case .status: return glance()
    }
  }
}
