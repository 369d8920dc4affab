import LanguageModel

extension ConsoleMessage {
  /// The line for people; nil if the message has none.
  public var text: String? {
    switch self {
    case .state(let state): return state.sentence
    case .status(let state): return state.sentence
    case .recording, .partial: return nil
    case .recordingEnded(.tooLong(let time)): return "Stopped by itself after \(time.written)."
    case .recordingEnded(.nothingSaid(let time)):
      return "Stopped by itself: nothing was said for \(time.written)."
    case .recordingEnded: return nil
    case .result(let utterance): return utterance.lines.joined(separator: "\n")
    case .response(let response, _):
      return response.lines.isEmpty ? nil : response.lines.joined(separator: "\n")
    case .refused(let refusal):
      return refusal.text.map { "\(refusal.reason) \"\($0)\"" } ?? refusal.reason
    case .error(_, let message): return "Error: \(message)"
    case .note(let text), .lights(let text): return text
    case .timeLow(let side, let seconds):
      let name = side == .white ? "White" : "Black"
      return "\(name) has \(seconds == 60 ? "one minute" : "\(seconds) seconds") left."
    case .board(let lines): return lines.joined(separator: "\n")
    case .voice(let player, let enrolled, let learnt):
      return "Expecting the voice of \(player): \(enrolled) moves enrolled, \(learnt) learnt."
    case .help(let typing):
      return Self.helpLines(typing).joined(separator: "\n")
    }
  }

  /// What can be typed, a line for each kind, and at last how the lights are lit.
  static func helpLines(_ typing: [String]) -> [String] {
    ["Type start, stop, status or help."] + typing + [LightSign.legend]
  }

  /// The object for programs as a line, with `members` added; nil if programs are not told.
  public func line(adding members: KeyValuePairs<String, JSONLine.Value>) -> String? {
    var line = json(at: .now)
    for (key, value) in members { line?.add(key, value) }
    return line?.line
  }

  /// The object for programs: `type`, the time, and what the type has; nil if programs are not
  /// told.
  package func json(at time: TimeStamp) -> JSONLine? {
    guard let type else { return nil }
    var line = JSONLine([
      "type": .string(type), "time": .string(time.iso8601),
      "monotonic": .number(Double(time.monotonic) / 1_000),
    ])
    switch self {
    case .state(let state), .status(let state):
      line.add("available", .flag(state == .available))
      line.add("state", .string(state.name))
      if case .unavailable(let why) = state {
        line.add("cause", .string(why.cause.rawValue))
        line.add("reason", .string(why.reason))
      }
    case .recording:
      line.add("recording", .flag(true))
    case .recordingEnded(let cause):
      line.add("recording", .flag(false))
      line.add("cause", .string(cause.name))
    case .partial(let text):
      line.add("text", .string(text))
    case .result(let utterance): utterance.add(to: &line)
    case .response(let response, let utterance):
      response.add(to: &line)
      utterance?.addTimes(to: &line)
    case .refused(let refusal):
      line.add("code", .string(refusal.code))
      line.add("reason", .string(refusal.reason))
      if let text = refusal.text { line.add("text", .string(text)) }
      if let confidence = refusal.confidence { line.add("confidence", .number(confidence)) }
    case .error(let code, let message):
      line.add("code", .string(code))
      line.add("message", .string(message))
    case .help(let typing):
      line.add("command", .string("help"))
      line.add("lines", .array(Self.helpLines(typing).map { .string($0) }))
    case .voice(let player, let enrolled, let learnt):
      line.add("player", .string(player))
      line.add("enrolled", .number(Double(enrolled)))
      line.add("learnt", .number(Double(learnt)))
    case .timeLow(let side, let seconds):
      line.add("color", .string(side.name))
      line.add("seconds", .number(Double(seconds)))
    case .note, .board, .lights: break
    }
    return line
  }

  private var type: String? {
    switch self {
    case .state, .status: "available"
    case .recording, .recordingEnded: "recording"
    case .partial: "partial"
    case .result: "result"
    case .response(let response, _): response.type
    case .refused: "refused"
    case .error: "error"
    case .voice: "voice"
    case .help: "command"
    case .timeLow: "clock"
    case .note, .board, .lights: nil
    }
  }
}

extension ApplianceStateMachine.State {
  /// A sentence for people.
  package var sentence: String {
    switch self {
    case .preparing: "Preparing."
    case .available: "Ready: press and speak."
    case .recording: "Recording."
    case .finishing: "Finishing the last recording."
    case .unavailable(let why): "Unavailable: \(why.reason)"
    case .stopped: "Stopped."
    }
  }

  /// A word for programs.
  var name: String {
    switch self {
    case .preparing: "preparing"
    case .available: "available"
    case .recording: "recording"
    case .finishing: "finishing"
    case .unavailable: "unavailable"
    case .stopped: "stopped"
    }
  }
}

extension ApplianceStateMachine.EndCause {
  /// A word for programs.
  var name: String {
    switch self {
    case .asked: "asked"
    case .tooLong: "too_long"
    case .pause: "pause"
    case .nothingSaid: "nothing_said"
    case .lost: "lost"
    case .noMoreSound: "no_more_sound"
    }
  }
}

extension Utterance {
  /// Adds what was understood to an object for programs.
  public func add(to line: inout JSONLine) {
    line.add("text", .string(text))
    line.add("confidence", .number(confidence))
    intent?.add(to: &line)
    addTimes(to: &line)
  }

  /// The words, followed by a line with their intent if it has a name.
  public var lines: [String] {
    guard let intent, intent.name != nil else { return [text] }
    return [text, "  \(intent)"]
  }

  /// Adds how long it took and when each word was said.
  func addTimes(to line: inout JSONLine) {
    line.add("seconds", .number(seconds))
    if let latency { line.add("latency_ms", .number(latency * 1_000)) }
    let words = words.map { word in
      JSONLine.Value.object([
        "word": .string(word.text), "start": .number(word.start),
        "duration": .number(word.duration), "confidence": .number(word.confidence),
      ])
    }
    line.add("words", .array(words))
  }
}

extension Intent {
  /// Adds `intent`, null if the template has none, and `slots`: each name with its value, or with
  /// a list of values if the template has the class more than once.
  fileprivate func add(to line: inout JSONLine) {
    line.add("intent", name.map { .string($0) } ?? .null)
    var members = JSONLine()
    var added: Set<String> = []
    for slot in slots where added.insert(slot.name).inserted {
      let values = slots.filter { $0.name == slot.name }.map { JSONLine.Value.string($0.value) }
      members.add(slot.name, values.count == 1 ? values[0] : .array(values))
    }
    line.add("slots", .object(members))
  }
}

extension JSONLine: ExpressibleByDictionaryLiteral {
  /// An object with `members`, in their order.
  public init(dictionaryLiteral members: (String, Value)...) {
    self.init()
    for (key, value) in members { add(key, value) }
  }
}
