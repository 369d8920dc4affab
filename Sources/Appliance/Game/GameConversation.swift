import ApplianceCore
import Chess
import ChessLanguage
import DeviceIO
import Dialogue
import Localization
import Speech
import Synchronization

/// Follows a game: carries out and records what is said, and prepares for what can be said next.
///
/// Whatever blocks or computes (the disk, the grammar) does so on a thread of its own.
public final class GameConversation: Conversation {
  /// How long a move may take: on a worn card, a few files at 18 s each.
  static let limit = Duration.seconds(120)
  /// How many bytes of games are listed at once: three minutes' worth at 115,200 baud.
  static let gamesLimit = 2 * 1_024 * 1_024

  let settings: Configuration
  let translation: Translation
  let makeLanguage: @Sendable () throws -> ChessLanguage
  /// Nil until it has begun.
  let dialogue = Mutex<RecordedDialogue?>(nil)
  /// The dialogue as of the last reply, for `glance()`, which must not wait for the disk.
  let shown = Mutex<ChessDialogue?>(nil)
  let learner: VoiceLearner?
  /// What is not kept and why, as last reported; nil if everything is.
  let trouble = Mutex<Message?>(nil)
  let confirmation = Mutex(PlayConfirmation())
  let engine: (any Engine)?
  let stopwatch: Stopwatch
  /// The chess clock as of the last reply; nil without a clock.
  let clock = Mutex<ChessClock?>(nil)
  /// Nil until it has begun, and if no game is followed.
  let keeper = Mutex<GameKeeper?>(nil)
  /// When the clock is looked at next.
  let awaited = Mutex<Duration?>(nil)
  let errands = Mutex(Errands())
  /// The opponent's side and strength with which a restart would go on, as far as is known.
  let keptOpponent = Mutex<OpponentRecord?>(nil)

  /// What the opponent was last asked, and its answers that have not been taken yet.
  struct Errands {
    var asked: Opponent.Task?
    var answers: [OpponentAnswer] = []
  }

  /// What the opponent was asked, and its answer.
  typealias OpponentAnswer = (task: Opponent.Task, result: Result<EngineAnswer, EngineError>)

  /// - Parameters:
  ///   - settings: whether a game is followed, where it is kept, and how long a question waits.
  ///   - learner: learns the player's voice from moves that play confirms.
  ///   - engine: the engine to play against; nil if two people play.
  ///   - clock: the clock that drives a chess clock.
  ///   - translation: the language of typed lines.
  ///   - language: reads what can be said; called once, on a thread that may block.
  public init(
    _ settings: Configuration, learner: VoiceLearner? = nil, engine: (any Engine)? = nil,
    clock: any Clock<Duration> = QuietClock(), translation: Translation = .english,
    language: @escaping @Sendable () throws -> ChessLanguage
  ) {
    self.settings = settings
    self.learner = learner
    self.engine = engine
    self.translation = translation
    stopwatch = Stopwatch(clock)
    makeLanguage = language
  }

  /// Moves and commands, if a game is followed.
  public var typing: [Message] {
    guard settings.game else { return [] }
    return [
      Message(
        "In a game, type a move (e4, Nf3, g1f3) or: undo, new game, resign, draw, board, repeat, moves, moves n, last, fen, pgn, games, set up FEN, ?"
      ),
      Message(
        "What can be said can be typed as well. Tab completes; Up and Down show earlier lines."),
    ]
  }

  /// Opens the record, and goes on with the game in it.
  public func begin() async throws -> Reply {
    try await BlockingThread.run(name: "game", limit: Self.limit) { [self] in
      let language = try makeLanguage()
      guard settings.game else {
        let begun = RecordedDialogue(
          ChessDialogue(
            language: language, mode: .notation, policy: settings.policy,
            translation: translation), keeper: nil)
        dialogue.withLock { $0 = begun }
        shown.withLock { $0 = begun.dialogue }
        return Reply(
          preparation: preparation { Sayable(languageModel: begun.dialogue.languageModel) })
      }
      let keeper = makeKeeper()
      self.keeper.withLock { $0 = keeper }
      let found = keeper.resume()
      let begun = RecordedDialogue(
        ChessDialogue(
          language: language, game: found.game ?? Game(), policy: settings.policy,
          opponent: opponent, translation: translation),
        keeper: keeper,
        clock: settings.clock.map { control in
          RecordedDialogue.clock(control, of: found, at: stopwatch.now())
        })
      clock.withLock { $0 = begun.clock }
      dialogue.withLock { $0 = begun }
      shown.withLock { $0 = begun.dialogue }
      let messages = found.warning.map { [ConsoleMessage.error(code: "record", message: $0)] }
      return Reply(
        messages: (messages ?? []) + news(of: begun) + [.response(begun.dialogue.standing, nil)]
          + board(of: begun.dialogue.game),
        trouble: trouble.withLock { $0 }, conditions: conditions(of: begun),
        errands: [errand(for: begun.dialogue.task), nextMoment()].compactMap { $0 },
        preparation: preparation { begun.dialogue.sayable })
    }
  }

  private func makeKeeper() -> GameKeeper {
    let settings = settings.record
    let limits = GameRecord.Limits(
      games: settings.games, bytes: settings.megabytes * 1_024 * 1_024)
    return GameKeeper { () throws(GameRecordError) in
      try GameRecord(directory: settings.directory, limits: limits)
    }
  }

  /// Keeps what the game's record does not; says if something is no longer kept, is not kept for a
  /// new reason, or is kept again.
  func news(of dialogue: RecordedDialogue) -> [ConsoleMessage] {
    let now =
      dialogue.problem.map { Message("The game is not kept. \($0.message)") }
      ?? keepOpponent(of: dialogue)
    let before = trouble.withLock { trouble in
      defer { trouble = now }
      return trouble
    }
    guard now != before else { return [] }
    return [
      now.map { .error(code: "record", message: $0) } ?? .note(Message("Everything is kept again."))
    ]
  }

  /// Replies to what was said.
  public func reply(to heard: Heard) async -> Reply {
    if heard.result.outcome == .noSpeech, let refusal = heard.refusal {
      // Silence answers nothing, but shows that somebody is there.
      guard let question = dialogue.withLock({ $0?.dialogue.question }) else {
        return Reply(
          messages: [.refused(refusal)], trouble: trouble.withLock { $0 }, signal: .refused)
      }
      return Reply(
        messages: [.refused(refusal), .response(.ask(question), nil)], patience: settings.patience,
        trouble: trouble.withLock { $0 }, signal: .refused)
    }
    return await perform(heard) { $0.hear(heard.phrases, at: $1) }
  }

  /// Replies to a typed line.
  public func reply(toTyped line: ConsoleLine) async -> Reply? {
    await perform(nil) {
      $0.read(line.text, fromProgram: line.origin.source == .program, at: $1)
    }
  }

  /// Drops a question that nobody answered.
  public func lapse() async -> Reply {
    await perform(nil) { dialogue, _ in dialogue.lapse() }
  }

  /// Tries again to save the game.
  public func mend() async -> Reply {
    await answer { [self] dialogue in
      let before = dialogue.dialogue.game
      let warning = dialogue.mend(opponent: { opponent }, at: stopwatch.now())
      var messages = warning.map { [ConsoleMessage.error(code: "record", message: $0)] } ?? []
      let news = news(of: dialogue)
      messages += news
      // For programs, which do not get notes.
      if !news.isEmpty, dialogue.problem == nil {
        messages.append(.response(dialogue.dialogue.standing, nil))
      }
      let game = dialogue.dialogue.game
      return Effect(messages: messages + (game == before ? [] : board(of: game)))
    }
  }

  /// Finds out what can be said next, on a thread of its own: it takes some milliseconds.
  func preparation(
    _ sayable: @escaping @Sendable () -> Sayable
  ) -> @Sendable () async throws -> Sayable {
    { try await BlockingThread.run(name: "game", limit: Self.limit, sayable) }
  }

  /// Lets the dialogue respond, one request after another.
  func perform(
    _ heard: Heard?, isPlayers: Bool = true, late: [OpponentAnswer] = [],
    _ respond: @escaping @Sendable (inout RecordedDialogue, Duration) -> [Response]
  ) async -> Reply {
    await answer { [self] dialogue in
      let before = dialogue.dialogue
      // A move is made when it is heard, not when it is on disk.
      let now = stopwatch.now()
      var responses: [Response] = endByClock(&dialogue, at: now)
      let first = responses.count
      for answer in late { responses += dialogue.take(answer.result, to: answer.task, at: now) }
      let answered = first..<responses.count
      responses += respond(&dialogue, now)
      clock.withLock { $0 = dialogue.clock }
      let after = dialogue.dialogue
      if isPlayers { learn(heard, responses.first, before: before, after: after) }
      var effect = Effect(messages: [], signal: Self.signal(of: responses))
      effect.isMoved = after.game.positions != before.game.positions
      for (index, response) in responses.enumerated() where !answered.contains(index) {
        effect.messages.append(
          .response(complete(response, in: after.game), index == 0 ? heard?.utterance : nil))
      }
      if effect.isMoved { effect.messages += board(of: after.game) + times() }
      effect.messages += warning(&dialogue, at: now)
      effect.messages += news(of: dialogue)
      effect.outstanding = Self.outstanding(before.task, after, responses, isLate: !late.isEmpty)
      // Otherwise it has yet to answer what it was asked last.
      if !late.isEmpty, !answered.isEmpty || after.task == nil {
        effect.late = responses[answered].map { .response(complete($0, in: after.game), nil) }
      }
      return effect
    }
  }

  /// The effect of something done with the dialogue.
  struct Effect {
    var messages: [ConsoleMessage]
    var signal: ApplianceStateMachine.Signal?
    var isMoved = false
    var outstanding: Reply.Outstanding?
    var late: [ConsoleMessage]?
  }

  /// Does something with the dialogue, and replies with its effect.
  func answer(
    _ respond: @escaping @Sendable (inout RecordedDialogue) -> Effect
  ) async -> Reply {
    do {
      return try await BlockingThread.run(name: "game", limit: Self.limit) { [self] in
        dialogue.withLock { dialogue in
          guard var next = dialogue else { return Reply() }
          let before = next.dialogue.listening
          let answer = respond(&next)
          dialogue = next
          shown.withLock { $0 = next.dialogue }
          clock.withLock { $0 = next.clock }
          let after = next.dialogue
          var reply = Reply(
            messages: answer.messages, patience: after.isWaiting ? settings.patience : nil,
            trouble: trouble.withLock { $0 }, signal: answer.signal,
            conditions: conditions(of: next),
            errands: [errand(for: after.task), nextMoment()].compactMap { $0 },
            preparation: after.listening == before ? nil : preparation { after.sayable })
          reply.outstanding = answer.outstanding
          reply.late = answer.late
          return reply
        }
      }
    } catch {
      return Reply(
        messages: [.error(code: "game", message: Message(error))],
        trouble: trouble.withLock { $0 })
    }
  }
}

extension GameConversation {
  /// Learns from the move before, if what happened now confirms it.
  private func learn(
    _ heard: Heard?, _ response: Response?, before: ChessDialogue, after: ChessDialogue
  ) {
    guard let learner else { return }
    let lesson = heard.flatMap { Lesson($0, response, in: before) }
    let confirmed = confirmation.withLock { $0.note(after, lesson) }
    if let confirmed { learner.learn(from: confirmed, in: after.language) }
  }
}
