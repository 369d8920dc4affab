import Acoustics
import ApplianceCore
import Chess
import ChessLanguage
import DeviceIO
import Dialogue
import LanguageModel
import Sound
import Speech

/// Fits the phone network to a player's voice, with recordings of moves that are known.
public struct Enrolment: Sendable {
  /// One move that was said.
  public struct Take: Sendable {
    let test: EvaluationCase
    /// 16 kHz, one channel.
    let sound: [Int16]
    let sample: SpokenSample
  }

  /// Why a recording is of no use.
  public enum Flaw: Error, Sendable, Hashable {
    case silent
    case clipped
    case noisy
    /// The words are not in it.
    case otherWords

    /// What to tell the player.
    public var advice: String {
      switch self {
      case .silent: "Nothing was heard: speak louder, or nearer to the microphone."
      case .clipped: "That was too loud for the microphone: speak softer, or farther away."
      case .noisy: "There is too much noise beside the voice."
      case .otherWords: "That did not sound like it."
      }
    }
  }

  /// The least recordings to fit a model with.
  public static let minimumCount = 10
  /// Parts that the recordings are divided into to measure the gain: each is heard with what the
  /// others have taught.
  private static let foldCount = 4
  /// How badly the words may fit, as in `SpokenSample`: of 140 moves that were said, by people and
  /// synthesizers that the phone network did not know, the worst had -1.75; of other moves in their
  /// place, half had -2.5 to -3.5 and less.
  static let leastFit = -2.25
  private static let leastSignalToNoise = 6.0
  /// Samples at full scale that a recording may have.
  private static let clippedLimit = 40

  private let model: AcousticModel
  private let language: ChessLanguage
  private let configuration: Configuration
  private let listener: SpeakerListener

  /// - Parameters:
  ///   - configuration: How moves are heard.
  ///   - model: The acoustic model; what it knows of a speaker is not used.
  /// - Throws: `SpeechError` where the model cannot be fitted to a speaker.
  public init(
    _ configuration: Configuration, model: AcousticModel, language: ChessLanguage
  ) throws(SpeechError) {
    var model = model
    model.speaker = nil
    self.model = model
    self.language = language
    self.configuration = configuration
    listener = try SpeakerListener(model: model)
  }

  /// Takes a recording of a move, or tells what is wrong with it.
  ///
  /// - Parameter sound: 16 kHz, one channel.
  public func take(
    _ sound: [Int16], of prompt: EnrolmentPrompt, number: Int
  ) async throws -> Result<Take, Flaw> {
    let test = EvaluationCase(
      line: number, id: "\(number)", group: "all", audio: "", position: prompt.position,
      expectation: .move(prompt.move), phrase: prompt.phrase)
    return try await take(sound, of: test, prompt.move)
  }

  /// Takes a manifest's recording; nil if its line names no move.
  ///
  /// - Throws: `AudioError` where it cannot be read, `SpeechError` where the decoder fails.
  public func take(_ test: EvaluationCase) async throws -> Result<Take, Flaw>? {
    guard case .move(let move) = test.expectation else { return nil }
    return try await take(Evaluator.samples(of: test.audio), of: test, move)
  }

  private func take(
    _ sound: [Int16], of test: EvaluationCase, _ move: Move
  ) async throws -> Result<Take, Flaw> {
    guard AudioLevel(sound).clippedCount <= Self.clippedLimit else {
      return .failure(.clipped)
    }
    let phrases = CompiledLanguageModel(
      grammar: language.grammar(for: move, in: test.position), lexicon: language.lexicon)
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

  /// The voice in the recordings, with what it is worth: how well each is heard with the model as
  /// it is, and with one that was fitted to three quarters of them, of which it is none.
  ///
  /// - Parameters:
  ///   - isMeasured: Whether that is found out, which takes as long as hearing each of them twice.
  ///   - progress: Called after each recording that was heard, with how many are left.
  /// - Throws: `PlayerError` with code `tooLittle`, `SpeechError`.
  public func voice(
    in recordings: [Take], of player: String, isMeasured: Bool = true,
    progress: @Sendable (_ left: Int) -> Void = { _ in }
  ) async throws -> PlayerVoice {
    guard recordings.count >= Self.minimumCount,
      let adaptation = try await Self.adaptation(of: recordings.map(\.sample))
    else {
      throw PlayerError(
        .tooLittle, player,
        "\(recordings.count) moves were heard, and at least \(Self.minimumCount) are needed")
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

  /// What is learnt of the samples, on a thread of its own: it computes for some seconds.
  private static func adaptation(of samples: [SpokenSample]) async throws -> SpeakerAdaptation? {
    try await BlockingThread.run(name: "learning") { SpeakerAdaptation(of: samples) }
  }

  private func hearing(
    _ recordings: [Take], with adaptation: SpeakerAdaptation?, _ tell: () -> Void
  ) async throws -> PlayerVoice.Score {
    let evaluator = Evaluator(
      try MoveListener(configuration, model: fitted(with: adaptation)), language: language)
    var hearing = PlayerVoice.Score()
    for recording in recordings {
      let outcome = try await evaluator.listen(to: recording.test, recording.sound).outcome
      hearing.count(outcome)
      tell()
    }
    return hearing
  }

  /// How one recording is heard with this adaptation, when nobody waits for it.
  func idleHearing(
    of recording: Take, with adaptation: SpeakerAdaptation?, at priority: CInt
  ) async throws -> PlayerVoice.Score {
    let model = fitted(with: adaptation)
    let listener = try await IdleThread.run(at: priority) { [configuration] in
      try MoveListener(configuration, model: model)
    }
    let evaluator = Evaluator(listener, language: language)
    var hearing = PlayerVoice.Score()
    hearing.count(try await evaluator.listen(to: recording.test, recording.sound).outcome)
    return hearing
  }

  private func fitted(with adaptation: SpeakerAdaptation?) -> AcousticModel {
    var model = model
    model.speaker = adaptation
    return model
  }
}

extension PlayerVoice.Score {
  mutating func count(_ outcome: EvaluationOutcome) {
    let confidence = outcome.likeliestIsRight == true ? outcome.confidence ?? 0 : 0
    var one = PlayerVoice.Score()
    one.moves = 1
    one.right = outcome.verdict == .right ? 1 : 0
    one.wrong = outcome.verdict == .wrong ? 1 : 0
    one.confidence = confidence
    self += one
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
