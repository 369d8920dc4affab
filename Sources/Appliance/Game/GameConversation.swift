import ApplianceCore
import Chess
import ChessLanguage
import DeviceIO
import Dialogue
import LanguageModel
import Speech
import Synchronization

/// Follows a game: what is said is done and recorded, and what can be said next is prepared.
///
/// All that blocks or computes (the disk, the grammar) does so on a thread of its own.
public final class GameConversation: Conversation {
  /// How long a move may take: on a worn card a few files of 18 s each.
  private static let limit = Duration.seconds(120)
  /// Bytes of games that are told at once: three minutes at 115,200 baud.
  private static let gamesLimit = 2 * 1_024 * 1_024

  private let settings: Configuration
  private let makeLanguage: @Sendable () throws -> ChessLanguage
  /// Nil until it has begun.
  private let dialogue = Mutex<RecordedDialogue?>(nil)
  /// The dialogue as it stood after the last reply, which is told without waiting for the disk.
  private let shown = Mutex<ChessDialogue?>(nil)
  private let learner: VoiceLearner?
  /// Why the game is not kept, as it was told last; nil where it is.
  private let trouble = Mutex<String?>(nil)
  private let confirmation = Mutex(PlayConfirmation())
  private let engine: (any Engine)?
  private let stopwatch: Stopwatch
  /// The chess clock as it stood after the last reply; nil where nobody plays against time.
  private let clock = Mutex<ChessClock?>(nil)
  /// Nil until it has begun, and where no game is followed.
  private let keeper = Mutex<GameKeeper?>(nil)
  /// When the clock is looked at next.
  private let awaited = Mutex<Duration?>(nil)
  private let errands = Mutex(Errands())
  /// Which side and strength of the opponent is gone on with after a restart, as far as is known.
  private let keptOpponent = Mutex<OpponentRecord?>(nil)

  /// What the opponent has been asked last, and has answered since it was listened to last.
  private struct Errands {
    var asked: Opponent.Task?
    var answers: [(task: Opponent.Task, result: Result<EngineAnswer, EngineError>)] = []
  }

  /// - Parameters:
  ///   - settings: whether a game is followed, where it is kept, and how long a question waits.
  ///   - learner: learns the player's voice from moves after which the game goes on.
  ///   - engine: is played against; nil where two people play.
  ///   - clock: what a chess clock goes by.
  ///   - language: reads what can be said; called once, on a thread that may block.
  public init(
    _ settings: Configuration, learner: VoiceLearner? = nil, engine: (any Engine)? = nil,
    clock: any Clock<Duration> = QuietClock(),
    language: @escaping @Sendable () throws -> ChessLanguage
  ) {
    self.settings = settings
    self.learner = learner
    self.engine = engine
    stopwatch = Stopwatch(clock)
    makeLanguage = language
  }

  /// Opens the record, and goes on with the game that is in it.
  public func begin() async throws -> Reply {
    try await BlockingThread.run(name: "game", limit: Self.limit) { [self] in
      let language = try makeLanguage()
      guard settings.game else {
        let begun = RecordedDialogue(
          ChessDialogue(language: language, mode: .notation, policy: policy), keeper: nil)
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
          language: language, game: found.game ?? Game(), policy: policy, opponent: opponent),
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

  private var opponent: Opponent? {
    guard engine != nil else { return nil }
    let chosen =
      OpponentRecord(in: settings.record.directory, under: settings.opponent)
      ?? OpponentRecord(settings.opponent)
    keptOpponent.withLock { $0 = chosen }
    return Opponent(
      side: chosen.side, strength: chosen.strength,
      name: settings.opponent.engine ?? "the opponent")
  }

  private var policy: DialoguePolicy { DialoguePolicy(caution: settings.recognition.caution) }

  private func makeKeeper() -> GameKeeper {
    let settings = settings.record
    let limits = GameRecord.Limits(
      games: settings.games, bytes: settings.megabytes * 1_024 * 1_024)
    return GameKeeper { () throws(GameRecordError) in
      try GameRecord(directory: settings.directory, limits: limits)
    }
  }

  /// What is to be told where the game is kept no more, for another reason than before, or again.
  private func news(of dialogue: RecordedDialogue) -> [ConsoleMessage] {
    let now = dialogue.problem.map { "The game is not kept. \($0)" }
    let before = trouble.withLock { trouble in
      defer { trouble = now }
      return trouble
    }
    guard now != before else { return [] }
    return [now.map { .error(code: "record", message: $0) } ?? .note("The game is kept again.")]
  }

  /// Replies to what was said.
  public func reply(to heard: Heard) async -> Reply {
    if heard.result.outcome == .noSpeech, let refusal = heard.refusal {
      // Silence answers nothing, but somebody is there.
      guard let question = dialogue.withLock({ $0?.dialogue.question }) else {
        return Reply(
          messages: [.refused(refusal)], trouble: trouble.withLock { $0 }, signal: .refused)
      }
      return Reply(
        messages: [.refused(refusal), .response(.ask(question), nil)], patience: settings.patience,
        trouble: trouble.withLock { $0 }, signal: .refused)
    }
    return await perform(heard) { $0.hear(heard.hypotheses, at: $1) }
  }

  /// Replies to a typed line.
  public func reply(toTyped line: String) async -> Reply? {
    await perform(nil) { $0.read(line, at: $1) }
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
      // For programs, which no note is for.
      if !news.isEmpty, dialogue.problem == nil {
        messages.append(.response(dialogue.dialogue.standing, nil))
      }
      let game = dialogue.dialogue.game
      return Answer(messages: messages + (game == before ? [] : board(of: game)))
    }
  }

  /// The game's status, without waiting for the disk.
  public func glance() -> [ConsoleMessage] {
    guard var dialogue = shown.withLock({ $0 }) else { return [] }
    let responses = dialogue.read("status")
    return responses.map { .response(complete($0, in: dialogue.game), nil) } + [
      .note("What came after that is still being written to the disk.")
    ]
  }

  /// Takes the opponent's answer, or the end of a side's time.
  public func replyToErrand() async -> Reply {
    let answers = errands.withLock { errands in
      defer { errands.answers = [] }
      return errands.answers
    }
    return await perform(nil, isPlayers: false) { dialogue, now in
      answers.flatMap { dialogue.take($0.result, to: $0.task, at: now) }
    }
  }

  /// Ends the engine.
  public func close() async {
    _ = try? await BlockingThread.run(name: "opponent") { [engine] in engine?.close() }
  }

  /// Asks the opponent, on a thread of its own, unless it has been asked just that.
  private func errand(for task: Opponent.Task?) -> (@Sendable () async -> Void)? {
    let isNew = errands.withLock { errands in
      defer { errands.asked = task }
      return errands.asked != task
    }
    guard let engine, let task, isNew else { return nil }
    let request = EngineRequest(
      game: task.game, time: settings.opponent.time, strength: task.strength)
    return { [self] in
      let result: Result<EngineAnswer, EngineError>
      do {
        let answer = try await BlockingThread.run(name: "opponent") { try engine.answer(request) }
        result = .success(answer)
      } catch let error as EngineError {
        result = .failure(error)
      } catch {
        result = .failure(
          EngineError(
            code: .unavailable, path: settings.opponent.engine ?? "",
            advice: "cannot be asked. \(error)"))
      }
      errands.withLock { $0.answers.append((task, result)) }
    }
  }

  /// Finds out what can be said next, on a thread of its own: that takes some milliseconds.
  private func preparation(
    _ sayable: @escaping @Sendable () -> Sayable
  ) -> @Sendable () async throws -> Sayable {
    { try await BlockingThread.run(name: "game", limit: Self.limit, sayable) }
  }

  /// Lets the dialogue respond, one thing after another.
  private func perform(
    _ heard: Heard?, isPlayers: Bool = true,
    _ respond: @escaping @Sendable (inout RecordedDialogue, Duration) -> [Response]
  ) async -> Reply {
    await answer { [self] dialogue in
      let before = dialogue.dialogue
      // A move is made when it is heard, not when the disk has it.
      let now = stopwatch.now()
      let responses = endByClock(&dialogue, at: now) + respond(&dialogue, now)
      clock.withLock { $0 = dialogue.clock }
      let after = dialogue.dialogue
      if isPlayers { learn(heard, responses.first, before: before, after: after) }
      let isMoved = after.game.positions != before.game.positions
      let messages: [ConsoleMessage] = responses.enumerated().map { index, response in
        .response(complete(response, in: after.game), index == 0 ? heard?.utterance : nil)
      }
      return Answer(
        messages: messages + (isMoved ? board(of: after.game) + times() : [])
          + warning(&dialogue, at: now) + news(of: dialogue),
        signal: Self.signal(of: responses), isMoved: isMoved)
    }
  }

  /// Ends the game where the time is up of whoever is to move.
  private func endByClock(_ dialogue: inout RecordedDialogue, at now: Duration) -> [Response] {
    guard settings.flag, dialogue.dialogue.game.outcome == nil,
      let side = dialogue.clock?.fallen(at: now)
    else { return [] }
    return dialogue.timeIsUp(for: side, at: now)
  }

  /// What comes of something that was done with the dialogue.
  private struct Answer {
    var messages: [ConsoleMessage]
    var signal: ApplianceStateMachine.Signal?
    var isMoved = false
  }

  /// Does something with the dialogue, and replies with what that returns.
  private func answer(
    _ respond: @escaping @Sendable (inout RecordedDialogue) -> Answer
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
          keepOpponent(of: next)
          let after = next.dialogue
          return Reply(
            messages: answer.messages, patience: after.isWaiting ? settings.patience : nil,
            trouble: trouble.withLock { $0 }, signal: answer.signal,
            conditions: conditions(of: next),
            errands: [errand(for: after.task), nextMoment()].compactMap { $0 },
            preparation: after.listening == before ? nil : preparation { after.sayable })
        }
      }
    } catch {
      return Reply(
        messages: [.error(code: "game", message: String(describing: error))],
        trouble: trouble.withLock { $0 })
    }
  }
}

extension GameConversation {
  /// Adds to the game's status who is expected to speak, and into what; draws a board as the
  /// settings have it.
  private func complete(_ response: Response, in game: Game) -> Response {
    guard case .command(var report) = response else { return response }
    switch report.command {
    case .status:
      report.lines += [
        "Player: \(settings.recognition.expectedPlayer ?? "anybody").",
        "Microphone: \(settings.microphone.device).",
      ]
      if let times = timesLeft { report.lines.append("Clock: \(times).") }
    case .show where settings.console.format == .text && settings.console.board.style != .off:
      report.lines = settings.console.board.lines(of: game)
    case .games: report.lines = games()
    default: break
    }
    return .command(report)
  }

  /// All games that are kept, the newest that fit, line by line.
  private func games() -> [String] {
    let pgn = keeper.withLock { $0?.games(limit: Self.gamesLimit) } ?? ""
    return pgn.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
  }

  /// What the lights tell of an answer: a question has a sign of its own.
  private static func signal(of responses: [Response]) -> ApplianceStateMachine.Signal? {
    switch responses.first {
    // That it is one's turn again is seen by itself.
    case .move(let report): report.opponent == nil ? .accepted : nil
    case .opening, .notation, .command, .game: .accepted
    // Who says "no" is obeyed.
    case .refused(let refusal): refusal.reason == .declined ? .accepted : .refused
    case .ask, nil: nil
    }
  }

  /// What holds now.
  private func conditions(
    of dialogue: RecordedDialogue
  ) -> Set<ApplianceStateMachine.Condition> {
    var conditions: Set<ApplianceStateMachine.Condition> = []
    if dialogue.dialogue.question != nil { conditions.insert(.asking) }
    if dialogue.dialogue.task != nil { conditions.insert(.thinking) }
    if dialogue.problem != nil { conditions.insert(.notSaving) }
    return conditions
  }

  /// Keeps which side and strength the opponent has, where that has changed and the game is kept.
  private func keepOpponent(of dialogue: RecordedDialogue) {
    guard dialogue.isKept, let opponent = dialogue.dialogue.opponent else { return }
    let chosen = OpponentRecord(side: opponent.side, strength: opponent.strength)
    guard chosen != keptOpponent.withLock({ $0 }) else { return }
    do throws(GameRecordError) {
      try chosen.save(in: settings.record.directory, under: settings.opponent)
      keptOpponent.withLock { $0 = chosen }
    } catch {
      // Without it, a restart goes on with what is configured: no reason to refuse what was said.
      // Tried again after the next answer.
    }
  }

  /// What both sides have left; nil where nobody plays against time.
  private var timesLeft: String? { clock.withLock { $0?.text(at: stopwatch.now()) } }

  /// What both sides have left, after a move, for people.
  private func times() -> [ConsoleMessage] { timesLeft.map { [.note("Clock: \($0).")] } ?? [] }

  /// Tells whoever is to move that there is little time left, once each for a minute and for ten
  /// seconds a move.
  private func warning(_ dialogue: inout RecordedDialogue, at now: Duration) -> [ConsoleMessage] {
    dialogue.warn(at: now).map { [.timeLow($0.side, seconds: $0.mark.wholeSeconds)] } ?? []
  }

  /// Waits until whoever is to move now is to be warned, or has no time left, unless that is waited
  /// for already.
  private func nextMoment() -> (@Sendable () async -> Void)? {
    let now = stopwatch.now()
    guard let moment = clock.withLock({ $0?.nextMoment(after: now) }),
      awaited.withLock({ awaited in
        defer { awaited = moment }
        return awaited != moment
      })
    else { return nil }
    return { [stopwatch] in await stopwatch.sleep(moment - stopwatch.now()) }
  }

  /// The board after a move, for people who want it.
  private func board(of game: Game) -> [ConsoleMessage] {
    guard settings.console.format == .text, settings.console.board.style != .off else { return [] }
    return [.board(settings.console.board.lines(of: game))]
  }

  /// Learns from the move before, where what happened now confirms it.
  private func learn(
    _ heard: Heard?, _ response: Response?, before: ChessDialogue, after: ChessDialogue
  ) {
    guard let learner else { return }
    let lesson = heard.flatMap { Lesson($0, response, in: before) }
    let confirmed = confirmation.withLock { $0.note(after, lesson) }
    if let confirmed { learner.learn(from: confirmed, in: after.language) }
  }
}

extension ChessDialogue {
  /// What can be said and typed now. Takes some milliseconds.
  var sayable: Sayable {
    Sayable(languageModel: languageModel, meanings: meanings, completions: completions)
  }

  /// What can be said now, for the recognizer. Takes some milliseconds.
  public var languageModel: CompiledLanguageModel {
    CompiledLanguageModel(grammar: language.grammar(for: listening), lexicon: language.lexicon)
  }
}

extension Heard {
  /// The readings, each with how likely it is that just this was said.
  public var hypotheses: [Hypothesis] {
    result.transcriptions.map {
      Hypothesis($0.segments.map(\.substring), confidence: $0.confidence)
    }
  }
}
