import Acoustics
import ApplianceCore
import Chess
import ChessLanguage
import DeviceIO
import Dialogue
import LanguageModel
import Localization
import Sound
import Speech

/// Adapts the phone network to a player's voice, using recordings of known moves.
package struct Enrolment: Sendable {
  /// One spoken move.
  package struct Take: Sendable {
    let test: EvaluationCase
    /// 16 kHz, one channel.
    let sound: [Int16]
    let sample: SpokenSample
  }

  /// Why a recording is unusable.
  package enum Flaw: Error, Sendable, Hashable {
    case silent
    case clipped
    case noisy
    /// It does not contain the words.
    case otherWords

    /// What to tell the player.
    package var advice: Message {
      switch self {
      case .silent:
        Message("Nothing was heard: speak louder, or nearer to the microphone.")
      case .clipped:
        Message("That was too loud for the microphone: speak softer, or farther away.")
      case .noisy: Message("There is too much background noise.")
      case .otherWords: Message("That did not sound like it.")
      }
    }
  }

  /// The minimum number of recordings for an adaptation.
  package static let minimumCount = 10
  /// The folds for measuring the gain by cross-validation: each fold is tested with a model adapted
  /// to the others.
  private static let foldCount = 4
  /// The lowest acceptable fit of the words, as in `SpokenSample`. Of 140 spoken moves by people
  /// and synthesizers unknown to the phone network, the worst scored -1.75. With another move's
  /// words, half scored -2.5 to -3.5 or less.
  static let leastFit = -2.25
  private static let leastSignalToNoise = 6.0
  /// The maximum number of clipped samples in a recording.
  private static let clippedLimit = 40

  private let model: AcousticModel
  private let language: ChessLanguage
  private let configuration: Configuration
  private let listener: SpeakerListener

  /// - Parameters:
  ///   - configuration: The settings for recognizing moves.
  ///   - model: The acoustic model; its own adaptation is ignored.
  /// - Throws: `SpeechError` if the model cannot be adapted to a speaker.
  package init(
    _ configuration: Configuration, model: AcousticModel, language: ChessLanguage
  ) throws(SpeechError) {
    var model = model
    model.speaker = nil
    self.model = model
    self.language = language
    self.configuration = configuration
    listener = try SpeakerListener(model: model)
  }

  /// Takes a recording of a move, or returns its flaw.
  ///
  /// - Parameter sound: 16 kHz, one channel.
  package func take(
    _ sound: [Int16], of prompt: EnrolmentPrompt, number: Int
  ) async throws -> Result<Take, Flaw> {
    let test = EvaluationCase(
      line: number, id: "\(number)", group: "all", audio: "", position: prompt.position,
      expectation: .move(prompt.move))
    return try await take(sound, of: test, prompt.move)
  }

  /// Takes a manifest's recording; nil unless its right answer is a move.
  ///
  /// - Throws: `AudioError` if it cannot be read, `SpeechError` if the decoder fails,
  ///   `PlainError` if its typed lines do not lead to the move.
  package func take(_ test: EvaluationCase) async throws -> Result<Take, Flaw>? {
    guard case .move(let move) = test.expectation else { return nil }
    return try await take(Evaluator.samples(of: test.audio), of: test, move)
  }

  private func take(
    _ sound: [Int16], of test: EvaluationCase, _ move: Move
  ) async throws -> Result<Take, Flaw> {
    guard AudioLevel(sound).clippedCount <= Self.clippedLimit else {
      return .failure(.clipped)
    }
    var dialogue = configuration.dialogue(in: language, about: Game(start: test.position))
    try test.prepare(&dialogue)
    let phrases = CompiledLanguageModel(
      grammar: language.grammar(for: move, in: dialogue.game.position), lexicon: language.lexicon)
    let sample: SpokenSample
    do throws(SpokenSample.Absence) {
      sample = try await listener.listen(to: sound, for: phrases)
    } catch {
      return .failure(error == .silence ? .silent : .otherWords)
    }
    guard sample.signalToNoise >= Self.leastSignalToNoise else {
      return .failure(.noisy)
    }
    guard sample.fit >= Self.leastFit else { return .failure(.otherWords) }
    return .success(Take(test: test, sound: sound, sample: sample))
  }

  /// The voice in the recordings, and its gain by four-fold cross-validation: each quarter is
  /// tested with the unadapted model and with one adapted to the other three quarters.
  ///
  /// - Parameters:
  ///   - isMeasured: Whether to measure the gain, which recognizes each recording twice.
  ///   - progress: Called after each recording, with the number of remaining ones.
  /// - Throws: `PlayerError` with code `tooLittle`, `SpeechError`.
  package func voice(
    in recordings: [Take], of player: String, isMeasured: Bool = true,
    progress: @Sendable (_ left: Int) -> Void = { _ in }
  ) async throws -> PlayerVoice {
    guard recordings.count >= Self.minimumCount,
      let adaptation = try await Self.adaptation(of: recordings.map(\.sample))
    else {
      throw PlayerError(
        .tooLittle, player,
        Message(
          "moves heard: \(recordings.count); at least \(Self.minimumCount) are needed"))
    }
    var voice = PlayerVoice(
      model: try model.fingerprint, adaptation: adaptation, recordings: recordings.count)
    guard isMeasured else { return voice }
    var left = 2 * recordings.count
    let tell = {
      left -= 1
      progress(left)
    }
    voice.before = try await hearing(recordings, with: nil, tell)
    var after = PlayerVoice.Score()
    for fold in 0..<Self.foldCount {
      let isHeld = { (index: Int) in index % Self.foldCount == fold }
      let taught = recordings.indices.filter { !isHeld($0) }.map { recordings[$0].sample }
      let held = recordings.indices.filter(isHeld).map { recordings[$0] }
      after += try await hearing(
        held, with: Self.adaptation(of: taught), tell)
    }
    voice.after = after
    return voice
  }

  /// The adaptation learnt from the samples, on a separate thread: it takes some seconds.
  private static func adaptation(of samples: [SpokenSample]) async throws -> SpeakerAdaptation? {
    try await BlockingThread.run(name: "learning") { SpeakerAdaptation(of: samples) }
  }

  private func hearing(
    _ recordings: [Take], with adaptation: SpeakerAdaptation?, _ tell: () -> Void
  ) async throws -> PlayerVoice.Score {
    var model = model
    model.speaker = adaptation
    let evaluator = Evaluator(
      try MoveListener(configuration, model: model), language: language)
    var hearing = PlayerVoice.Score()
    for recording in recordings {
      let outcome = try await evaluator.listen(to: recording.test, recording.sound).outcome
      hearing.count(outcome)
      tell()
    }
    return hearing
  }
}

extension PlayerVoice.Score {
  mutating func count(_ outcome: EvaluationOutcome) {
    self += PlayerVoice.Score(
      moves: 1, right: outcome.verdict == .right ? 1 : 0, wrong: outcome.verdict == .wrong ? 1 : 0,
      confidence: outcome.likeliestIsRight == true ? outcome.confidence ?? 0 : 0)
  }

  static func += (sum: inout PlayerVoice.Score, other: PlayerVoice.Score) {
    let moves = sum.moves + other.moves
    guard moves > 0 else { return }
    sum.confidence =
      (sum.confidence * Double(sum.moves) + other.confidence * Double(other.moves)) / Double(moves)
    sum.moves = moves
    sum.right += other.right
    sum.wrong += other.wrong
  }
}
