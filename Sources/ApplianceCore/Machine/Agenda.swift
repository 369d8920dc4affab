/// What the conversation is still to be asked: one question at a time, in order.
struct Agenda: Sendable, Hashable {
  typealias Inquiry = ApplianceStateMachine.Inquiry
  typealias RecordingNumber = ApplianceStateMachine.RecordingNumber

  /// Something that comes after all that was put on the agenda before it.
  enum Entry: Sendable, Hashable {
    case question(Inquiry)
    /// A recording is recognized with what can be said once all before it has been answered.
    case recognition(RecordingNumber)
    /// Everything that was typed has been dealt with.
    case end
  }

  /// What the conversation has been asked and has not answered.
  private(set) var asked: Inquiry? = .begin
  private(set) var waiting: [Entry] = []

  /// The next entry; nil if there is none, or a question has yet to be answered.
  mutating func next() -> Entry? {
    guard asked == nil, !waiting.isEmpty else { return nil }
    let entry = waiting.removeFirst()
    if case .question(let question) = entry { asked = question }
    return entry
  }

  /// Ends the question that was asked, and returns it.
  mutating func finish() -> Inquiry? {
    defer { asked = nil }
    return asked
  }

  /// Adds an entry at the end.
  mutating func add(_ entry: Entry) { waiting.append(entry) }

  /// Adds a question that stands for all of its kind, unless it is there.
  mutating func addOnce(_ question: Inquiry) {
    if !waiting.contains(.question(question)) { add(.question(question)) }
  }

  /// Removes a question that waits; returns whether there was one.
  @discardableResult
  mutating func remove(_ question: Inquiry) -> Bool {
    guard let index = waiting.firstIndex(of: .question(question)) else { return false }
    waiting.remove(at: index)
    return true
  }

  /// Removes all that is about a recording.
  mutating func removeRecording(_ number: RecordingNumber) {
    waiting.removeAll { $0 == .recognition(number) || $0 == .question(.heard(number)) }
  }

  /// Removes the statuses that wait, and returns how many there were.
  mutating func removeStatuses() -> Int {
    let count = waiting.count
    waiting.removeAll(where: \.isStatus)
    return count - waiting.count
  }

  /// Whether somebody waits for a status.
  var hasStatus: Bool { waiting.contains(where: \.isStatus) }
}

extension Agenda.Entry {
  fileprivate var isStatus: Bool {
    if case .question(.status) = self { return true }
    return false
  }
}
