extension ApplianceStateMachine {
  /// A timer's purpose. One of each kind runs at a time.
  package enum Timer: Sendable, Hashable, CaseIterable {
    /// The longest recording is over.
    case maximum
    /// The last word is whole.
    case tail
    /// The recognizer has taken too long.
    case finishing
    /// A momentary signal of the lights is over.
    case signal
    /// The question has not been answered in time.
    case lapse
    /// It is time to see whether the trouble is over.
    case mending
    /// A status has waited long enough for what came before it.
    case status
    /// The button has been held long enough to mute.
    case longPress
    /// The answer is so old that a name is needed again.
    case openness
    /// It may try again to listen for its name.
    case deafness
  }

  /// How long after trouble, such as a full disk, to try again.
  static let mendingPause = Duration.seconds(5)
  /// How long a status waits for what came before it.
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

  /// A timer has run out; ignored if it was cancelled meanwhile.
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
    case .longPress: return mute(!isMuted)
    case .openness, .deafness: return []
    }
  }
}
