import ApplianceCore
import Chess
import ChessLanguage
import DeviceIO
import Dialogue
import Sound
import Speech
import Synchronization

/// Runs long recordings through the hands-free path, and counts what it accepts and misses.
package actor HandsFreeEvaluator {
  private let listener: MoveListener
  private let language: ChessLanguage
  private let handsFree: HandsFree
  private let tell: @Sendable (String) -> Void
  /// The counts so far.
  package private(set) var figures = HandsFreeFigures()

  private var dialogue: ChessDialogue
  /// The game, as if everything said had been understood.
  private var game = Game()
  /// The phrases not judged yet.
  private var said: ArraySlice<HandsFreeCase.Said> = []
  private nonisolated let ears = Ears()

  /// State shared with the decoder's thread.
  private final class Ears: Sendable {
    /// Until when no name is needed, and how much sound was processed: seconds.
    let open = Mutex((until: -1.0, now: 0.0))
    let news = Mutex(Overheard())
  }

  /// The recognizer's reports since the last look.
  private struct Overheard {
    var inspections: [Attention.Inspection] = []
    var result: RecognitionResult?
    var error: SpeechError?
    var isOver = false
    /// How often the name was surely recognized.
    var wakes = 0
  }

  /// The window after a phrase's beginning in which a result counts for it, in seconds.
  private static let reach = 10.0
  private static let early = 0.6

  /// - Parameter tell: Takes a JSON line for every utterance.
  package init(
    _ listener: MoveListener, language: ChessLanguage, handsFree: HandsFree,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.listener = listener
    self.language = language
    self.handsFree = handsFree
    self.tell = tell
    dialogue = listener.dialogue(in: language)
  }

  /// Runs one recording.
  ///
  /// - Throws: `AudioError` if the recording cannot be read, `SpeechError` if recognition fails, an
  ///   error that names a phrase after the recording's end.
  package func evaluate(_ test: HandsFreeCase) async throws {
    let file = try AudioFile(path: test.audio)
    if let late = test.said.first(where: { $0.at >= file.duration }) {
      throw PlainError(
        "\"at\" is \(late.at), and \(test.audio) has only "
          + "\(file.duration.fixed(1)) seconds")
    }
    said = test.said[...]
    figures.said += said.count
    try await listen(from: test.position) { try file.read()?.samples }
    said = []
  }

  /// Runs a recording of a room, 16 kHz mono, in which nobody speaks to the appliance.
  ///
  /// - Throws: `SpeechError` if recognition fails.
  package func evaluate(room samples: [Int16]) async throws {
    var rest = samples[...]
    try await listen(from: .start) {
      defer { rest = rest.dropFirst(Evaluator.bufferLength) }
      return rest.isEmpty ? nil : Array(rest.prefix(Evaluator.bufferLength))
    }
  }

  /// Processes everything that `read` returns, until that is nil.
  private func listen(from position: Position, _ read: () throws -> [Int16]?) async throws {
    ears.open.withLock { $0 = (-1, 0) }
    try await resume(Game(start: position))
    let processorStart = ProcessorTime.now
    var (request, task) = begin()
    var frames = 0
    var waiting: [Int16] = []
    while let piece = try read() {
      waiting += piece
      while waiting.count >= Evaluator.bufferLength {
        let buffer = Array(waiting.prefix(Evaluator.bufferLength))
        waiting.removeFirst(buffer.count)
        frames += buffer.count
        let now = Double(frames) / AudioFormat.speech.sampleRate
        ears.open.withLock { $0.now = now }
        if try await passOver(at: now, task) { (request, task) = begin() }
        let clock = ContinuousClock()
        let start = clock.now
        request.append(AudioBuffer(format: .speech, samples: buffer))
        await listener.recognizer.settle()
        if try await judge(at: now, delay: start.duration(to: clock.now) / .seconds(1)) {
          (request, task) = begin()
        }
      }
    }
    request.endAudio()
    await listener.recognizer.settle()
    let end = Double(frames) / AudioFormat.speech.sampleRate
    _ = try await judge(at: end, delay: 0)
    figures.hours += end / 3_600
    figures.processorSeconds += ProcessorTime.now - processorStart
  }

  /// Begins the next request, as with a new recording.
  private func begin() -> (AudioBufferRecognitionRequest, RecognitionTask) {
    ears.news.withLock { $0 = Overheard() }
    let request = AudioBufferRecognitionRequest()
    let base = ears.open.withLock { $0.now }
    request.attention = handsFree.attention(
      needsNoName: { [ears] in ears.open.withLock { $0.now < $0.until } },
      hear: { [ears] notice in
        ears.news.withLock { news in
          switch notice {
          case .taken(let address): news.wakes += address.isSure ? 1 : 0
          case .nameAlone: news.wakes += 1
          case .inspected(var inspection):
            inspection.time += base
            inspection.end += base
            news.inspections.append(inspection)
          case .speech: break
          }
        }
      })
    let task = listener.recognizer.recognitionTask(with: request) { [ears] event in
      ears.news.withLock { news in
        switch event {
        case .finished(let result): (news.result, news.isOver) = (result, true)
        case .failed(let error): (news.error, news.isOver) = (error, true)
        case .cancelled: news.isOver = true
        default: break
        }
      }
    }
    return (request, task)
  }

  private func resume(_ game: Game) async throws {
    self.game = game
    dialogue = listener.dialogue(in: language, about: game)
    try await listener.prepare(for: dialogue)
  }

  /// The phrase for a result at this time; nil if nobody spoke to the appliance.
  private func expected(at now: Double) -> HandsFreeCase.Said? {
    guard let next = said.first, now >= next.at - Self.early else { return nil }
    return next
  }

  /// Skips a phrase that was not understood in time; returns whether that has ended the task,
  /// because the game has changed.
  private func passOver(at now: Double, _ task: RecognitionTask) async throws -> Bool {
    guard let next = said.first else { return false }
    let following = said.dropFirst().first.map { $0.at - Self.early } ?? .infinity
    guard now > min(next.at + Self.reach, following) else { return false }
    said.removeFirst()
    task.cancel()
    await listener.recognizer.settle()
    try await goOn(after: next)
    return true
  }

  /// The game after a phrase, whether or not it was understood.
  private func goOn(after said: HandsFreeCase.Said) async throws {
    var game = game
    try said.carryOut(in: &game)
    try await resume(game)
  }

  /// Judges the recognizer's reports; returns whether its task is over.
  private func judge(at now: Double, delay: Double) async throws -> Bool {
    let (news, isOver) = ears.news.withLock { news in
      defer { news = Overheard() }
      return (news, news.isOver)
    }
    if let error = news.error { throw error }
    for inspection in news.inspections {
      tell(inspection.line(expected: expected(at: inspection.end + 0.5)))
    }
    let expected = expected(at: now)
    if expected == nil { figures.falseWakes += news.wakes }
    guard let result = news.result else { return isOver }
    let before = dialogue
    let responses = dialogue.hear(Heard(result))
    let hasActed = !responses.allSatisfy { if case .refused = $0 { true } else { false } }
    if let expected {
      let end = news.inspections.last?.end ?? now
      let latency = now - end + delay
      let outcome = EvaluationOutcome(
        of: EvaluationCase(
          line: 0, id: "", group: "", audio: "", position: before.game.position,
          expectation: expected.expectation),
        responses, before: before, after: dialogue, latency: latency, duration: 0,
        elapsed: 0, processorTime: 0)
      figures.count(outcome)
      if outcome.verdict == .right || outcome.verdict == .wrong {
        said.removeFirst()
        try await goOn(after: expected)
      } else {
        try await resume(game)
      }
    } else {
      if hasActed { figures.falseAccepts += 1 }
      try await resume(game)
    }
    if hasActed {
      ears.open.withLock { $0.until = now + ApplianceStateMachine.openness / .seconds(1) }
    }
    return isOver
  }
}

extension Attention.Inspection {
  /// The utterance as a JSON line.
  fileprivate func line(expected: HandsFreeCase.Said?) -> String {
    var line = JSONLine([
      "time": .number(time), "end": .number(end),
      "address": .text(address?.name),
      "said": .flag(expected != nil),
    ])
    if let sighting {
      line.add(
        "name",
        .object(
          JSONLine([
            "fit": .number(sighting.fit), "worst_fit": .number(sighting.worstFit),
            "before": .number(sighting.before), "first": .integer(sighting.frames.lowerBound),
            "frames": .integer(sighting.frames.count), "voicing": .number(sighting.voicing),
            "longest": .integer(sighting.longest),
          ])))
    }
    if let result {
      line.add("text", .string(result.bestTranscription.formattedString))
      line.add("confidence", .number(result.confidence))
    }
    return line.line
  }
}

extension Attention.Address {
  fileprivate var name: String {
    self == .without ? "without" : isSure ? "byName" : "perhapsByName"
  }
}
