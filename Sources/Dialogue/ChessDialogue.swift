import Chess
import ChessLanguage

/// What comes of what a player says: the game, the question that is open, and what was answered
/// last.
///
/// A pure value, without clock, disk or decoder; its owner tells it when a question has waited long
/// enough.
public struct ChessDialogue: Sendable {
  /// Whether a game is followed.
  public enum Mode: Sendable, Hashable {
    case game
    /// What is said is reported as a move's notation, whatever could be legal.
    case notation
  }

  /// How many moves a question can offer.
  static let choiceLimit = 6

  /// What can be said, and what it means.
  public let language: ChessLanguage
  /// When to act, to ask and to refuse.
  public let policy: DialoguePolicy
  /// Whether a game is followed.
  public let mode: Mode
  /// The game as it stands; without a game, one in which nothing is played.
  public internal(set) var game: Game
  /// Grows with each new game, so that its record can be told from the last one's.
  public internal(set) var gameNumber = 0
  /// What has to be answered first; nil where nothing has.
  public internal(set) var question: Question?
  /// What was answered last, for "repeat"; refusals are not kept.
  private(set) var lastResponses: [Response] = []
  /// The engine that is played against; nil where two people play.
  public internal(set) var opponent: Opponent?
  /// What the opponent has been asked besides its move.
  var request: Opponent.Matter?
  /// The lines so far of a game that is being typed or pasted as PGN.
  var pasted: [String] = []
  /// How often it was asked what can be said; each time the examples are others.
  var helpCount = 0

  /// A dialogue about `game`, with no question open.
  public init(
    language: ChessLanguage, game: Game = Game(), mode: Mode = .game,
    policy: DialoguePolicy = DialoguePolicy(), opponent: Opponent? = nil
  ) {
    self.language = language
    self.game = game
    self.mode = mode
    self.policy = policy
    self.opponent = opponent
  }

  /// What can be said now; the next recording is decoded with its grammar.
  public var listening: Listening {
    guard mode == .game else { return .anyMove }
    switch question?.subject {
    case .confirmation(let command): return .confirmation(command)
    case .setUp: return .confirmation(.newGame)
    case .choice(let moves): return .choice(moves, game.position)
    case nil: return .position(game.position)
    }
  }

  /// Does what was said, or says why not; the likeliest hypothesis comes first, none where nothing
  /// was understood.
  public mutating func hear(_ hypotheses: [Hypothesis]) -> [Response] {
    let meanings = Meaning.merged(hypotheses, by: language, in: listening)
    return remember(answer(meanings, hypotheses))
  }

  /// Whether something is waited for: an answer, or the rest of a game that is pasted.
  public var isWaiting: Bool { question != nil || !pasted.isEmpty }

  /// Gives up waiting for an answer; returns nothing where no question is open.
  public mutating func lapse() -> [Response] {
    if !pasted.isEmpty { return [.refused(abandonPaste())] }
    guard let question else { return [] }
    self.question = nil
    return [
      .refused(
        Refusal(.lapsed, text: question.text, message: "No answer came, so nothing was done."))
    ]
  }

  private mutating func answer(_ meanings: [Meaning], _ hypotheses: [Hypothesis]) -> [Response] {
    let illegal = illegalMove(among: hypotheses)
    let isIllegalLikelier = (illegal?.confidence ?? 0) > (meanings.first?.confidence ?? 0)
    if let illegal, isIllegalLikelier, illegal.confidence >= policy.acceptance {
      return [.refused(notLegal(illegal, text: illegal.text))]
    }
    guard let best = meanings.first else { return [withoutMeaning(hypotheses)] }
    guard best.confidence >= policy.acceptance else {
      return [unsure(between: meanings)]
    }
    // A legal move is not played where one that is not legal may as well have been said.
    if let illegal, best.confidence - illegal.confidence < policy.margin {
      return [.refused(uncertain(best))]
    }
    if case .moves(let moves) = best.content, moves.count == 1, meanings.count > 1,
      case .moves(let others) = meanings[1].content,
      best.confidence - meanings[1].confidence < policy.margin
    {
      return [ask(which: moves + others, best)]
    }
    return perform(best)
  }

  /// The likeliest move that was said and is not legal, with the confidence of all words for it.
  private func illegalMove(among hypotheses: [Hypothesis]) -> Hypothesis? {
    guard case .position = listening, game.outcome == nil else { return nil }
    var heard: [(move: Interpretation, hypothesis: Hypothesis)] = []
    for hypothesis in hypotheses {
      guard case .nothing = language.interpret(hypothesis.words, in: listening),
        case let move = language.interpret(hypothesis.words, in: .anyMove),
        case .notation = move
      else { continue }
      if let index = heard.firstIndex(where: { $0.move == move }) {
        heard[index].hypothesis.confidence += hypothesis.confidence
      } else {
        heard.append((move, hypothesis))
      }
    }
    return heard.map(\.hypothesis).max { $0.confidence < $1.confidence }
  }

  /// Does what was meant.
  mutating func perform(_ meaning: Meaning) -> [Response] {
    switch meaning.content {
    case .moves(let moves): return play(moves, meaning)
    case .command(let command): return carryOut(command, meaning)
    case .opening(let spoken): return play(spoken, meaning)
    case .answer(let answer): return take(answer, meaning)
    case .notation(let moves):
      return [
        .notation(
          NotationReport(
            text: meaning.text, notations: moves.map(\.description), opening: nil,
            confidence: meaning.confidence))
      ]
    }
  }

  /// Keeps what was answered, unless it is a refusal or itself a repetition, and shows a question
  /// again that is still open.
  mutating func remember(_ responses: [Response]) -> [Response] {
    guard !responses.isEmpty else { return [] }
    var told = responses.map(afterTheEnd)
    if let question, !told.contains(.ask(question)) { told.append(.ask(question)) }
    let isKept = told.allSatisfy { response in
      switch response {
      case .refused: false
      case .command(let report): report.command != .repeatLast
      default: true
      }
    }
    if isKept { lastResponses = told }
    return told
  }

  /// What is answered to a move once the game is over: that it is, whether or not the move would be
  /// legal.
  private func afterTheEnd(_ response: Response) -> Response {
    guard let outcome = game.outcome, case .refused(let refusal) = response,
      refusal.reason == .notLegal
    else { return response }
    return .refused(
      over(outcome, text: refusal.text, confidence: refusal.confidence, move: refusal.move))
  }
}

extension ChessDialogue {
  /// Asks which move was meant where the two likeliest together are sure enough, and refuses
  /// otherwise.
  private mutating func unsure(between meanings: [Meaning]) -> Response {
    let best = meanings[0]
    if meanings.count > 1, case .moves(let first) = best.content,
      case .moves(let second) = meanings[1].content,
      best.confidence + meanings[1].confidence >= policy.acceptance,
      meanings[1].confidence >= policy.choice
    {
      return ask(which: first + second, best)
    }
    return .refused(uncertain(best))
  }

  private func uncertain(_ best: Meaning) -> Refusal {
    Refusal(
      .uncertain, text: best.text, message: "Not sure enough; please say it again.",
      confidence: best.confidence, move: best.move)
  }

  /// What to respond to words that mean no move: without a game, the words themselves are what is
  /// asked for.
  private func withoutMeaning(_ hypotheses: [Hypothesis]) -> Response {
    if mode == .notation, let words = hypotheses.first, !words.words.isEmpty,
      words.confidence >= policy.acceptance
    {
      return .notation(
        NotationReport(
          text: words.text, notations: [], opening: nil, confidence: words.confidence))
    }
    return .refused(misunderstood(hypotheses))
  }

  /// Why nothing was understood: nothing like words, other words, or a move that is not legal here.
  private func misunderstood(_ hypotheses: [Hypothesis]) -> Refusal {
    guard let hypothesis = hypotheses.first(where: { !$0.words.isEmpty }) else {
      return Refusal(.notUnderstood, message: "Nothing was understood; please say it again.")
    }
    if mode == .game, case .notation = language.interpret(hypothesis.words, in: .anyMove) {
      return notLegal(hypothesis, text: hypothesis.text)
    }
    return Refusal(
      .notUnderstood, text: hypothesis.text,
      message: "That means nothing here; \"what can I say\" tells what does.",
      confidence: hypothesis.confidence)
  }

  /// Why a move was not played that the rules do not allow, with what was heard.
  func notLegal(_ hypothesis: Hypothesis, text: String) -> Refusal {
    Refusal(
      .notLegal, text: text,
      message: "That is not legal here: \(text)\(obstacle(to: hypothesis.words)).",
      confidence: hypothesis.confidence)
  }

  /// In brackets, what stands against a move; empty where nothing short can be said.
  private func obstacle(to words: [String]) -> String {
    if game.position.isCheck { return " (the king is in check)" }
    guard case .notation(let moves) = language.interpret(words, in: .anyMove),
      let move = moves.first
    else { return "" }
    if move.castling != nil { return " (castling is not possible now)" }
    // Between two squares anything may move.
    if move.piece == nil, move.fromRank != nil { return "" }
    return " (no \((move.piece ?? .pawn).name) can go there)"
  }

  /// Makes a question of several moves, each once, the likelier first.
  mutating func ask(which moves: [Move], _ meaning: Meaning) -> Response {
    var choices: [Move] = []
    for move in moves where !choices.contains(move) { choices.append(move) }
    let phrases = choices.map { language.spoken($0, in: game.position) }
    guard choices.count <= Self.choiceLimit else {
      return .refused(
        Refusal(
          .ambiguous, text: meaning.text,
          message: "That fits \(choices.count) moves; say also where the piece comes from.",
          confidence: meaning.confidence))
    }
    let question = Question(
      subject: .choice(choices), text: meaning.text,
      prompt: phrases.joined(separator: " or ") + "?", choices: phrases, sans: sans(of: choices),
      confidence: meaning.confidence)
    self.question = question
    return .ask(question)
  }
}
