extension ApplianceStateMachine {
  /// Typed commands that never wait for the conversation.
  public enum ConsoleCommand: String, Sendable, Hashable, CaseIterable {
    case start
    case stop
    case status
    case help
  }

  /// How many lines may be under way at once; any more are refused.
  package static let lineLimit = 64

  /// Deals with a typed line, or queues it.
  mutating func type(_ line: String) -> [Action] {
    switch ConsoleCommand(rawValue: line.lowercased().filter { !$0.isWhitespace }) {
    case .start: return startTyped() + [.obeyedLine]
    case .stop: return stopTyped() + [.obeyedLine]
    // The conversation adds its part: how the game stands, and the open question.
    case .status: return [.tell(state)] + askMore(.status(line))
    case .help: return [.help] + askMore(.help(line))
    case nil: return take(line)
    }
  }

  /// Deals with the lines typed while a recording was being finished.
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

  /// Gives everyone who waits for a status the one from before the current question.
  mutating func glance() -> [Action] {
    let count = agenda.removeStatuses()
    openLines -= count
    return (0..<count).flatMap { _ in [.glance, .obeyedLine] }
  }

  private mutating func startTyped() -> [Action] {
    switch activity {
    case .idle, .answering: return start()
    case .recording: return [.refuse(.alreadyRecording)]
    case .tail, .recognizing, .stopped:
      startsNext = true
      return []
    }
  }

  private mutating func stopTyped() -> [Action] {
    if case .recording = activity { return endRecording(because: .asked) }
    defer { startsNext = false }
    return startsNext ? [] : [.refuse(.notRecording)]
  }

  private mutating func askMore(_ question: Inquiry) -> [Action] {
    guard openLines < Self.lineLimit else { return [.obeyedLine] }
    openLines += 1
    agenda.add(.question(question))
    return []
  }

  /// Takes a line meant for the conversation.
  private mutating func take(_ line: String) -> [Action] {
    // What is being said refers to the game as it is now.
    if state == .recording { return [.refuse(.alreadyRecording), .obeyedLine] }
    guard openLines < Self.lineLimit else { return [.refuse(.tooManyLines(line)), .obeyedLine] }
    if awaitsWords {
      waitingLines.append(line)
    } else if line.allSatisfy(\.isWhitespace) {
      return [.obeyedLine]
    } else {
      agenda.add(.question(.line(line)))
    }
    openLines += 1
    return []
  }
}
