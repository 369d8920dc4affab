import Localization

extension ApplianceStateMachine {
  /// The recording that has the microphone open.
  package var openMicrophone: RecordingNumber? {
    switch activity {
    case .recording(let number, _), .tail(let number, _), .attentive(let number): number
    case .idle, .recognizing, .answering, .stopped: nil
    }
  }

  /// Whether the last recording has no result yet.
  package var awaitsWords: Bool {
    switch activity {
    case .tail, .recognizing: true
    case .idle, .attentive, .recording, .answering, .stopped: false
    }
  }

  /// Whether nobody is speaking to it, and no reply is pending.
  var isIdle: Bool {
    switch activity {
    case .idle, .attentive: true
    case .recording, .tail, .recognizing, .answering, .stopped: false
    }
  }

  /// Whether a recording is running or being answered.
  var isBusy: Bool { state == .recording || state == .finishing }

  mutating func press() -> [Action] {
    let actions = awaitLongPress()
    switch activity {
    case .idle, .attentive, .answering:
      return actions + (starter == .name ? [.hush] : begin())
    case .recording:
      return actions + (mode != .hold || isByName ? endRecording(because: .asked) : [])
    case .tail, .recognizing:
      if startsNext, mode != .hold { return actions + withdrawStart() }
      startsNext = true
      return actions
    case .stopped: return actions
    }
  }

  mutating func release() -> [Action] {
    guard mode == .hold else { return cancel(.longPress) }
    let actions = withdrawStart()
    return actions + (isByName ? [] : endRecording(because: .asked))
  }

  /// Starts a recording, for a line or else for the button.
  mutating func begin(_ origin: Origin? = nil) -> [Action] {
    let actions = stopListening()
    if case .answering = activity { activity = .idle }
    switch state {
    case .available:
      lastNumber += 1
      activity = .recording(lastNumber, hears: false)
      isByName = false
      recordingOrigin = origin
      let postponed = postponeQuestions()
      agenda.add(.recognition(lastNumber))
      return actions + endSignal() + postponed + [.startRecording(lastNumber, origin)]
        + start(.maximum, limits.maximum)
    case .unavailable(let why): return actions + [.refuse(.unavailable(why), origin)]
    default: return actions + [.refuse(.preparing, origin)]
    }
  }

  /// Ends the current recording after its last word; `origin` is that of the line that asked for
  /// it, if any.
  mutating func endRecording(because cause: EndCause, _ origin: Origin? = nil) -> [Action] {
    guard case .recording(let number, let hears) = activity else { return [] }
    activity = .tail(number, hears: hears)
    return [.announceEnd(number, cause, origin ?? recordingOrigin)] + cancel(.maximum)
      + start(.tail, limits.tail)
  }

  mutating func endTail() -> [Action] {
    guard case .tail(let number, _) = activity else { return [] }
    return closeMicrophone(number)
  }

  mutating func noteSound(_ number: RecordingNumber) -> [Action] {
    switch activity {
    case .recording(number, hears: false):
      activity = .recording(number, hears: true)
      return [.announceSound(number, recordingOrigin)]
    case .tail(number, hears: false):
      // The first sound may come as late as the tail; then the light shows it.
      activity = .tail(number, hears: true)
      return []
    default: return []
    }
  }

  /// The speaker has paused, or has not spoken at all.
  mutating func endSpeech(_ number: RecordingNumber, because cause: EndCause) -> [Action] {
    guard case .recording(number, _) = activity else { return [] }
    // In a recording by name, the silence after the words is also the tail.
    if isByName { return [.announceEnd(number, cause)] + closeMicrophone(number) }
    return mode == .once ? endRecording(because: cause) : []
  }

  /// The microphone's stream ended without an error.
  mutating func endSound(_ number: RecordingNumber) -> [Action] {
    guard number == openMicrophone else { return [] }
    if case .attentive = activity { return stopListening(for: Self.deafness) }
    var actions: [Action] = []
    if case .recording = activity {
      actions.append(.announceEnd(number, .noMoreSound, recordingOrigin))
    }
    return actions + closeMicrophone(number)
  }

  /// The microphone was lost, or could not be opened.
  mutating func loseSound(_ reason: Message) -> [Action] {
    switch activity {
    case .recording(let number, _):
      // Half a sentence may be a different move, so the recording is discarded.
      return withdrawStart() + [.announceEnd(number, .lost, recordingOrigin)] + discard(number)
        + [.fail(Unavailability(cause: .microphone, reason: reason), recordingOrigin)]
    case .tail(let number, _): return closeMicrophone(number)
    case .attentive: return beDeaf(reason)
    case .idle, .recognizing, .answering, .stopped: return []
    }
  }

  private mutating func closeMicrophone(_ number: RecordingNumber) -> [Action] {
    activity = .recognizing(number)
    return cancel(.maximum) + cancel(.tail) + [.closeMicrophone(number)]
      + start(.finishing, limits.finishing)
  }

  /// Takes the final result: asks the conversation about it.
  mutating func take(_ heard: Heard, from number: RecordingNumber) -> [Action] {
    // The recognizer may finish before the microphone is closed.
    let actions = endSound(number)
    guard case .recognizing(number) = activity else { return actions }
    activity = .answering(number)
    agenda.add(.question(.heard(number, heard)))
    return actions + cancel(.finishing)
  }

  /// The recognizer has abandoned a recording.
  mutating func endRecognition(_ number: RecordingNumber) -> [Action] {
    switch activity {
    case .recording(number, _), .tail(number, _), .recognizing(number): discard(number)
    case .attentive(number): stopListening(for: Self.deafness)
    default: []
    }
  }

  mutating func failRecognition(_ number: RecordingNumber, _ reason: Message) -> [Action] {
    if case .attentive(number) = activity { return giveUpListening(reason) }
    let actions = endRecognition(number)
    guard !actions.isEmpty else { return [] }
    return [.fail(Unavailability(cause: .recognizer, reason: reason), recordingOrigin)] + actions
      + show(.refused)
  }

  mutating func giveUpRecognition() -> [Action] {
    guard case .recognizing(let number) = activity else { return [] }
    let reason = Message(
      "No result came within \(limits.finishing.written); say it again.")
    return discard(number)
      + [.fail(Unavailability(cause: .recognizer, reason: reason), recordingOrigin)]
  }

  mutating func discard(_ number: RecordingNumber) -> [Action] {
    activity = .idle
    agenda.removeRecording(number)
    return cancel(.maximum) + cancel(.tail) + cancel(.finishing) + [.discardRecording(number)]
  }
}
