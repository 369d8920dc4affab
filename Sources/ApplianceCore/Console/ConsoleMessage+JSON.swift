import LanguageModel

extension ConsoleMessage {
  /// The object for programs: `type`, the time, the members of that type, and its origin; nil if
  /// programs do not get it.
  ///
  /// - Parameter situation: The situation, for a message that includes it.
  package func json(
    at time: TimeStamp, origin: Origin? = nil, introduction: Introduction = Introduction(),
    situation: Situation? = nil
  ) -> JSONLine? {
    guard let type else { return nil }
    var line = JSONLine([
      "type": .string(type), "time": .string(time.iso8601),
      "monotonic": .number(Double(time.monotonic) / 1_000),
    ])
    switch self {
    case .hello:
      line.add("protocol", .integer(Introduction.protocolVersion))
      line.add("program", .string("spokenmove"))
      line.add("version", .string(introduction.version))
      let situation = situation ?? Situation()
      situation.state.add(to: &line)
      situation.add(to: &line, introduction)
    case .state(let state): state.add(to: &line)
    case .status(let state):
      state.add(to: &line)
      // The message's own state: the current one may already differ.
      var situation = situation
      situation?.state = state
      situation?.add(to: &line, introduction)
    case .listening(let isListening, let name):
      line.add("listening", .flag(isListening))
      line.add("name", .string(name))
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
      line.add("reason", .string(refusal.reason.description))
      if let text = refusal.text { line.add("text", .string(text)) }
      if let confidence = refusal.confidence { line.add("confidence", .number(confidence)) }
    case .error(let code, let message):
      line.add("code", .string(code))
      line.add("message", .string(message.description))
    case .help(let typing):
      line.add("command", .string("help"))
      line.add("lines", .array(Self.helpLines(typing).map { .string($0.description) }))
    case .voice(let player, let enrolled, let learnt):
      line.add("player", .string(player))
      line.add("enrolled", .number(Double(enrolled)))
      line.add("learnt", .number(Double(learnt)))
    case .timeLow(let side, let seconds):
      line.add("color", .string(side.name))
      line.add("seconds", .number(Double(seconds)))
    case .clock(let report): line.add("clock", .object(report.json))
    case .settings(let settings):
      let members = settings.map { ($0.path, JSONLine.Value.string($0.text)) }
      line.add("settings", .object(members.reduce(into: JSONLine()) { $0.add($1.0, $1.1) }))
    case .note, .board, .lights: break
    }
    origin?.add(to: &line)
    return line
  }

  private var type: String? {
    switch self {
    case .hello: "hello"
    case .state, .status: "available"
    case .listening: "listening"
    case .recording, .recordingEnded: "recording"
    case .partial: "partial"
    case .result: "result"
    case .response(let response, _): response.type
    case .refused: "refused"
    case .error: "error"
    case .voice: "voice"
    case .help: "command"
    case .timeLow: "clock"
    case .clock: "times"
    case .settings: "config"
    case .note, .board, .lights: nil
    }
  }
}

extension ApplianceStateMachine.State {
  /// Adds the state, and why recording is impossible, to an object for programs.
  fileprivate func add(to line: inout JSONLine) {
    line.add("available", .flag(self == .available))
    line.add("state", .string(name))
    if case .unavailable(let why) = self {
      line.add("cause", .string(why.cause.rawValue))
      line.add("reason", .string(why.reason.description))
    }
  }
}

extension Utterance {
  /// Adds what was understood to an object for programs.
  package func add(to line: inout JSONLine) {
    line.add("text", .string(text))
    line.add("confidence", .number(confidence))
    intent?.add(to: &line)
    addTimes(to: &line)
  }

  /// The words, followed by a line with their intent if it has a name.
  package var lines: [String] {
    guard let intent, intent.name != nil else { return [text] }
    return [text, "  \(intent)"]
  }

  /// Adds the latency, and the times of the words.
  func addTimes(to line: inout JSONLine) {
    line.add("seconds", .number(seconds))
    if let latency { line.add("latency_ms", .number(latency * 1_000)) }
    let words = words.map { word in
      JSONLine.Value.object(
        JSONLine([
          "word": .string(word.text), "start": .number(word.start),
          "duration": .number(word.duration), "confidence": .number(word.confidence),
        ]))
    }
    line.add("words", .array(words))
  }
}

extension Intent {
  /// Adds `intent`, null if the template has none, and `slots`: each name with its value, or with a
  /// list of values if the class occurs several times in the template.
  fileprivate func add(to line: inout JSONLine) {
    line.add("intent", .text(name))
    var members = JSONLine()
    var added: Set<String> = []
    for slot in slots where added.insert(slot.name).inserted {
      let values = slots.filter { $0.name == slot.name }.map { JSONLine.Value.string($0.value) }
      members.add(slot.name, values.count == 1 ? values[0] : .array(values))
    }
    line.add("slots", .object(members))
  }
}
