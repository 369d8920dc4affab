import ApplianceCore
import CLinux
import DeviceIO
import Localization

extension Appliance {
  /// Asks the conversation, shows its reply, and prepares the recognizer for the next phrases.
  ///
  /// All on the conversation's thread: the button must stay responsive while the record is being
  /// written. The reply's errands outlive the question.
  func ask(
    _ question: ApplianceStateMachine.Inquiry, in group: inout DiscardingTaskGroup
  ) {
    if case .heard(let number, _) = question { recordings[number] = nil }
    let end = Completion()
    lastQuestion = end
    group.addTask(executorPreference: parts.conversation.thread) {
      await withDiscardingTaskGroup { errands in
        do {
          if let reply = try await self.reply(to: question) {
            self.show(reply, to: question)
            for errand in reply.errands {
              errands.addTask {
                await errand()
                self.tell(.errandDone)
              }
            }
            // Nothing needs preparing after the end.
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
    to question: ApplianceStateMachine.Inquiry
  ) async throws -> Reply? {
    let conversation = parts.conversation
    switch question {
    case .begin: return try await conversation.begin()
    case .heard(_, let heard): return await conversation.reply(to: heard)
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

  private nonisolated func show(_ reply: Reply, to question: ApplianceStateMachine.Inquiry) {
    var reply = reply
    // The latency includes the disk: the speaker waits until the line is shown.
    if case .heard(_, let heard) = question, let end = heard.soundEnd {
      reply.note(latency: (stopwatch.now() - end) / .seconds(1))
    }
    for late in reply.late { parts.console.show(late.message, for: late.origin) }
    var origin = question.origin
    for message in reply.messages {
      parts.console.show(message, for: origin)
      // A repetition's lines have already been shown.
      if message.isRepetition { origin?.isRepeated = true }
    }
    tell(.replied(reply.effects))
    if reply.isLast {
      startsAgain.store(true, ordering: .releasing)
      shutDownAfterLines()
    }
  }

  private nonisolated func prepare(_ next: Sayable) async throws {
    if let completions = next.completions { parts.console.offer(completions) }
    try await parts.listener.prepare(next)
    tell(.recognizer(.ready))
    // Returns the turn's memory to the system, in less than a millisecond. Otherwise fragments pile
    // up, and the service would grow for days.
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
