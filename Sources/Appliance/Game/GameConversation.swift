import Chess
import ChessLanguage
import DeviceIO
import LanguageModel
import Speech
import Synchronization

/// Follows a game: what is said is done and recorded, and what can be said next is prepared.
///
/// All that blocks or computes (the disk, the grammar) does so on a thread of its own.
public final class GameConversation: Conversation {
  private let settings: Configuration
  private let makeLanguage: @Sendable () throws -> ChessLanguage
  /// Nil until it has begun.
  private let dialogue = Mutex<RecordedDialogue?>(nil)
  private let learner: VoiceLearner?
  private let confirmation = Mutex(PlayConfirmation())
  private let engine: (any Engine)?
  private let stopwatch: Stopwatch
  /// Nil where nobody plays against time.
  private let clock: Mutex<ChessClock?>
  private let errands = Mutex(Errands())

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
    self.clock = Mutex(settings.clock.map { ChessClock($0) })
    makeLanguage = language
  }

  public func begin() async throws -> Reply {
    try await BlockingThread.run(name: "game") { [self] in
      let language = try makeLanguage()
      guard settings.game else {
        let begun = RecordedDialogue(
          ChessDialogue(language: language, mode: .notation, policy: policy), record: nil)
        dialogue.withLock { $0 = begun }
        return Reply(languageModel: begun.dialogue.languageModel)
      }
      var (record, game, messages) = openRecord()
      let begun = RecordedDialogue(
        ChessDialogue(language: language, game: game ?? Game(), policy: policy, opponent: opponent),
        record: record)
      dialogue.withLock { $0 = begun }
      messages.append(.response(begun.dialogue.standing, nil))
      messages += board(of: begun.dialogue.game)
      return Reply(
        messages: messages, languageModel: begun.dialogue.languageModel,
        meanings: begun.dialogue.meanings, conditions: conditions(begun, after: []),
        errands: [errand(for: begun.dialogue.task)].compactMap { $0 })
    }
  }

  private var opponent: Opponent? {
    guard engine != nil else { return nil }
    let chosen =
      OpponentRecord(in: settings.record.directory, under: settings.opponent)
      ?? OpponentRecord(settings.opponent)
    return Opponent(
      side: chosen.side, strength: chosen.strength,
      name: settings.opponent.engine ?? "the opponent")
  }

  private var policy: DialoguePolicy { DialoguePolicy(caution: settings.recognition.caution) }

  /// The record and the game in it. Without a place to keep it, the game is played all the same, and that is told.
  private func openRecord() -> (record: GameRecord?, game: Game?, messages: [ConsoleMessage]) {
    do {
      let limits = GameRecord.Limits(
        games: settings.record.games, bytes: settings.record.megabytes * 1_024 * 1_024)
      let record = try GameRecord(directory: settings.record.directory, limits: limits)
      let found = try record.resume()
      return (
        record, found.game, found.warning.map { [.error(code: "record", message: $0)] } ?? []
      )
    } catch {
      let message = "The game is not kept. \(error)"
      return (nil, nil, [.error(code: "record", message: message)])
    }
  }

  public func reply(to heard: Heard) async -> Reply {
    if heard.result.outcome == .noSpeech, let refusal = heard.refusal {
      // Silence answers nothing, but somebody is there.
      guard let question = dialogue.withLock({ $0?.dialogue.question }) else {
        return Reply(messages: [.refused(refusal)], signal: .refused)
      }
      return Reply(
        messages: [.refused(refusal), .response(.ask(question), nil)], patience: settings.patience,
        signal: .refused)
    }
    return await perform(heard) { $0.hear(heard.hypotheses) }
  }

  public func reply(toTyped line: String) async -> Reply? {
    await perform(nil) { $0.read(line) }
  }

  public func lapse() async -> Reply {
    await perform(nil) { $0.lapse() }
  }

  public func replyToErrand() async -> Reply {
    let answers = errands.withLock { errands in
      defer { errands.answers = [] }
      return errands.answers
    }
    return await perform(nil, isPlayers: false) { dialogue in
      answers.flatMap { dialogue.take($0.result, to: $0.task) }
    }
  }

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

  /// Lets the dialogue respond, one thing after another, and prepares what can be said after it.
  private func perform(
    _ heard: Heard?, isPlayers: Bool = true,
    _ respond: @escaping @Sendable (inout RecordedDialogue) -> [Response]
  ) async -> Reply {
    do {
      return try await BlockingThread.run(name: "game") { [self] in
        dialogue.withLock { dialogue in
          guard var next = dialogue else { return Reply() }
          let before = next.dialogue
          let fallen = clock.withLock { $0?.fallen(at: stopwatch.now()) }
          let isOver = fallen != nil && settings.flag && before.game.outcome == nil
          let end = isOver ? fallen.map { next.timeIsUp(for: $0) } ?? [] : []
          let responses = end + respond(&next)
          let (after, earlier) = (next.dialogue.game, before.game)
          clock.withLock { $0?.note(after, before: earlier, at: stopwatch.now()) }
          dialogue = next
          keepOpponent(next, before: before)
          if isPlayers { learn(heard, responses.first, before: before, after: next.dialogue) }
          let isMoved = next.dialogue.game.positions != before.game.positions
          let changed = next.dialogue.listening != before.listening
          return Reply(
            messages: responses.enumerated().map { index, response in
              .response(
                complete(response, in: next.dialogue.game), index == 0 ? heard?.utterance : nil)
            } + (isMoved ? board(of: after) + times() : []),
            languageModel: changed ? next.dialogue.languageModel : nil,
            meanings: changed ? next.dialogue.meanings : nil,
            patience: next.dialogue.question == nil ? nil : settings.patience,
            signal: Self.signal(of: responses),
            conditions: conditions(next, after: responses),
            errands: [errand(for: next.dialogue.task), flagFall(isMoved)].compactMap { $0 })
        }
      }
    } catch {
      return Reply(messages: [.error(code: "game", message: String(describing: error))])
    }
  }
}

extension GameConversation {
  /// Adds to the game's status who is expected to speak, and into what; draws a board as the settings have it.
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
    default: break
    }
    return .command(report)
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

  /// What holds after an answer.
  private func conditions(
    _ dialogue: RecordedDialogue, after responses: [Response]
  ) -> Set<ApplianceStateMachine.Condition> {
    var conditions: Set<ApplianceStateMachine.Condition> = []
    if dialogue.dialogue.question != nil { conditions.insert(.asking) }
    if dialogue.dialogue.task != nil { conditions.insert(.thinking) }
    let isRefused = responses.contains { response in
      if case .refused(let refusal) = response { refusal.reason == .notRecorded } else { false }
    }
    if dialogue.dialogue.mode == .game, isRefused || !dialogue.isRecorded {
      conditions.insert(.notSaving)
    }
    return conditions
  }

  /// Keeps which side and strength the opponent has, where that has changed and the game is kept.
  private func keepOpponent(_ dialogue: RecordedDialogue, before: ChessDialogue) {
    guard dialogue.isRecorded, let opponent = dialogue.dialogue.opponent else { return }
    let chosen = OpponentRecord(side: opponent.side, strength: opponent.strength)
    guard opponent.side != before.opponent?.side || opponent.strength != before.opponent?.strength
    else { return }
    // Without it, a restart goes on with what is configured: no reason to refuse what was said.
    try? chosen.save(in: settings.record.directory, under: settings.opponent)
  }

  /// What both sides have left; nil where nobody plays against time.
  private var timesLeft: String? { clock.withLock { $0?.text(at: stopwatch.now()) } }

  /// What both sides have left, after a move, for people.
  private func times() -> [ConsoleMessage] { timesLeft.map { [.note("Clock: \($0).")] } ?? [] }

  /// Waits until the time is up of whoever is to move now, where that ends the game.
  private func flagFall(_ isMoved: Bool) -> (@Sendable () async -> Void)? {
    guard isMoved, settings.flag, let clock = clock.withLock({ $0 }), let running = clock.running
    else { return nil }
    let left = clock.timeLeft(running.side, at: stopwatch.now())
    return { [stopwatch] in await stopwatch.sleep(left) }
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
  /// What can be said now, for the recogniser. Takes some milliseconds.
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
