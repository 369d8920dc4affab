import ApplianceCore
import Chess
import DeviceIO
import Dialogue
import Localization

/// The engine to play against.
extension GameConversation {
  /// The opponent after a restart: playing, or idle while two people play.
  var opponent: (playing: Opponent?, idle: Opponent?) {
    guard engine != nil else { return (nil, nil) }
    let chosen = configured.asChosen.opponent
    keptChoices.opponent = chosen
    let engine = configured.opponent.engine
    let opponent = Opponent(
      side: chosen.side, strength: chosen.strength,
      name: engine.map { EngineProcess.name(ofProgram: $0) } ?? "the opponent")
    return chosen.engine == engine ? (opponent, nil) : (nil, opponent)
  }

  /// Takes the opponent's answer, or the end of a side's time.
  package func replyToErrand() async -> Reply {
    defer { answers = [] }
    return perform(nil, for: nil, isPlayers: false, late: answers) { _ in [] }
  }

  /// Somebody who is waiting for the opponent.
  struct Asker {
    var origin: Origin?
    /// Whether they wait for the answer itself, such as a hint, rather than for its consequences.
    var waitsForAnswer: Bool
  }

  /// Who waits for the opponent once `asker` has these responses; nil if nobody new does. `asked`
  /// is the opponent's previous task.
  static func asker(
    _ asker: Origin?, _ asked: Opponent.Task?, _ dialogue: ChessDialogue, _ responses: [Response]
  ) -> Asker? {
    guard let task = dialogue.task else { return nil }
    guard task.matter == .move else {
      return responses.isEmpty ? Asker(origin: asker, waitsForAnswer: true) : nil
    }
    // Nobody has said or typed the opponent's move; it only answers a program's command.
    return task == asked
      ? nil : Asker(origin: asker?.id == nil ? nil : asker, waitsForAnswer: false)
  }

  /// Sends the messages to the waiting asker; tells a program if its command will get no answer.
  func tellAsker(_ messages: [ConsoleMessage]) -> [(message: ConsoleMessage, origin: Origin?)] {
    defer { asker = nil }
    let origin = asker?.origin
    guard messages.isEmpty else { return messages.map { ($0, origin) } }
    guard let asker, asker.waitsForAnswer, origin?.id != nil else { return [] }
    return [(.refused(.superseded), origin)]
  }

  /// Ends the engine, saves what was learnt of the voice, and releases the record.
  package func close() async {
    dialogue?.keepClock(at: stopwatch.now())
    dialogue = nil
    _ = try? await BlockingThread.run(name: "opponent") { [engine] in engine?.close() }
    await voice?.settle()
  }

  /// Asks the opponent on a separate thread, unless it is already working on the same task.
  func errand(for task: Opponent.Task?) -> (@Sendable () async -> Void)? {
    let isNew = task != asked
    asked = task
    guard let engine, let task, isNew else { return nil }
    let time = settings.opponent.time
    return { [self] in
      let result: Result<EngineAnswer, EngineError>
      do {
        let answer = try await BlockingThread.run(name: "opponent") {
          try engine.answer(task.game, at: task.strength, thinking: time)
        }
        result = .success(answer)
      } catch let error as EngineError {
        result = .failure(error)
      } catch {
        result = .failure(
          EngineError(
            code: .unavailable,
            message: Message("The engine cannot be asked. \(Message(error))")))
      }
      await note((task, result))
    }
  }

  private func note(_ answer: OpponentAnswer) { answers.append(answer) }

  /// Saves the players' settings if they have changed and the game is being saved; returns why it
  /// could not.
  func keepChoices(of dialogue: RecordedDialogue) -> Message? {
    guard dialogue.isKept else { return nil }
    var chosen = keptChoices
    let playing = dialogue.dialogue.opponent
    if let opponent = playing ?? dialogue.dialogue.idle {
      chosen.opponent.side = opponent.side
      chosen.opponent.strength = opponent.strength
      // While two people play, there is none.
      chosen.opponent.engine = playing == nil ? nil : configured.opponent.engine
    }
    chosen.names = dialogue.dialogue.names
    chosen.clock = dialogue.dialogue.timeControl
    chosen.recognition.speak(dialogue.dialogue.locale)
    if let voice = dialogue.dialogue.voice { chosen.speech.manner = voice }
    guard chosen != keptChoices else { return nil }
    do throws(GameRecordError) {
      try configured.keep(chosen)
      keptChoices = chosen
      return nil
    } catch {
      return Message(
        "The names, the opponent, the clock, the voice and the language are not kept. \(error.message)"
      )
    }
  }
}

extension ConsoleMessage.Rejection {
  fileprivate static let superseded = Self(
    code: "superseded",
    reason: Message("The game has changed or was asked about again; ask again."))
}
