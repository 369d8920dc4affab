import Acoustics
import ApplianceCore
import Chess
import ChessLanguage
import DeviceIO
import Dialogue
import Sound
import Speech

/// Runs recordings through the path of live sound, and reports the outcomes.
///
/// Recognizer, grammar and decisions are the appliance's. The sound comes in buffers as from a
/// microphone, but faster than real time.
package struct Evaluator: Sendable {
  /// The frames per buffer, as from a microphone.
  package static let bufferLength = 1_024

  private let listener: MoveListener
  private let language: ChessLanguage

  /// An evaluator of `listener` with recordings.
  package init(_ listener: MoveListener, language: ChessLanguage) {
    self.listener = listener
    self.language = language
  }

  /// The outcome, with the recognizer's result, the first response, and the dialogue before it.
  package typealias Hearing = (
    outcome: EvaluationOutcome, result: RecognitionResult, response: Response?,
    before: ChessDialogue
  )

  /// Recognizes one recording of a session; `voice` learns from each right move as if play had
  /// confirmed it.
  ///
  /// - Throws: The errors of `listen(to:)`.
  package func evaluate(
    _ test: EvaluationCase, in voice: inout SessionVoice
  ) async throws -> EvaluationOutcome {
    let heard = try await listen(to: test, expecting: voice.speaker)
    if heard.outcome.verdict == .right, case .move = test.expectation,
      let phrase = Heard(heard.result).lesson(heard.response, in: heard.before)
    {
      voice.learn(from: phrase)
    }
    return heard.outcome
  }

  /// Recognizes one recording in its position, or `sound`, 16 kHz mono, instead, and judges the
  /// answer.
  ///
  /// - Throws: `AudioError` if the recording cannot be read, `SpeechError` if recognition fails, an
  ///   error that names a refused typed line.
  package func listen(
    to test: EvaluationCase, _ sound: [Int16]? = nil, expecting speaker: SpeakerAdaptation? = nil
  ) async throws -> Hearing {
    let sound = try sound ?? Self.samples(of: test.audio)
    var dialogue = listener.dialogue(in: language, about: Game(start: test.position))
    try test.prepare(&dialogue)
    let heard = try await listen(to: test, sound, in: &dialogue, expecting: speaker)
    switch (heard.response, test.again) {
    case (nil, let again?), (.refused?, let again?):
      return try await listen(
        to: test, Self.samples(of: again), in: &dialogue, expecting: speaker)
    default: return heard
    }
  }

  private func listen(
    to test: EvaluationCase, _ sound: [Int16], in dialogue: inout ChessDialogue,
    expecting speaker: SpeakerAdaptation?
  ) async throws -> Hearing {
    // As after the previous move, while nobody speaks: not part of the measured time.
    var sayable = dialogue.sayable
    sayable.speaker = speaker
    try await listener.prepare(sayable)

    let clock = ContinuousClock()
    let start = clock.now
    let processorStart = ProcessorTime.now
    let (result, end) = try await recognize(sound, clock)
    let before = dialogue
    let responses = dialogue.hear(Heard(result))
    let decided = clock.now
    let outcome = EvaluationOutcome(
      of: test, responses, before: before, after: dialogue,
      latency: end.duration(to: decided) / .seconds(1),
      duration: Double(sound.count) / AudioFormat.speech.sampleRate,
      elapsed: start.duration(to: decided) / .seconds(1),
      processorTime: ProcessorTime.now - processorStart)
    return (outcome, result, responses.first, before)
  }

  /// The result, and the time of the last sound.
  private func recognize(
    _ sound: [Int16], _ clock: ContinuousClock
  ) async throws -> (RecognitionResult, ContinuousClock.Instant) {
    let request = AudioBufferRecognitionRequest()
    let task = listener.recognizer.recognitionTask(with: request)
    var end = clock.now
    for start in stride(from: 0, to: sound.count, by: Self.bufferLength) {
      // A microphone delivers a buffer only after the previous one has been decoded.
      await listener.recognizer.settle()
      end = clock.now
      request.append(
        AudioBuffer(
          format: .speech,
          samples: Array(sound[start..<min(start + Self.bufferLength, sound.count)])))
    }
    request.endAudio()
    return (try await task.result, end)
  }

  /// The recording in the decoder's format, cut off at the decoder's limit.
  static func samples(of path: String) throws -> [Int16] {
    let limit = Int(DecoderConfiguration().utteranceLimit * AudioFormat.speech.sampleRate)
    let file = try AudioFile(path: path)
    var samples: [Int16] = []
    while samples.count < limit, let piece = try file.read() { samples += piece.samples }
    return Array(samples.prefix(limit))
  }
}

extension EvaluationCase {
  /// Types the lines before the recording.
  ///
  /// - Throws: An error that names the refused line, or says why the right answer is impossible
  ///   after them.
  func prepare(_ dialogue: inout ChessDialogue) throws(PlainError) {
    for line in typed {
      if case .refused(let refusal)? = dialogue.read(line).first {
        throw error(line, "\(refusal.message)")
      }
    }
    var game = dialogue.game
    switch expectation {
    case .move(let move):
      guard game.position.legalMoves.contains(move) else {
        throw error(move.uci, "It is not legal there.")
      }
    case .correction(let move):
      guard let last = game.undo() else { throw error(move.uci, "There is no move to correct.") }
      guard move != last else { throw error(move.uci, "It is the move that it would replace.") }
      guard game.position.legalMoves.contains(move) else {
        throw error(move.uci, "It is not legal instead of \(last.uci).")
      }
    case .result(let result):
      guard game.outcome == nil else {
        throw error(result.rawValue, "The game is over before the recording.")
      }
    case .command, .refusal, .words: break
    }
  }

  private func error(_ subject: String, _ reason: String) -> PlainError {
    let place = typed.isEmpty ? "" : " after \(typed)"
    return PlainError("\"\(subject)\"\(place): \(reason)")
  }
}
