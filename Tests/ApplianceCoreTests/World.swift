import Panel
import TestSupport
import Testing

@testable import ApplianceCore

/// The machine's environment after its actions: the devices, the recognizer, the conversation, and
/// somebody who types. Finds impossible actions.
struct World {
  typealias Machine = ApplianceStateMachine

  var machine: Machine
  /// The slowness of the conversation: it replies at one in this many events.
  let slowness: Int
  /// The recording that holds the microphone open.
  var microphone: Machine.RecordingNumber?
  /// The recording whose result is still to come.
  var recorded: Machine.RecordingNumber?
  /// Whether `recorded` is being recognized.
  var isRecognizing = false
  var timers: [Machine.Timer: Int] = [:]
  var lights: [Machine.Light: IndicatorPattern] = [:]
  var recordingCount = 0
  /// The inquiry that the conversation has not answered yet.
  var asked: Machine.Inquiry?
  /// Whether it has replied, and is preparing the next phrases.
  var hasReplied = false
  /// The next inquiries in order, about spoken and typed words.
  var expected: [Machine.Inquiry] = []
  /// Lines typed before the result of a recording was known.
  var waitingLines: [ConsoleLine] = []
  var typedCount = 0
  /// Errands that have ended but were not handled.
  var errandCount = 0
  var hasEnded = false

  init(_ machine: Machine, slowness: Int) throws {
    self.machine = machine
    self.slowness = slowness
    for action in machine.firstActions { try perform(action, on: nil) }
  }

  // MARK: Possible events

  mutating func anyEvent(using generator: inout SeededGenerator) -> Machine.Event {
    let readiness: [Machine.Readiness] = [.preparing, .ready, .ready, .ready, .unavailable("gone")]
    // Also late events of the previous recording.
    let number = recordingCount - Int.random(in: 0...1, using: &generator)
    if asked != nil, Int.random(in: 0..<slowness, using: &generator) == 0 {
      // Some lines have no reply.
      let isSilent = Int.random(in: 0..<3, using: &generator) == 0
      return hasReplied || isSilent ? .answered : .replied(anyOutcome(using: &generator))
    }
    switch Int.random(in: 0..<30, using: &generator) {
    case 0: return .recognizer(readiness.randomElement(using: &generator) ?? .ready)
    case 1: return .microphone(readiness.randomElement(using: &generator) ?? .ready)
    case 2...5: return .button(.pressed)
    case 6: return .button(.released)
    case 7: return .typed(ConsoleLine(["start", " Stop ", "STATUS", "help"][typedCount % 4]))
    case 8: return .typed(Bool.random(using: &generator) ? "status" : "")
    case 9, 10: return .typed("line \(typedCount)")
    case 11, 12: return .soundArrived(number)
    case 13: return .soundEnded(number)
    case 14: return .soundFailed(number, "lost")
    case 15: return .speechEnded(number)
    case 16: return .recognitionEnded(number)
    case 17: return .recognitionFailed(number, "no")
    case 18, 19, 20: return .recognized(number)
    case 21: return .answered
    case 22: return .errandDone
    case 23, 24:
      return .nameHeard(number, isAlone: Bool.random(using: &generator))
    default:
      let timer = Machine.Timer.allCases.randomElement(using: &generator) ?? .tail
      return .elapsed(timer, (timers[timer] ?? 1) - Int.random(in: 0..<8, using: &generator) / 7)
    }
  }

  private func anyOutcome(using generator: inout SeededGenerator) -> Machine.ReplyEffects {
    Machine.ReplyEffects(
      patience: Bool.random(using: &generator) ? .seconds(20) : nil,
      trouble: Int.random(in: 0..<3, using: &generator) == 0 ? "The disk is full." : nil,
      signal: [LightSign.accepted, .refused].randomElement(using: &generator),
      conditions: Bool.random(using: &generator)
        ? Set(Machine.Condition.allCases.filter { _ in Bool.random(using: &generator) }) : nil)
  }

  /// Whether it is possible now. The conversation replies only to inquiries, the recognizer reports
  /// only on its recordings, and only a started errand can end.
  func canHappen(_ event: Machine.Event) -> Bool {
    switch event {
    case .replied: asked != nil && !hasReplied
    case .answered: asked.map { hasReplied || $0.isTyped || $0 == .begin } ?? false
    // Speech to nobody gives no result.
    case .recognized(let number, _): number != recorded || isRecognizing && !machine.isListening
    case .recognitionFailed(let number, _): number != recorded || isRecognizing
    case .errandDone: errandCount < 4
    default: true
    }
  }

  /// Lets pending work end: the conversation answers, or else a timer elapses. Returns whether
  /// there was any.
  mutating func goOn() throws -> Bool {
    if asked != nil {
      if !hasReplied { try happen(.replied(Machine.ReplyEffects())) }
      try happen(.answered)
    } else if let timer = Machine.Timer.allCases.first(where: { timers[$0] != nil }) {
      try happen(.elapsed(timer, timers[timer] ?? 0))
    } else {
      return false
    }
    return true
  }

  // MARK: Checks

  mutating func happen(_ event: Machine.Event) throws {
    let before = self
    switch event {
    case .elapsed(let timer, let number): if timers[timer] == number { timers[timer] = nil }
    case .recognized(let number, _) where number == recorded && isRecognizing:
      (recorded, isRecognizing) = (nil, false)
      expected.append(.heard(number))
    case .errandDone: errandCount += 1
    case .replied: hasReplied = true
    case .answered: (asked, hasReplied) = (nil, false)
    default: break
    }
    let actions = machine.handle(event)
    try followLines(event, before: before, actions)
    for action in actions { try perform(action, on: event) }
    if event != .shutdown { try check() }
  }

  /// Each typed line goes to the conversation, in order, or is refused.
  private mutating func followLines(
    _ event: Machine.Event, before: World, _ actions: [Machine.Action]
  ) throws {
    guard event != .shutdown else { return }
    var refusals = 0
    if case .typed(let line) = event {
      typedCount += 1
      let word = line.text.lowercased().filter { !$0.isWhitespace }
      let isFull = before.openLines >= Machine.lineLimit
      let speaks = before.machine.state == .recording
      switch word {
      case "status": if !isFull { expected.append(.status(line)) }
      case "help": if !isFull { expected.append(.help(line)) }
      case "start": refusals += speaks ? 1 : 0
      case "stop": break
      case _ where speaks: refusals += 1
      case _ where isFull: try #require(actions.contains(.refuse(.tooManyLines(line.text), .typed)))
      case _ where before.machine.awaitsWords: waitingLines.append(line)
      default: if !word.isEmpty { expected.append(.line(line)) }
      }
    }
    if !machine.awaitsWords {
      if machine.state == .recording {
        refusals += waitingLines.count
      } else {
        expected += waitingLines.filter { !$0.text.isEmpty }.map { .line($0) }
      }
      waitingLines = []
    }
    let refused: [Machine.Action] = [
      .refuse(.alreadyRecording, .typed), .refuse(.recording, .typed),
    ]
    try #require(actions.count { refused.contains($0) } == refusals)
  }

  /// Lines taken but not handled.
  private var openLines: Int {
    (expected + [asked].compactMap { $0 }).count(where: \.isTyped) + waitingLines.count
  }

  private mutating func perform(_ action: Machine.Action, on event: Machine.Event?) throws {
    switch action {
    case .startRecording(let number, _):
      try #require(microphone == nil && recorded == nil, "one recording at a time")
      try #require(number > recordingCount)
      (microphone, recorded, recordingCount) = (number, number, number)
    case .startListening(let number):
      try #require(machine.starter != .button && !machine.isMuted)
      try #require(microphone == nil && recorded == nil, "one recording at a time")
      try #require(number > recordingCount)
      (microphone, recorded, recordingCount, isRecognizing) = (number, number, number, true)
    case .attend(let number, _):
      try #require(microphone == number && isRecognizing && asked == nil)
    case .recognize(let number):
      try #require(number == recorded && !isRecognizing, "only what is recorded, and once")
      try #require(asked == nil, "with what can be said then")
      isRecognizing = true
    case .closeMicrophone(let number):
      try #require(microphone == number)
      microphone = nil
    case .discardRecording(let number):
      if microphone == number { microphone = nil }
      if recorded == number { (recorded, isRecognizing) = (nil, false) }
    case .ask(let question): try ask(question, on: event)
    case .startTimer(let timer, let duration, let number):
      try #require(timers[timer] == nil && duration > .zero)
      timers[timer] = number
    case .cancelTimer(let timer):
      try #require(timers.removeValue(forKey: timer) != nil, "only what runs")
    case .indicate(let light, let pattern):
      try #require(lights[light] != pattern, "nothing is shown twice")
      lights[light] = pattern
    case .end: hasEnded = true
    case .glance:
      let isStatus = { (question: Machine.Inquiry) in
        if case .status = question { true } else { false }
      }
      let index = try #require(expected.firstIndex(where: isStatus))
      try #require(asked != nil, "only what waits for the conversation")
      expected.remove(at: index)
    case .openAttention, .announceListening, .hush: break
    case .announce, .tell, .help, .tellSettings, .tellTrouble, .announceSound, .announceEnd,
      .refuse, .fail,
      .feedWatchdog, .restart:
      break
    }
  }

  private mutating func ask(_ question: Machine.Inquiry, on event: Machine.Event?) throws {
    try #require(asked == nil, "one question at a time")
    try #require(machine.state != .stopped && !hasEnded)
    asked = question
    switch question {
    case .begin: try #require(event == nil, "once, at first")
    case .heard, .line, .status, .help:
      try #require(question == expected.first, "in their order, and none twice")
      expected.removeFirst()
    case .lapse: try #require(!isBusy && machine.patience != nil, "not while somebody speaks")
    case .mend: try #require(!isBusy, "not while somebody speaks")
    case .errand:
      try #require(!isBusy && errandCount > 0, "not while somebody speaks")
      errandCount = 0
    }
  }

  private var isBusy: Bool { machine.state == .recording || machine.state == .finishing }

  private func check() throws {
    for light in Machine.Light.allCases {
      try #require(lights[light] == machine.pattern(of: light))
    }
    try #require(microphone == machine.openMicrophone)
    try #require(lights[.recording] != .on || microphone != nil, "lit only while it may hear")
    try #require(machine.signal == nil || microphone == nil || machine.isListening)
    try #require(timers == machine.timers)
    try #require(asked == machine.agenda.asked || machine.state == .stopped)
    try #require((timers[.signal] != nil) == (machine.signal != nil))
    try #require((timers[.status] != nil) == machine.agenda.hasStatus)
    try #require(timers[.mending] == nil || machine.trouble != nil)
    try #require(openLines == machine.openLines && openLines <= Machine.lineLimit)
    try #require(machine.agenda.waiting.count <= Machine.lineLimit + 6, "it is bounded")
    let recording = timers.filter { [.maximum, .tail, .finishing].contains($0.key) }
    switch machine.activity {
    case .attentive:
      try #require(recording.isEmpty && microphone == recorded && recorded != nil)
      try #require(lights[.recording] != .on, "lit only for what is said to it")
    case .idle, .stopped: try #require(recording.isEmpty && recorded == nil, "nothing is left")
    case .answering: try #require(recording.isEmpty)
    case .recording: try #require(recording.keys.elementsEqual([.maximum]))
    case .tail: try #require(recording.keys.elementsEqual([.tail]))
    case .recognizing: try #require(recording.keys.elementsEqual([.finishing]))
    }
    // There is always something to wait for.
    try #require(asked != nil || recorded == nil || isRecognizing)
    try #require(asked != nil || expected.isEmpty)
    try #require(asked != nil || machine.agenda.waiting.isEmpty)
    try #require(asked != nil || machine.trouble == nil || timers[.mending] != nil)
    try #require(asked != nil || machine.patience == nil || timers[.lapse] != nil)
    try #require(asked != nil || isBusy || errandCount == 0)
  }
}

extension ApplianceStateMachine.Inquiry {
  /// Whether a line that was typed ends with it.
  fileprivate var isTyped: Bool {
    switch self {
    case .line, .status, .help: true
    case .begin, .heard, .lapse, .mend, .errand: false
    }
  }
}
