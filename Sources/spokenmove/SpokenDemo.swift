import Appliance
import ApplianceCore
import Chess
import ChessLanguage
import DeviceIO
import Dialogue
import FoundationEssentials
import LanguageModel
import Sound
import Speech

/// The demonstration's game in a language without recorded clips: the phrases are the language
/// pack's, spoken by espeak-ng.
///
/// Plays the game while making the clips, as the appliance will. If a move's confidence is low, it
/// tries another voice or other words, and keeps the best attempt. If none is understood, the
/// script types the move.
struct SpokenDemo {
  /// The script.
  private(set) var steps: [DemoScript.Step] = []
  /// The paths of the spoken clips, in order.
  private(set) var clips: [String] = []
  private var dialogue: ChessDialogue
  private let listener: MoveListener
  private let folder: String
  private let voice: String
  private let end: Completion

  /// The maximum number of phrases to try for a move.
  private static let phraseLimit = 6
  /// The confidence from which a clip will also be understood in a real recording, with different
  /// silence around it.
  private static let sureConfidence = 0.9

  /// The voice's variant, and its rate in words per minute.
  private typealias Manner = (variant: String, rate: Int)

  /// The manners to try.
  private static let manners: [Manner] = [
    ("", 150), ("", 120), ("+f3", 140), ("+m3", 140), ("+f2", 160), ("+m1", 150),
  ]
  /// The silence before and after the phrase, in seconds.
  private static let margin = 0.4

  /// Makes the clips in the existing `folder`.
  ///
  /// - Throws: `PlainError` if espeak-ng or its voice is missing, `CancellationError` once `end` is
  ///   finished.
  init(
    _ language: ChessLanguage, locale: LanguageModel.Locale, listener: MoveListener,
    in folder: String, until end: Completion
  ) async throws {
    dialogue = listener.dialogue(in: language)
    self.listener = listener
    self.folder = folder
    self.end = end
    voice = locale.identifier.lowercased().replacing("_", with: "-")
    try await play()
  }

  /// An opening by name, an illegal move, typed moves, and a question with its answer.
  private mutating func play() async throws {
    let language = dialogue.language
    let line = ["d2d4", "d7d5", "c2c4", "e7e5"]
    let opening = language.namedOpenings.filter { line.starts(with: $0.moves.map(\.uci)) }
      .max { $0.moves.count < $1.moves.count }
    if let opening {
      let moves = opening.moves.map(\.uci)
      try await say(dialogue.bound.phrases(for: opening, limit: Self.phraseLimit), else: moves) {
        dialogue, _ in
        dialogue.game.moves.map(\.uci) == moves
      }
    }
    for uci in line.dropFirst(dialogue.game.moves.count) { try await playMove(uci) }

    try await say(castling(in: language), else: []) { _, responses in
      if case .refused(let refusal)? = responses.first { return refusal.reason == .notLegal }
      return false
    }
    type("b1d2")
    type("b8c6")
    try await say(phrases(for: "g1f3", in: .start, language), else: ["g1f3"]) { dialogue, _ in
      dialogue.question != nil
    }
    if dialogue.question != nil { type("1") }
    type("e5d4")
    try await playAnyMove(of: ["e2e4", "e2e3", "g2g3", "a2a3", "h2h3", "b2b4"])
  }

  /// Says the first of these moves that is understood; types the first if none is.
  private mutating func playAnyMove(of moves: [String]) async throws {
    let position = dialogue.game.position
    let count = dialogue.game.moves.count
    let language = dialogue.language
    let ways = moves.flatMap { phrases(for: $0, in: position, language).prefix(3) }
    try await say(ways, else: Array(moves.prefix(1))) { dialogue, _ in
      dialogue.game.moves.count > count
    }
  }

  /// Says a move, or types it if it is the opponent's.
  private mutating func playMove(_ uci: String) async throws {
    guard dialogue.game.position.sideToMove == .white else { return type(uci) }
    let phrases = phrases(for: uci, in: dialogue.game.position, dialogue.language)
    try await say(phrases, else: [uci]) { dialogue, _ in
      dialogue.game.moves.last?.uci == uci
    }
  }

  private func phrases(
    for uci: String, in position: Position, _ language: ChessLanguage
  ) -> [String] {
    let bound = language.bound(to: .position(position))
    guard let move = position.legalMoves.first(where: { $0.uci == uci }) else { return [] }
    return bound.phrases(for: move, limit: Self.phraseLimit)
  }

  /// Phrases for castling that do not mean a mere king move.
  private func castling(in language: ChessLanguage) throws -> [String] {
    let position = try Position(fen: "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    let moved = language.bound(to: .position(try Position(fen: "4k3/8/8/8/8/8/8/5K2 w - - 0 1")))
    let bound = language.bound(to: .position(position))
    return position.legalMoves.filter { ["e1g1", "e1c1"].contains($0.uci) }.flatMap { move in
      bound.phrases(for: move).filter {
        !moved.interpret($0.split(separator: " ").map(String.init)).isPossible
      }.prefix(Self.phraseLimit)
    }
  }

  private mutating func type(_ line: String) {
    steps.append(.type(line))
    _ = dialogue.read(line)
  }

  /// Says one of the phrases: the first with high confidence, else the best one. If none is
  /// understood, says the first, and then types `moves`.
  private mutating func say(
    _ phrases: [String], else moves: [String],
    isUnderstood: (ChessDialogue, [Response]) -> Bool
  ) async throws {
    try await listener.prepare(for: dialogue)
    var best: (phrase: String, manner: Manner, dialogue: ChessDialogue, confidence: Double)?
    attempts: for phrase in phrases {
      for manner in Self.manners {
        var heard = dialogue
        let result = try await result(of: clip(of: phrase, manner))
        let responses = heard.hear(result)
        guard result.utterance.text == phrase, isUnderstood(heard, responses) else { continue }
        let confidence = result.confidence
        guard confidence > best?.confidence ?? -1 else { continue }
        best = (phrase, manner, heard, confidence)
        if confidence >= Self.sureConfidence { break attempts }
      }
    }
    if let best {
      dialogue = best.dialogue
      return add(try await clip(of: best.phrase, best.manner))
    }
    if let phrase = phrases.first { add(try await clip(of: phrase, Self.manners[0])) }
    for move in moves { type(move) }
  }

  private mutating func add(_ clip: String) {
    steps.append(.say)
    clips.append(clip)
  }

  /// The path of a clip of espeak-ng saying a phrase.
  private func clip(
    of phrase: String, _ manner: Manner
  ) async throws -> String {
    guard !end.isDone else { throw CancellationError() }
    let name = String(phrase.map { $0.isLetter || $0.isNumber ? $0 : "-" })
    let path = "\(folder)/\(clips.count + 1)-\(name).wav"
    let synthesizer = SpeechSynthesizer(
      voice: voice + manner.variant, manner: SpokenVoice(rate: manner.rate))
    try await BlockingThread.run(name: "clip") {
      let speech = try synthesizer.speech(for: phrase)
      let silence = [Int16](repeating: 0, count: Int(Self.margin * Double(speech.rate)))
      let format = AudioFormat(sampleRate: Double(speech.rate), channelCount: 1)
      let samples = silence + speech.samples + silence
      try AudioFile.write(AudioBuffer(format: format, samples: samples), to: path)
    }
    return path
  }

  private func result(of clip: String) async throws -> Heard {
    let request = URLRecognitionRequest(url: URL(filePath: clip))
    return Heard(try await listener.recognizer.recognitionTask(with: request).result)
  }
}
