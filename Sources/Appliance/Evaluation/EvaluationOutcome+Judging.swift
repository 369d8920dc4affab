import Chess
import ChessLanguage
import Dialogue
import LanguageModel

extension EvaluationOutcome {
  /// Judges the answer to a case; times in seconds.
  ///
  /// - Parameters:
  ///   - responses: The answers to the recording.
  ///   - before: The dialogue before it.
  ///   - after: The dialogue after it.
  init(
    of test: EvaluationCase, _ responses: [Response], before: ChessDialogue, after: ChessDialogue,
    latency: Double, duration: Double, elapsed: Double, processorTime: Double
  ) {
    let language = before.language
    let position = before.game.position
    let response = responses.first
    let likeliest = response?.likeliestMove
    let undone = response.undone
    let verdict: Verdict
    let isRight: Bool
    var said: Move?
    let expected: String
    switch test.expectation {
    case .move(let move):
      said = move
      expected = position.san(of: move)
      isRight = likeliest == move
      verdict = undone ?? (isRight ? .right : .wrong)
    case .refusal:
      expected = "no move"
      isRight = false
      verdict = undone == nil ? .wrong : .right
    case .command(let command):
      expected = command?.rawValue ?? "no"
      isRight = responses.contains { $0.shows(command, understoodIn: before) }
      verdict = isRight ? .right : undone ?? .wrong
    case .result(let result):
      expected = result.rawValue
      isRight = after.game.outcome != nil && after.game.result == result
      verdict = isRight ? .right : undone ?? .wrong
    case .correction(let move):
      let former = before.game.moves
      expected = "\(move.uci) instead of \(former.last?.uci ?? "nothing")"
      isRight = !former.isEmpty && after.game.moves == former.dropLast() + [move]
      switch after.game.moves {
      case _ where isRight: verdict = .right
      case former: verdict = undone ?? .refused
      // It took the move back, and asks about another one.
      case former.dropLast() where after.isWaiting: verdict = .asked
      default: verdict = .wrong
      }
    case .words(let phrase):
      expected = phrase
      isRight = response?.text == SpokenText.text(of: phrase, in: language)
      // Only the words count here: a question or an obstacle also shows that they were understood.
      switch response {
      case .refused(let refusal):
        verdict = refusal.isAboutWords ? .refused : isRight ? .right : .refused
      case .ask: verdict = isRight ? .right : .asked
      default: verdict = isRight ? .right : .wrong
      }
    }
    self.init(
      id: test.id, group: test.group, verdict: verdict, expected: expected,
      got: Self.summary(of: responses, to: before.game),
      saidMove: said.flatMap { NamedMove($0, in: position) },
      heardMove: likeliest.flatMap { NamedMove($0, in: position) },
      confidence: response?.confidence,
      likeliestIsRight: response?.confidence.map { _ in isRight }, latency: latency,
      duration: duration, elapsed: elapsed,
      processorTime: processorTime)
  }

  /// What was done: the first response; of a correction, also the one about the other move.
  private static func summary(of responses: [Response], to game: Game) -> String {
    guard let first = responses.first else { return "nothing" }
    let done = first.summary(in: game.position)
    guard case .command(let report) = first, report.command == .undo, responses.count > 1 else {
      return done
    }
    var game = game
    game.undo()
    return "\(done), \(responses[1].summary(in: game.position))"
  }
}

extension EvaluationOutcome.NamedMove {
  fileprivate init?(_ move: Move, in position: Position) {
    guard let piece = position.piece(at: move.from) else { return nil }
    self.init(uci: move.uci, piece: piece.kind.letter)
  }
}

extension SpokenText {
  /// A phrase in the form in which it would be recognized.
  fileprivate static func text(of phrase: String, in language: ChessLanguage) -> String {
    words(in: phrase) { language.lexicon.pronunciations[$0] != nil }.joined(separator: " ")
  }
}

extension Refusal {
  /// Whether it refuses because of unclear words, rather than an obstacle.
  fileprivate var isAboutWords: Bool { reason == .notUnderstood || reason == .uncertain }
}

extension Response? {
  /// The verdict if nothing was done; nil if something was.
  fileprivate var undone: EvaluationOutcome.Verdict? {
    switch self {
    case nil, .refused: .refused
    case .ask: .asked
    case .move, .opening, .notation, .command, .game: nil
    }
  }
}

extension Response {
  /// Whether it carries out the command, asks to confirm it, or names an obstacle; nil stands for
  /// the "no" to a question.
  fileprivate func shows(_ command: Command?, understoodIn dialogue: ChessDialogue) -> Bool {
    switch self {
    case .command(let report): return report.command == command
    case .ask(let question): return command.map { question.subject == .confirmation($0) } ?? false
    case .refused(let refusal):
      guard let command else { return refusal.reason == .declined }
      let words = refusal.text.split(separator: " ").map(String.init)
      return !refusal.isAboutWords && dialogue.bound.interpret(words) == .command(command)
    case .move, .opening, .notation, .game: return false
    }
  }

  /// The move that was played, or would have been.
  fileprivate var likeliestMove: Move? {
    switch self {
    case .move(let report): report.move
    case .refused(let refusal): refusal.move
    case .ask(let question):
      switch question.subject {
      case .choice(let moves): moves.first
      case .move(let move): move
      case .confirmation, .setUp: nil
      }
    case .opening, .notation, .command, .game: nil
    }
  }

  /// A summary of what was done.
  fileprivate func summary(in position: Position) -> String {
    switch self {
    case .move(let report): report.san
    case .opening(let report): report.opening.name
    case .notation(let report): report.notations.first ?? report.text
    case .ask(let question): "asked: \(question.prompt)"
    case .refused(let refusal):
      "refused: \(refusal.reason.rawValue)"
        + (refusal.move.map { " (\(position.san(of: $0)))" } ?? "")
    case .command(let report): report.command.rawValue
    case .game(let report): report.result.rawValue
    }
  }
}
