/// What to ask the conversation next: one question at a time, in order.
struct Agenda: Sendable, Hashable {
  typealias Inquiry = ApplianceStateMachine.Inquiry
  typealias RecordingNumber = ApplianceStateMachine.RecordingNumber

  /// Something that waits for everything put on the agenda before it.
  enum Entry: Sendable, Hashable {
    case question(Inquiry)
    /// Recognize a recording, with the phrases that are allowed once everything before it is
    /// answered.
    case recognition(RecordingNumber)
    /// Everything that was typed has been dealt with.
    case end
  }

  /// The question that the conversation has not answered yet.
  private(set) var asked: Inquiry? = .begin
  private(set) var waiting: [Entry] = []

  /// The next entry; nil if there is none or a question is still unanswered.
  mutating func next() -> Entry? {
    guard asked == nil, !waiting.isEmpty else { return nil }
    let entry = waiting.removeFirst()
    if case .question(let question) = entry { asked = question }
    return entry
  }

  /// Ends the open question, and returns it.
  mutating func finish() -> Inquiry? {
    defer { asked = nil }
    return asked
  }

  /// Adds an entry at the end.
  mutating func add(_ entry: Entry) { waiting.append(entry) }

  /// Adds a question unless it is already waiting.
  mutating func addOnce(_ question: Inquiry) {
    if !waiting.contains(.question(question)) { add(.question(question)) }
  }

  /// Removes a waiting question; returns whether there was one.
  @discardableResult
  mutating func remove(_ question: Inquiry) -> Bool {
    guard let index = waiting.firstIndex(of: .question(question)) else { return false }
    waiting.remove(at: index)
    return true
  }

  /// Removes everything about a recording.
  mutating func removeRecording(_ number: RecordingNumber) {
    waiting.removeAll { $0.recording == number }
  }

  /// Removes the waiting status questions, and returns the lines that asked them.
  mutating func removeStatuses() -> [ConsoleLine] {
    let lines = waiting.compactMap(\.status)
    waiting.removeAll { $0.status != nil }
    return lines
  }

  /// Whether somebody waits for a status.
  var hasStatus: Bool { waiting.contains { $0.status != nil } }
}

extension Agenda.Entry {
  /// The recording that it is about; nil if it is about none.
  fileprivate var recording: Agenda.RecordingNumber? {
    switch self {
    case .recognition(let number), .question(.heard(let number, _)): number
    case .question, .end: nil
    }
  }

  /// The line that asks for a status; nil if it is something else.
  fileprivate var status: ConsoleLine? {
    if case .question(.status(let line)) = self { return line }
    return nil
  }
}
