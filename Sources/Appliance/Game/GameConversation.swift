import Acoustics
import ApplianceCore
import Chess
import ChessLanguage
import DeviceIO
import Dialogue
import Localization
import Synchronization

/// Follows a game: carries out and records moves and commands, and prepares the next phrases.
///
/// Runs on its own thread, which may block on the disk or on building the grammar.
package actor GameConversation: Conversation {
  /// The time limit for a move: on a worn card, a few files at 18 s each.
  private static let limit = Duration.seconds(120)
  /// The maximum size of a list of games: three minutes' worth at 115,200 baud.
  static let gamesLimit = 2 * 1_024 * 1_024

  /// The configured settings, and the settings with the players' changes before this start.
  nonisolated let configured: Configuration
  nonisolated let settings: Configuration
  private let gameThread: SerialThread
  private let translation: Translation
  private let makeLanguage: @Sendable () throws -> ChessLanguage
  /// The current player's voice, learnt from confirmed moves; nil if learning is off.
  var voice: SessionVoice?
  /// The last confirmed move, from which it learns after the reply is shown.
  private var lesson: SpokenPhrase?
  let engine: (any Engine)?
  nonisolated let stopwatch: Stopwatch
  /// Nil until it has begun.
  var dialogue: RecordedDialogue?
  /// The dialogue and the chess clock as of the last reply, for readers that must not wait for the
  /// disk.
  nonisolated let shown = Mutex<(dialogue: ChessDialogue, clock: ChessClock?)?>(nil)
  /// The last reported reason why something is not saved; nil if everything is.
  var trouble: Message?
  var confirmation = PlayConfirmation()
  /// When to look at the clock next.
  var awaited: Duration?
  /// The opponent's last task, and its answers that are still to be handled.
  var asked: Opponent.Task?
  var answers: [OpponentAnswer] = []
  /// Who is waiting for the opponent.
  var asker: Asker?
  /// The saved settings.
  var keptChoices: Configuration

  /// A task of the opponent, and its answer.
  typealias OpponentAnswer = (task: Opponent.Task, result: Result<EngineAnswer, EngineError>)

  /// - Parameters:
  ///   - settings: Whether to follow a game, where to save it, and how long a question waits.
  ///   - voice: What is known of the player's voice; nil disables learning.
  ///   - engine: The engine to play against; nil if two people play.
  ///   - clock: The clock behind a chess clock.
  ///   - translation: The language of typed lines.
  ///   - language: Reads the phrases; called once, and may block.
  /// - Throws: `BlockingThread.Unavailable`.
  package init(
    _ settings: ChosenConfiguration, voice: SessionVoice? = nil, engine: (any Engine)? = nil,
    clock: any Clock<Duration> = QuietClock(), translation: Translation = .english,
    language: @escaping @Sendable () throws -> ChessLanguage
  ) throws {
    gameThread = try SerialThread(name: "game", limit: Self.limit)
    configured = settings.configured
    self.settings = settings.chosen
    keptChoices = settings.chosen
    self.voice = voice
    self.engine = engine
    self.translation = translation
    stopwatch = Stopwatch(clock)
    makeLanguage = language
  }

  /// The game's thread.
  package nonisolated var thread: SerialThread? { gameThread }

  /// The game's thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    gameThread.asUnownedSerialExecutor()
  }

  /// Moves and commands, if a game is followed.
  package nonisolated var typing: [Message] {
    guard settings.game else { return [] }
    return [
      Message(
        "In a game, type a move (e4, Nf3, g1f3) or: undo, new game, resign, draw, board, repeat, moves, moves n, last, fen, pgn, games, set up FEN, ?"
      ),
      Message(
        "You can also type anything that you can say. Tab completes; Up and Down show earlier lines."
      ),
    ]
  }

  /// Opens the record, and resumes its game.
  package func begin() async throws -> Reply {
    let language = try makeLanguage()
    guard settings.game else {
      let begun = RecordedDialogue(
        dialogue: ChessDialogue(
          language: language, mode: .notation, policy: settings.policy,
          translation: translation), keeper: nil)
      take(begun)
      return Reply { [dialogue = begun.dialogue] in
        Sayable(languageModel: dialogue.languageModel)
      }
    }
    let keeper = makeKeeper()
    let found = keeper.resume()
    let (playing, idle) = opponent
    let begun = RecordedDialogue(
      dialogue: ChessDialogue(
        language: language, game: found.game ?? Game(), policy: settings.policy,
        opponent: playing, translation: translation, names: settings.names,
        namesInGame: found.names, timeControl: settings.clock, voice: settings.spokenVoice,
        idle: idle, locale: settings.recognition.spoken, locales: configured.locales),
      keeper: keeper,
      clock: settings.clock.map { control in
        RecordedDialogue.clock(control, of: found, at: stopwatch.now())
      })
    take(begun)
    let game = begun.dialogue.game
    let messages = found.warning.map { [ConsoleMessage.error(code: "record", message: $0)] }
    return Reply(
      messages: (messages ?? []) + news(of: begun)
        + [.response(complete(begun.dialogue.standing, in: game, times(on: begun.clock)), nil)]
        + board(of: game),
      effects: .init(trouble: trouble, conditions: conditions(of: begun)),
      errands: [errand(for: begun.dialogue.task), nextMoment()].compactMap { $0 }
    ) { [dialogue = begun.dialogue] in
      dialogue.sayable
    }
  }

  /// Continues with a dialogue.
  private func take(_ next: RecordedDialogue) {
    dialogue = next
    shown.withLock { $0 = (next.dialogue, next.clock) }
  }

  private func makeKeeper() -> GameKeeper {
    let settings = settings.record
    let limits = GameRecord.Limits(
      games: settings.games, bytes: settings.megabytes * 1_024 * 1_024)
    return GameKeeper { () throws(GameRecordError) in
      try GameRecord(directory: settings.directory, limits: limits)
    }
  }

  /// Saves the choices that the game's record does not contain. Reports when saving fails, fails
  /// for a new reason, or works again.
  func news(of dialogue: RecordedDialogue) -> [ConsoleMessage] {
    let before = trouble
    trouble =
      dialogue.problem.map { Message("The game is not being saved. \($0.message)") }
      ?? keepChoices(of: dialogue)
    guard trouble != before else { return [] }
    return [
      trouble.map { .error(code: "record", message: $0) }
        ?? .note(Message("Saving works again."))
    ]
  }

  /// Replies to speech.
  package func reply(to heard: Heard) async -> Reply {
    if heard.outcome == .noSpeech, let refusal = heard.refusal {
      // Silence gets no answer, but shows that somebody is there.
      guard let question = dialogue?.dialogue.question else {
        return Reply(
          messages: [.refused(refusal)], effects: .init(trouble: trouble, signal: .refused))
      }
      if case .move = question.subject, !heard.isHandsFree {
        // A press without a word confirms a repeated move.
        return perform(nil, for: heard.origin) { $0.hear([Meaning(.answer(.yes), text: "")]) }
      }
      return Reply(
        messages: [.refused(refusal), .response(.ask(question), nil)],
        effects: .init(patience: settings.patience, trouble: trouble, signal: .refused))
    }
    return perform(heard, for: heard.origin) { $0.hear(heard.meanings) }
  }

  /// Replies to a typed line.
  package func reply(toTyped line: ConsoleLine) async -> Reply? {
    perform(nil, for: line.origin) {
      $0.read(
        line.text, fromProgram: line.origin.source == .program, canBePasted: line.canBePasted)
    }
  }

  /// Drops an unanswered question.
  package func lapse() async -> Reply {
    perform(nil, for: nil) { $0.lapse() }
  }

  /// Tries again to save the game.
  package func mend() async -> Reply {
    answer { dialogue in
      let before = dialogue.dialogue.game
      let warning = dialogue.mend(opponent: { opponent }, at: stopwatch.now())
      var messages = warning.map { [ConsoleMessage.error(code: "record", message: $0)] } ?? []
      let news = news(of: dialogue)
      let game = dialogue.dialogue.game
      messages += news
      // For programs, which get no notes.
      if !news.isEmpty, dialogue.problem == nil {
        messages.append(
          .response(complete(dialogue.dialogue.standing, in: game, times(on: dialogue.clock)), nil))
      }
      return Reply(messages: messages + (game == before ? [] : board(of: game)))
    }
  }

  /// Lets the dialogue respond; `asker` gets the response.
  func perform(
    _ heard: Heard?, for asker: Origin?, isPlayers: Bool = true, late: [OpponentAnswer] = [],
    _ respond: (inout ChessDialogue) -> [Response]
  ) -> Reply {
    answer { dialogue in
      let before = dialogue.dialogue
      // A move's time counts from hearing it, not from writing it to disk.
      let now = stopwatch.now()
      let ran = dialogue.clock?.report(at: now).running
      var responses: [Response] = endByClock(&dialogue, at: now)
      let first = responses.count
      for (task, result) in late {
        responses += dialogue.commit(at: now) { $0.take(result, to: task) }
      }
      let answered = first..<responses.count
      responses += dialogue.commit(at: now, respond)
      let after = dialogue.dialogue
      let times = times(on: dialogue.clock)
      if isPlayers { learn(heard, responses.first, before: before, after: after) }
      var reply = Reply(effects: .init(signal: Self.signal(of: responses)))
      let isMoved = after.game.positions != before.game.positions
      for (index, response) in responses.enumerated() where !answered.contains(index) {
        reply.messages.append(
          .response(
            complete(response, in: after.game, times), index == 0 ? heard?.utterance : nil))
      }
      if isMoved { reply.messages += board(of: after.game) }
      // The clock was pressed, started or stopped.
      if let times, isMoved || times.running != ran { reply.messages.append(.clock(times)) }
      reply.messages += warning(&dialogue, at: now)
      reply.messages += news(of: dialogue)
      // Otherwise the opponent still owes the answer to its last task.
      if !late.isEmpty, !answered.isEmpty || after.task == nil {
        reply.late = tellAsker(
          responses[answered].map { .response(complete($0, in: after.game, times), nil) })
      }
      if late.isEmpty, let next = Self.asker(asker, before.task, after, responses) {
        reply.late += tellAsker([])
        self.asker = next
      }
      return reply
    }
  }

  /// Applies an action to the dialogue, and completes its reply.
  private func answer(_ respond: (inout RecordedDialogue) -> Reply) -> Reply {
    guard var next = dialogue else { return Reply() }
    let before = next.dialogue.listening
    var reply = respond(&next)
    take(next)
    let after = next.dialogue
    reply.effects.patience = after.isWaiting ? settings.patience : nil
    reply.effects.trouble = trouble
    reply.effects.conditions = conditions(of: next)
    reply.errands = [errand(for: after.task), nextMoment()].compactMap { $0 }
    if after.listening != before { reply.preparation = { await self.sayable(in: after) } }
    reply.isLast = keptChoices.recognition.spoken != settings.recognition.spoken
    return reply
  }

  /// What can be said next, and the expected voice. First learns from a confirmed move.
  private func sayable(in dialogue: ChessDialogue) -> Sayable {
    if let lesson { voice?.learn(from: lesson) }
    lesson = nil
    var sayable = dialogue.sayable
    sayable.speaker = voice?.speaker
    return sayable
  }

  /// Notes the previous move for learning, if this one confirms it.
  private func learn(
    _ heard: Heard?, _ response: Response?, before: ChessDialogue, after: ChessDialogue
  ) {
    lesson = confirmation.note(after, heard?.lesson(response, in: before)) ?? lesson
  }
}
