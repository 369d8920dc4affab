/// The next questions for the conversation: one at a time, in order.
struct Agenda: Sendable, Hashable {
  typealias Inquiry = ApplianceStateMachine.Inquiry
  typealias RecordingNumber = ApplianceStateMachine.RecordingNumber

  /// An entry; it waits for all entries before it.
  enum Entry: Sendable, Hashable {
    case question(Inquiry)
    /// Recognize a recording, with the phrases that are allowed after the earlier entries.
    case recognition(RecordingNumber)
    /// All typed lines have been handled.
    case end
  }

  /// The question that the conversation is answering.
  private(set) var asked: Inquiry? = .begin
  private(set) var waiting: [Entry] = []

  /// The next entry; nil if there is none, or a question is still open.
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

  /// Adds a question unless it is already there.
  mutating func addOnce(_ question: Inquiry) {
    if !waiting.contains(.question(question)) { add(.question(question)) }
  }

  /// Removes a question; returns whether it was there.
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

  /// Removes the status questions, and returns their lines.
  mutating func removeStatuses() -> [ConsoleLine] {
    let lines = waiting.compactMap(\.status)
    waiting.removeAll { $0.status != nil }
    return lines
  }

  /// Whether a status question is waiting.
  var hasStatus: Bool { waiting.contains { $0.status != nil } }
}

extension Agenda.Entry {
  /// The recording in question; nil if there is none.
  fileprivate var recording: Agenda.RecordingNumber? {
    switch self {
    case .recognition(let number), .question(.heard(let number, _)): number
    case .question, .end: nil
    }
  }

  /// The line that asks for a status; nil for anything else.
  fileprivate var status: ConsoleLine? {
    if case .question(.status(let line)) = self { return line }
    return nil
  }
}
