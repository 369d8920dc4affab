import Chess
import ChessLanguage
import LanguageModel
import Localization

/// Responds to players: holds the game, the open question, and the last answers.
///
/// A pure value, without clock, disk or decoder; its owner decides when a question has waited too
/// long.
package struct ChessDialogue: Sendable {
  /// Whether a game is followed.
  package enum Mode: Sendable, Hashable {
    case game
    /// Reports each spoken move in notation, legal or not.
    case notation
  }

  /// How often a kind of question explains how to answer it.
  private static let explanations = 2
  /// How many moves a question can offer.
  static let choiceLimit = 6

  /// The phrases, and their meanings.
  package let language: ChessLanguage
  /// The confidences needed to act, to ask and to refuse.
  package let policy: DialoguePolicy
  /// Whether a game is followed.
  package let mode: Mode
  /// The language of typed lines, and of examples.
  package let translation: Translation
  /// The current game; without moves if none is followed.
  package internal(set) var game: Game
  /// Increases with each new game, so that records can be told apart.
  package internal(set) var gameNumber = 0
  /// The open question; nil if there is none.
  package internal(set) var question: Question?
  /// The last answers, for "repeat", without refusals and questions.
  private(set) var lastResponses: [Response] = []
  /// The refusal of a move since then.
  private(set) var lastRefusal: Response?
  /// The engine to play against; nil if two people play.
  package internal(set) var opponent: Opponent?
  /// The engine while two people play; nil if there is none, or if it plays.
  package internal(set) var idle: Opponent?
  /// The players' names, apart from the engine's.
  package internal(set) var names: PlayerNames
  /// The players that a resumed or pasted game names, in this game only; they take precedence over
  /// `names`.
  var namesInGame: PlayerNames
  /// Each side's time in this game and the next ones; nil: no clock.
  package internal(set) var timeControl: TimeControl?
  /// The voice; nil: nothing is spoken.
  package internal(set) var voice: SpokenVoice?
  /// The spoken language; a change takes effect with the next start.
  package internal(set) var locale: LanguageModel.Locale
  /// The languages that can be chosen.
  package let locales: [LanguageModel.Locale]
  /// An open request to the opponent other than its move.
  var request: Opponent.Matter?
  /// The lines so far of a game that is being typed or pasted as PGN.
  var pasted: [String] = []
  /// The piece letters for the current line.
  var letters = PieceLetters.english
  /// Whether a program sent the last line.
  var isFromProgram = false
  /// How often the player has asked for help; the examples differ each time.
  var helpCount = 0
  /// How often a question of each kind was asked.
  private var timesAsked: [Question.Answering: Int] = [:]
  /// Moves that were taken back, corrected or declined, by the position in which they are legal.
  var unwanted: [Position.Key: Set<Move>] = [:]
  /// Those that "redo" plays again, the next one last. In its position, a correction is about it.
  var dropped: [Correctable] = []
  /// The meanings of the last recording if its confidence was too low, and its situation.
  var lastUnsure: (meanings: [Meaning], listening: Listening)?
  /// The last bound language, reused while it is still valid.
  private var lastBound: BoundLanguage

  /// A dialogue about `game`, with no question open.
  package init(
    language: ChessLanguage, game: Game = Game(), mode: Mode = .game,
    policy: DialoguePolicy = DialoguePolicy(), opponent: Opponent? = nil,
    translation: Translation = .english, names: PlayerNames = PlayerNames(),
    namesInGame: PlayerNames = PlayerNames(),
    timeControl: TimeControl? = nil, voice: SpokenVoice? = nil, idle: Opponent? = nil,
    locale: LanguageModel.Locale = Locale(identifier: "en_US"),
    locales: [LanguageModel.Locale] = []
  ) {
    self.language = language
    self.timeControl = timeControl
    self.voice = voice
    self.names = names
    self.namesInGame = namesInGame
    self.game = game
    self.mode = mode
    self.policy = policy
    self.translation = translation
    self.opponent = opponent
    self.idle = idle
    self.locale = locale
    self.locales = locales
    lastBound = language.bound(to: mode == .game ? .position(game.position) : .anyMove)
  }

  /// The current listening situation; the next recording is decoded with its grammar.
  package var listening: Listening {
    guard mode == .game else { return .anyMove }
    switch question?.subject {
    case .confirmation(let command): return .confirmation(command, game.position)
    // The command makes no difference to the grammar.
    case .setUp, .move: return .confirmation(.newGame, game.position)
    case .choice(let moves): return .choice(moves, game.position)
    case nil: return .position(game.position)
    }
  }

  /// The language bound to the current situation.
  package var bound: BoundLanguage { bound(to: listening) }

  /// The language bound to the position, ignoring an open question.
  var boundToPosition: BoundLanguage { bound(to: .position(game.position)) }

  private func bound(to listening: Listening) -> BoundLanguage {
    let correctable = correctable
    return lastBound.listening == listening && lastBound.correctable == correctable
      ? lastBound : language.bound(to: listening, correcting: correctable)
  }

  /// The current language model, for the recognizer. Takes some milliseconds.
  package var languageModel: CompiledLanguageModel { bound.languageModel }

  /// The meanings of all phrases in this situation, for the recognizer. Takes a millisecond.
  package var meanings: Meanings {
    bound.meanings(after: game.moves.last, avoiding: unwanted)
  }

  /// Responds to what was heard. The meanings are all different, the likeliest first; empty if
  /// nothing was understood.
  ///
  /// Judges a repetition together with the previous recording, if that one's confidence was too
  /// low.
  package mutating func hear(_ meanings: [Meaning]) -> [Response] {
    isFromProgram = false
    // Without a game, the recognizer knows only the phrases.
    return remember(mode == .game ? judge(meanings) : answer(bound.interpreted(meanings)))
  }

  /// Whether it waits for something: an answer, or the rest of a pasted game.
  package var isWaiting: Bool { question != nil || !pasted.isEmpty }

  /// Stops waiting for an answer; returns nothing if no question is open.
  package mutating func lapse() -> [Response] {
    if !pasted.isEmpty { return abandonPaste() }
    guard let question else { return [] }
    self.question = nil
    lastBound = bound
    return .refused(.lapsed, Message("No answer came, so nothing was done."), text: question.text)
  }

  /// Carries out a meaning.
  mutating func perform(_ meaning: Meaning) -> [Response] {
    switch meaning.content {
    case .moves(let moves): return play(moves, meaning)
    case .command(let command): return carryOut(command, meaning)
    case .correction(let moves): return correct(with: moves, meaning)
    case .opening(let spoken): return play(spoken, meaning)
    case .answer(let answer): return take(answer, meaning)
    case .notation(let moves):
      return [.notation(NotationReport(meaning, notations: moves.map(\.description)))]
    case .illegal: return [.refused(notLegal(meaning))]
    case .nothing: return [.refused(misunderstood([meaning]))]
    }
  }

  /// Keeps the answers, except repetitions, questions and what only a program asked, and repeats a
  /// question that is still open. Of the refusals, it keeps only those of moves.
  mutating func remember(_ responses: [Response]) -> [Response] {
    lastBound = bound
    guard !responses.isEmpty else { return [] }
    var told = responses.map(afterTheEnd)
    if let question, !told.contains(.ask(question)) { told.append(.ask(question)) }
    let isKept = told.allSatisfy { response in
      switch response {
      case .refused: false
      case .command(let report):
        report.command != .repeatLast && !(isFromProgram && report.isForProgram)
      case .game(let report):
        !isFromProgram || responses.count > 1 || report.outcome != nil
      default: true
      }
    }
    let kept = told.filter { if case .ask = $0 { false } else { true } }
    if isKept, !kept.isEmpty { (lastResponses, lastRefusal) = (kept, nil) }
    if case .refused(let refusal)? = told.first, refusal.reason == .notLegal, !isFromProgram {
      lastRefusal = told.first
    }
    return told
  }

  /// The answer to a move after the end of the game, even to an illegal one.
  private func afterTheEnd(_ response: Response) -> Response {
    guard let outcome = game.outcome, case .refused(let refusal) = response,
      refusal.reason == .notLegal
    else { return response }
    return .refused(
      over(outcome, text: refusal.text, confidence: refusal.confidence, move: refusal.move))
  }
}

extension ChessDialogue {
  /// Opens a question, replacing the last one.
  mutating func open(_ question: Question) -> Response {
    var question = question
    let count = timesAsked[question.answering, default: 0]
    timesAsked[question.answering] = count + 1
    question.isBrief = count >= Self.explanations
    self.question = question
    return .ask(question)
  }

  /// Asks which of several moves was meant; lists each once, the likelier first.
  mutating func ask(which moves: [Move], _ meaning: Meaning) -> Response {
    var choices: [Move] = []
    for move in moves where !choices.contains(move) { choices.append(move) }
    // A move that was unwanted here comes last, but "one" remains the queen.
    let avoided = choices.contains { $0.promotion != nil } ? [] : unwanted[game.position.key] ?? []
    choices = choices.filter { !avoided.contains($0) } + choices.filter(avoided.contains)
    let bound = boundToPosition
    let phrases = choices.map { bound.spoken($0) }
    guard choices.count <= Self.choiceLimit else {
      // A promotion counts once, whatever the new piece.
      let count = Set(choices.map { [$0.from, $0.to] }).count
      return .refused(
        meaning.refusal(
          .ambiguous,
          Message("That fits \(count) moves; also say where the piece comes from.")))
    }
    return open(
      Question(
        .choice(choices), meaning,
        prompt: .joined(
          [.alternatives(phrases.map { .verbatim($0) }), .verbatim("?")], separator: ""),
        choices: phrases, sans: sans(of: choices)))
  }
}
