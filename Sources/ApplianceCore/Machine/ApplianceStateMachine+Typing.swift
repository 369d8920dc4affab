extension ApplianceStateMachine {
  /// Typed commands that the machine answers itself, at least in part.
  package enum ConsoleCommand: String, Sendable, Hashable, CaseIterable {
    case start
    case stop
    case status
    case help
    case config
    /// Stop listening for the name.
    case mute
    case unmute
  }

  /// The maximum number of pending lines; further ones are refused.
  package static let lineLimit = 64

  /// Handles a typed line, or queues it.
  mutating func type(_ line: ConsoleLine) -> [Action] {
    let origin = line.origin
    switch ConsoleCommand(rawValue: line.text.lowercased().filter { !$0.isWhitespace }) {
    case .start: return startTyped(origin)
    case .stop: return stopTyped(origin)
    case .config: return [.tellSettings(origin)]
    case .mute where starter != .button: return mute(true, for: origin)
    case .unmute where starter != .button: return mute(false, for: origin)
    // A person's is a line like any other, which may have a meaning.
    case .mute where origin.source == .program, .unmute where origin.source == .program:
      return [.refuse(.namelessListening, origin)]
    // The conversation adds its part: the state of the game, and the open question.
    case .status: return [.tell(state, origin)] + askMore(.status(line))
    case .help: return [.help(origin)] + askMore(.help(line))
    case .mute, .unmute, nil: return take(line)
    }
  }

  /// Handles the lines typed while a recording was finishing.
  mutating func takeWaitingLines() -> [Action] {
    var actions: [Action] = []
    if !awaitsWords {
      let lines = waitingLines
      waitingLines = []
      openLines -= lines.count
      actions = lines.flatMap { take($0) }
    }
    if endsWithLines, waitingLines.isEmpty {
      endsWithLines = false
      agenda.add(.end)
    }
    return actions
  }

  /// Answers all who wait for a status with the one from before the current question.
  mutating func glance() -> [Action] {
    let lines = agenda.removeStatuses()
    openLines -= lines.count
    return lines.map { .glance($0.origin) }
  }

  private mutating func startTyped(_ origin: Origin) -> [Action] {
    switch activity {
    case .idle, .attentive, .answering: return begin(origin)
    case .recording: return [.refuse(.alreadyRecording, origin)]
    case .tail, .recognizing, .stopped:
      defer { (startsNext, nextOrigin) = (true, origin) }
      return withdrawStart()
    }
  }

  private mutating func stopTyped(_ origin: Origin) -> [Action] {
    if case .recording = activity { return endRecording(because: .asked, origin) }
    guard startsNext else { return [.refuse(.notRecording, origin)] }
    let actions = withdrawStart()
    // People see that nothing starts; a program waits for its answer.
    return origin.id == nil ? actions : actions + [.announceEnd(lastNumber, .asked, origin)]
  }

  /// Calls off the next recording, and tells a program that waits for it.
  mutating func withdrawStart() -> [Action] {
    defer { (startsNext, nextOrigin) = (false, nil) }
    guard startsNext, let nextOrigin, nextOrigin.id != nil else { return [] }
    return [.refuse(.withdrawn, nextOrigin)]
  }

  private mutating func askMore(_ question: Inquiry) -> [Action] {
    guard openLines < Self.lineLimit else { return [] }
    openLines += 1
    agenda.add(.question(question))
    return []
  }

  /// Takes a line meant for the conversation.
  private mutating func take(_ line: ConsoleLine) -> [Action] {
    // The words being spoken refer to the current game.
    if state == .recording { return [.refuse(.recording, line.origin)] }
    guard openLines < Self.lineLimit else {
      return [.refuse(.tooManyLines(line.text), line.origin)]
    }
    if awaitsWords {
      waitingLines.append(line)
    } else if line.text.allSatisfy(\.isWhitespace) {
      return []
    } else {
      agenda.add(.question(.line(line)))
    }
    openLines += 1
    return []
  }
}
