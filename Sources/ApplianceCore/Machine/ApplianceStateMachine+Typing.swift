extension ApplianceStateMachine {
  /// What can be asked for in writing and never waits for the conversation.
  public enum ConsoleCommand: String, Sendable, Hashable, CaseIterable {
    case start
    case stop
    case status
    case help
  }

  /// Lines that may be under way at once; of more, each is refused.
  package static let lineLimit = 64

  /// Deals with a line that was typed, or takes it to be dealt with.
  mutating func type(_ line: String) -> [Action] {
    switch ConsoleCommand(rawValue: line.lowercased().filter { !$0.isWhitespace }) {
    case .start: return startTyped() + [.obeyedLine]
    case .stop: return stopTyped() + [.obeyedLine]
    // The conversation has its own to add: how the game stands, and what is asked.
    case .status: return [.tell(state)] + askMore(.status(line))
    case .help: return [.help] + askMore(.help(line))
    case nil: return take(line)
    }
  }

  /// Deals with what was typed while a recording was being finished.
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

  /// Tells all who wait for a status how it stood before what is still being dealt with.
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

  /// Takes a line that is the conversation's.
  private mutating func take(_ line: String) -> [Action] {
    // What is being said was said to the game as it is.
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
