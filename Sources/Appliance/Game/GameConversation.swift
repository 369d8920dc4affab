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
  /// How long a move may take: on a worn card a few files of 18 s each.
  private static let limit = Duration.seconds(120)

  private let settings: Configuration
  private let makeLanguage: @Sendable () throws -> ChessLanguage
  /// Nil until it has begun.
  private let dialogue = Mutex<RecordedDialogue?>(nil)
  private let learner: VoiceLearner?
  /// Why the game is not kept, as it was told last; nil where it is.
  private let trouble = Mutex<String?>(nil)
  private let confirmation = Mutex(PlayConfirmation())

  /// - Parameters:
  ///   - settings: whether a game is followed, where it is kept, and how long a question waits.
  ///   - learner: learns the player's voice from moves after which the game goes on.
  ///   - language: reads what can be said; called once, on a thread that may block.
  public init(
    _ settings: Configuration, learner: VoiceLearner? = nil,
    language: @escaping @Sendable () throws -> ChessLanguage
  ) {
    self.settings = settings
    self.learner = learner
    makeLanguage = language
  }

  public func begin() async throws -> Reply {
    try await BlockingThread.run(name: "game", limit: Self.limit) { [self] in
      let language = try makeLanguage()
      guard settings.game else {
        let begun = RecordedDialogue(
          ChessDialogue(language: language, mode: .notation, policy: policy), keeper: nil)
        dialogue.withLock { $0 = begun }
        return Reply(languageModel: begun.dialogue.languageModel)
      }
      let keeper = makeKeeper()
      let found = keeper.resume()
      let begun = RecordedDialogue(
        ChessDialogue(language: language, game: found.game ?? Game(), policy: policy),
        keeper: keeper)
      dialogue.withLock { $0 = begun }
      let messages = found.warning.map { [ConsoleMessage.error(code: "record", message: $0)] }
      return Reply(
        messages: (messages ?? []) + news(of: begun) + [.response(begun.dialogue.standing, nil)],
        languageModel: begun.dialogue.languageModel, meanings: begun.dialogue.meanings,
        trouble: trouble.withLock { $0 })
    }
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

  public func reply(to heard: Heard) async -> Reply {
    if heard.result.outcome == .noSpeech, let refusal = heard.refusal {
      // Silence answers nothing, but somebody is there.
      let isAsked = dialogue.withLock { $0?.dialogue.question != nil }
      return Reply(
        messages: [.refused(refusal)], patience: isAsked ? settings.patience : nil,
        trouble: trouble.withLock { $0 })
    }
    return await perform(heard) { $0.hear(heard.hypotheses) }
  }

  public func reply(toTyped line: String) async -> Reply? {
    await perform(nil) { $0.read(line) }
  }

  public func lapse() async -> Reply {
    await perform(nil) { $0.lapse() }
  }

  public func mend() async -> Reply {
    await answer { [self] dialogue in
      let warning = dialogue.mend()
      var messages = warning.map { [ConsoleMessage.error(code: "record", message: $0)] } ?? []
      let news = news(of: dialogue)
      messages += news
      // For programs, which no note is for.
      if !news.isEmpty, dialogue.problem == nil {
        messages.append(.response(dialogue.dialogue.standing, nil))
      }
      return messages
    }
  }

  /// Lets the dialogue respond, one thing after another, and prepares what can be said after it.
  private func perform(
    _ heard: Heard?, _ respond: @escaping @Sendable (inout RecordedDialogue) -> [Response]
  ) async -> Reply {
    await answer { [self] dialogue in
      let before = dialogue.dialogue
      let responses = respond(&dialogue)
      learn(heard, responses.first, before: before, after: dialogue.dialogue)
      return responses.enumerated().map { index, response in
        .response(response, index == 0 ? heard?.utterance : nil)
      } + news(of: dialogue)
    }
  }

  /// Does something with the dialogue, and replies with what that returns and what can be said then.
  private func answer(
    _ respond: @escaping @Sendable (inout RecordedDialogue) -> [ConsoleMessage]
  ) async -> Reply {
    do {
      return try await BlockingThread.run(name: "game", limit: Self.limit) { [self] in
        dialogue.withLock { dialogue in
          guard var next = dialogue else { return Reply() }
          let before = next.dialogue.listening
          let messages = respond(&next)
          dialogue = next
          let changed = next.dialogue.listening != before
          return Reply(
            messages: messages, languageModel: changed ? next.dialogue.languageModel : nil,
            meanings: changed ? next.dialogue.meanings : nil,
            patience: next.dialogue.question == nil ? nil : settings.patience,
            trouble: trouble.withLock { $0 })
        }
      }
    } catch {
      return Reply(messages: [.error(code: "game", message: String(describing: error))])
    }
  }
}

extension GameConversation {
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
