import ChessLanguage
import DeviceIO
import LanguageModel
import Speech
import Synchronization

/// Follows a game: what is said is done and recorded, and what can be said next is prepared.
///
/// All that blocks or computes (the disk, the grammar) does so on a thread of its own.
public final class GameConversation: Conversation {
  /// Makes the dialogue and its record; called once, on a thread that may block.
  public typealias Opening = @Sendable () throws -> (RecordedDialogue, [ConsoleMessage])

  private let open: Opening
  /// How long a question waits for its answer; nil for ever.
  private let patience: Duration?
  /// Nil until it has begun.
  private let dialogue = Mutex<RecordedDialogue?>(nil)

  /// - Parameter patience: how long a question waits for its answer.
  public init(patience: Duration?, open: @escaping Opening) {
    self.patience = patience
    self.open = open
  }

  public func begin() async throws -> Reply {
    try await BlockingThread.run(name: "game") { [self] in
      let (begun, messages) = try open()
      return dialogue.withLock { dialogue in
        dialogue = begun
        let responses = begun.dialogue.mode == .game ? [begun.dialogue.standing] : []
        return Reply(
          messages: messages + responses.map { .response($0, nil) },
          languageModel: begun.languageModel)
      }
    }
  }

  public func reply(to heard: Heard) async -> Reply {
    await perform(heard.utterance) { $0.hear(heard.hypotheses) }
  }

  public func reply(toTyped line: String) async -> Reply? {
    await perform(nil) { $0.read(line) }
  }

  public func lapse() async -> Reply {
    await perform(nil) { $0.lapse() }
  }

  /// Lets the dialogue respond, one thing after another, and prepares what can be said after it.
  private func perform(
    _ utterance: Utterance?, _ respond: @escaping @Sendable (inout RecordedDialogue) -> [Response]
  ) async -> Reply {
    do {
      return try await BlockingThread.run(name: "game") { [self] in
        dialogue.withLock { dialogue in
          guard var next = dialogue else { return Reply() }
          let before = next.dialogue.listening
          let responses = respond(&next)
          dialogue = next
          let changed = next.dialogue.listening != before
          return Reply(
            messages: responses.enumerated().map { index, response in
              .response(response, index == 0 ? utterance : nil)
            }, languageModel: changed ? next.languageModel : nil,
            patience: next.dialogue.question == nil ? nil : patience)
        }
      }
    } catch {
      return Reply(messages: [.error(code: "game", message: String(describing: error))])
    }
  }
}

extension RecordedDialogue {
  /// What can be said now.
  fileprivate var languageModel: CompiledLanguageModel {
    let language = dialogue.language
    return CompiledLanguageModel(
      grammar: language.grammar(for: dialogue.listening), lexicon: language.lexicon)
  }
}

extension Heard {
  /// The readings, each as sure as the word in it that is least so.
  public var hypotheses: [Hypothesis] {
    result.transcriptions.map { transcription in
      Hypothesis(
        transcription.segments.map(\.substring),
        confidence: Double(transcription.segments.map(\.confidence).min() ?? 0))
    }
  }
}
