import ApplianceCore
import Chess
import DeviceIO
import Dialogue
import Localization
import Synchronization

/// The engine to play against.
extension GameConversation {
  var opponent: Opponent? {
    guard engine != nil else { return nil }
    let chosen =
      OpponentRecord(in: settings.record.directory, under: settings.opponent)
      ?? OpponentRecord(settings.opponent)
    keptOpponent.withLock { $0 = chosen }
    return Opponent(
      side: chosen.side, strength: chosen.strength,
      name: settings.opponent.engine ?? "the opponent")
  }

  /// Takes the opponent's answer, or the end of a side's time.
  public func replyToErrand() async -> Reply {
    let answers = errands.withLock { errands in
      defer { errands.answers = [] }
      return errands.answers
    }
    return await perform(nil, isPlayers: false, late: answers) { _, _ in [] }
  }

  /// What the opponent has yet to answer after `responses` to a question; `asked` is what it was
  /// asked before.
  static func outstanding(
    _ asked: Opponent.Task?, _ dialogue: ChessDialogue, _ responses: [Response], isLate: Bool
  ) -> Reply.Outstanding? {
    guard let task = dialogue.task, !isLate else { return nil }
    if task.matter == .move { return task == asked ? nil : .consequence }
    return responses.isEmpty ? .answer : nil
  }

  /// Ends the engine.
  public func close() async {
    _ = try? await BlockingThread.run(name: "opponent") { [engine] in engine?.close() }
  }

  /// Asks the opponent, on a thread of its own, unless it is already being asked the same.
  func errand(for task: Opponent.Task?) -> (@Sendable () async -> Void)? {
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
            message: Message("The engine cannot be asked. \(Message(error))")))
      }
      errands.withLock { $0.answers.append((task, result)) }
    }
  }

  /// Keeps the opponent's side and strength, if they have changed and the game is kept; returns why
  /// they are not kept.
  func keepOpponent(of dialogue: RecordedDialogue) -> Message? {
    guard dialogue.isKept, let opponent = dialogue.dialogue.opponent else { return nil }
    let chosen = OpponentRecord(side: opponent.side, strength: opponent.strength)
    guard chosen != keptOpponent.withLock({ $0 }) else { return nil }
    do throws(GameRecordError) {
      try chosen.save(in: settings.record.directory, under: settings.opponent)
      keptOpponent.withLock { $0 = chosen }
      return nil
    } catch {
      return Message("The opponent's side and level are not kept. \(error.message)")
    }
  }
}
