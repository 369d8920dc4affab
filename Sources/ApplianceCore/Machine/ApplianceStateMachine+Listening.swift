import Localization

extension ApplianceStateMachine {
  /// How long no name is needed after an answer.
  package static let openness = Duration.seconds(8)
  /// How long to wait after listening failed.
  static let deafness = Duration.seconds(2)
  /// How long a press must last to mute.
  static let longPress = Duration.milliseconds(1_500)

  /// Whether it is listening for its name now.
  package var isListening: Bool { if case .attentive = activity { true } else { false } }

  /// Whether the name can be left out: after an answer, or with an open question.
  private var needsNoName: Bool {
    timers[.openness] != nil || conditions.contains(.asking)
  }

  /// Starts listening for its name once nothing else needs to be done.
  mutating func listen() -> [Action] {
    guard starter != .button, !isMuted, activity == .idle, state == .available, !startsNext,
      timers[.deafness] == nil
    else { return [] }
    lastNumber += 1
    activity = .attentive(lastNumber)
    return [.startListening(lastNumber)]
  }

  /// Stops listening, at least for `pause`.
  mutating func stopListening(for pause: Duration? = nil) -> [Action] {
    guard case .attentive(let number) = activity else { return [] }
    return discard(number) + (pause.map { start(.deafness, $0) } ?? [])
  }

  /// Stops listening because the microphone is not usable; reports why, once.
  mutating func beDeaf(_ reason: Message) -> [Action] {
    let isNews = reason != lastDeafness && microphone == .ready
    lastDeafness = reason
    return stopListening(for: Self.deafness)
      + (isNews ? [.fail(Unavailability(cause: .microphone, reason: reason))] : [])
  }

  /// The recognizer cannot listen for a name.
  mutating func giveUpListening(_ reason: Message) -> [Action] {
    [.fail(Unavailability(cause: .recognizer, reason: reason))] + mute(true)
  }

  /// Answers the line that mutes it or unmutes it.
  mutating func mute(_ isMuted: Bool, for origin: Origin) -> [Action] {
    toldListening = !isMuted
    return mute(isMuted) + [.announceListening(!isMuted, origin)]
  }

  mutating func mute(_ isMuted: Bool) -> [Action] {
    self.isMuted = isMuted
    // The long press may already have started a recording.
    if case .recording(let number, _) = activity, !isByName {
      return [.announceEnd(number, .asked, recordingOrigin)] + discard(number)
    }
    return isMuted ? stopListening() : []
  }

  /// Waits until a press becomes a long one.
  mutating func awaitLongPress() -> [Action] {
    guard starter != .button, mode != .hold else { return [] }
    return start(.longPress, Self.longPress)
  }

  /// Somebody speaks to it.
  mutating func attend(_ number: RecordingNumber, isAlone: Bool) -> [Action] {
    guard case .attentive(number) = activity else { return [] }
    // The words may refer to the game before the pending answer.
    guard agenda.asked == nil else { return stopListening() }
    activity = .recording(number, hears: true)
    (isByName, recordingOrigin, lastDeafness) = (true, nil, nil)
    return endSignal() + postponeQuestions() + cancel(.openness)
      + [.attend(number, isAlone: isAlone), .announceSound(number)]
      + start(.maximum, limits.maximum)
  }

  /// Reports whether it listens, and whether it needs its name, when that changes.
  mutating func tellListening() -> [Action] {
    guard starter != .button else { return [] }
    var actions: [Action] = []
    if state == .available, toldListening != !isMuted {
      toldListening = !isMuted
      actions.append(.announceListening(!isMuted))
    }
    if needsNoName != toldOpen {
      toldOpen = needsNoName
      actions.append(.openAttention(needsNoName))
    }
    return actions
  }
}
