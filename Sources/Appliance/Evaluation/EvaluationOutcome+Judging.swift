import Chess
import ChessLanguage
import Dialogue
import LanguageModel

extension EvaluationOutcome {
  /// Judges the answer to a case; times in seconds.
  init(
    of test: EvaluationCase, _ response: Response?, language: ChessLanguage, latency: Double,
    duration: Double, elapsed: Double, processorTime: Double
  ) {
    let position = test.position
    let likeliest = response?.likeliestMove
    let isRefusal = response?.isRefusal ?? true
    let verdict: Verdict
    var likeliestIsRight: Bool?
    var said: Move?
    let expected: String
    switch test.expectation {
    case .move(let move):
      said = move
      expected = position.san(of: move)
      likeliestIsRight = response?.confidence == nil ? nil : likeliest == move
      verdict = isRefusal ? .refused : likeliest == move ? .right : .wrong
    case .refusal:
      expected = "no move"
      likeliestIsRight = response?.confidence == nil ? nil : false
      verdict = isRefusal ? .right : .wrong
    case .words(let phrase):
      expected = phrase
      let isRight = response?.text == SpokenText.text(of: phrase, in: language)
      likeliestIsRight = response?.confidence == nil ? nil : isRight
      // Only the words matter here: a question or an obstacle also shows that they were understood.
      switch response {
      case .refused(let refusal):
        verdict = refusal.isAboutWords ? .refused : isRight ? .right : .refused
      case .ask: verdict = isRight ? .right : .refused
      default: verdict = isRight ? .right : .wrong
      }
    }
    self.init(
      id: test.id, group: test.group, verdict: verdict, expected: expected,
      got: response?.summary(in: position) ?? "nothing",
      saidMove: said.flatMap { NamedMove($0, in: position) },
      heardMove: likeliest.flatMap { NamedMove($0, in: position) },
      confidence: response?.confidence,
      likeliestIsRight: likeliestIsRight, latency: latency, duration: duration, elapsed: elapsed,
      processorTime: processorTime)
  }
}

extension EvaluationOutcome.NamedMove {
  fileprivate init?(_ move: Move, in position: Position) {
    guard let piece = position.piece(at: move.from) else { return nil }
    self.init(uci: move.uci, piece: piece.kind.letter)
  }
}

extension SpokenText {
  /// A phrase in the words in which it would be heard.
  fileprivate static func text(of phrase: String, in language: ChessLanguage) -> String {
    words(in: phrase) { language.lexicon.pronunciations[$0] != nil }.joined(separator: " ")
  }
}

extension Refusal {
  /// Whether the words were unclear, rather than clear but impossible to carry out.
  fileprivate var isAboutWords: Bool { reason == .notUnderstood || reason == .uncertain }
}

extension Response {
  /// Whether nothing was done: refused, or answered with a question.
  fileprivate var isRefusal: Bool {
    switch self {
    case .refused, .ask: true
    case .move, .opening, .notation, .command, .game: false
    }
  }

  /// The move that was played, or would have been.
  fileprivate var likeliestMove: Move? {
    switch self {
    case .move(let report): report.move
    case .refused(let refusal): refusal.move
    case .ask(let question):
      if case .choice(let moves) = question.subject { moves.first } else { nil }
    case .opening, .notation, .command, .game: nil
    }
  }

  /// What was done, in a few words.
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
