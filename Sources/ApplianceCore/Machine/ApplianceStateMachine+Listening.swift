import Localization

extension ApplianceStateMachine {
  /// For how long no name is needed after an answer.
  static let openness = Duration.seconds(8)
  /// How long to wait before listening again after that was impossible.
  static let deafness = Duration.seconds(2)
  /// How long a press mutes.
  static let longPress = Duration.milliseconds(1_500)

  /// Whether it listens for its name now.
  package var isListening: Bool { if case .attentive = activity { true } else { false } }

  /// Whether words count without the name: after an answer, or while a question is open.
  private var needsNoName: Bool {
    timers[.openness] != nil || conditions.contains(.asking)
  }

  /// Begins to listen for its name as soon as nothing else is to be done.
  mutating func listen() -> [Action] {
    guard starter != .button, !isMuted, activity == .idle, state == .available, !startsNext,
      timers[.deafness] == nil
    else { return [] }
    lastNumber += 1
    activity = .attentive(lastNumber)
    return [.startListening(lastNumber)]
  }

  /// No longer listens; not again before `pause` has passed.
  mutating func stopListening(for pause: Duration? = nil) -> [Action] {
    guard case .attentive(let number) = activity else { return [] }
    return discard(number) + (pause.map { start(.deafness, $0) } ?? [])
  }

  /// The microphone cannot be heard; says why, once.
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

  /// Answers the line that mutes it, or no longer does.
  mutating func mute(_ isMuted: Bool, for origin: Origin) -> [Action] {
    toldListening = !isMuted
    return mute(isMuted) + [.announceListening(!isMuted, origin)]
  }

  mutating func mute(_ isMuted: Bool) -> [Action] {
    self.isMuted = isMuted
    // The press that has become a long one may have begun a recording.
    if case .recording(let number, _) = activity, !isByName {
      return [.announceEnd(number, .asked, recordingOrigin)] + discard(number)
    }
    return isMuted ? stopListening() : []
  }

  /// A press may become a long one.
  mutating func awaitLongPress() -> [Action] {
    guard starter != .button, mode != .hold else { return [] }
    return start(.longPress, Self.longPress)
  }

  /// Somebody speaks to it.
  mutating func attend(_ number: RecordingNumber, isAlone: Bool) -> [Action] {
    guard case .attentive(number) = activity else { return [] }
    // The words may refer to the game before the answer that is under way.
    guard agenda.asked == nil else { return stopListening() }
    activity = .recording(number, hears: true)
    (isByName, recordingOrigin, lastDeafness) = (true, nil, nil)
    return endSignal() + postponeQuestions() + cancel(.openness)
      + [.attend(number, isAlone: isAlone), .announceSound(number)]
      + start(.maximum, limits.maximumRecordingTime)
  }

  /// Says whether it listens, and whether it needs its name, if that has changed.
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
