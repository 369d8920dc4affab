import ApplianceCore
import CLinux
import DeviceIO
import Localization

extension Appliance {
  /// Asks the conversation, shows its reply, and prepares the recognizer for what can be said next.
  ///
  /// Runs beside the loop: writing a record takes as long as the disk takes, and the button must be
  /// heard meanwhile. Errands of the reply go on after the question has ended.
  func ask(
    _ question: ApplianceStateMachine.Inquiry, in group: inout DiscardingTaskGroup
  ) {
    var recording: Recording?
    if case .heard(let number) = question { recording = recordings.removeValue(forKey: number) }
    let end = Completion()
    lastQuestion = end
    group.addTask { [recording] in
      await withDiscardingTaskGroup { errands in
        do {
          if let reply = try await self.reply(to: question, recording) {
            self.show(reply, to: recording, for: question.origin ?? recording?.origin)
            for errand in reply.errands {
              errands.addTask {
                await errand()
                self.tell(.errandDone)
              }
            }
            // After the end, nothing needs preparing.
            if let preparation = reply.preparation, !Task.isCancelled {
              try await self.prepare(preparation())
            }
          }
        } catch {
          await self.note(error, of: question)
        }
        self.tell(.answered)
        end.finish()
      }
    }
  }

  private nonisolated func reply(
    to question: ApplianceStateMachine.Inquiry, _ recording: Recording?
  ) async throws -> Reply? {
    let conversation = parts.conversation
    switch question {
    case .begin: return try await conversation.begin()
    case .heard:
      guard let heard = recording?.heard else { return nil }
      return await conversation.reply(to: heard)
    case .line(let line):
      let reply = await conversation.reply(toTyped: line)
      if reply == nil {
        parts.console.show(.refused(.unknownCommand(line.text)), for: line.origin)
      }
      return reply
    case .status(let line), .help(let line):
      return await conversation.reply(toTyped: line)
    case .lapse: return await conversation.lapse()
    case .mend: return await conversation.mend()
    case .errand: return await conversation.replyToErrand()
    }
  }

  private nonisolated func show(
    _ reply: Reply, to recording: Recording?, for asker: Origin?
  ) {
    var reply = reply
    // The speaker waits until the line is shown, so the latency includes writing to disk.
    if let latency = recording?.latency { reply.note(latency: latency) }
    if let late = reply.late {
      let waiting = wait(nil)
      if late.isEmpty { withdraw(waiting) }
      show(late, for: waiting?.origin)
    }
    if let outstanding = reply.outstanding {
      withdraw(wait(Waiting(asker, for: outstanding)))
    }
    show(reply.messages, for: asker)
    tell(.replied(reply.outcome))
  }

  private nonisolated func show(_ messages: [ConsoleMessage], for origin: Origin?) {
    var origin = origin
    for message in messages {
      parts.console.show(message, for: origin)
      // What it says again has been said before.
      if message.isRepetition { origin?.isRepeated = true }
    }
  }

  /// Somebody who waits for what comes with an errand.
  struct Waiting {
    var origin: Origin?
    var outstanding: Reply.Outstanding

    init(_ asker: Origin?, for outstanding: Reply.Outstanding) {
      // Nobody has said or typed the opponent's move: it only answers a program's command.
      origin = outstanding == .consequence && asker?.id == nil ? nil : asker
      self.outstanding = outstanding
    }
  }

  /// Lets somebody wait for what comes with an errand; returns who has waited so far.
  private nonisolated func wait(_ next: Waiting?) -> Waiting? {
    waiting.withLock { waiting in
      defer { waiting = next }
      return waiting
    }
  }

  /// Tells a program that its command is not answered any more.
  private nonisolated func withdraw(_ waiting: Waiting?) {
    guard let waiting, waiting.outstanding == .answer, waiting.origin?.id != nil else { return }
    parts.console.show(.refused(.superseded), for: waiting.origin)
  }

  private nonisolated func prepare(_ next: Sayable) async throws {
    if let completions = next.completions { parts.console.offer(completions) }
    try await parts.listener.prepare(next)
    tell(.recognizer(.ready))
    // Returns to the system what the turn has used. Otherwise what is free lies between what is not,
    // differently after each turn, and a service grows for days. Takes less than a millisecond.
    _ = malloc_trim(0)
  }

  private func note(_ error: any Error, of question: ApplianceStateMachine.Inquiry) {
    guard question == .begin else {
      tell(.recognizer(.unavailable(Message(error))))
      return
    }
    failure = error
    shutDown()
  }
}

extension ConsoleMessage.Rejection {
  fileprivate static let superseded = Self(
    code: "superseded",
    reason: Message("The game has changed or was asked about again; ask again."))
}
