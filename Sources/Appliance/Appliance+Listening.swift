import ApplianceCore
import Localization

extension Appliance {
  /// Starts listening for all events.
  func listen(in group: inout DiscardingTaskGroup) {
    group.addTask { await self.hearButton() }
    group.addTask { await self.hearMicrophone() }
    group.addTask { await self.hearLines() }
    group.addTask { [clock] in await self.hearServiceManager(clock) }
  }

  private nonisolated func hearButton() async {
    guard let button = parts.button else { return }
    await button.listen { self.tell(.button($0)) }
    guard !Task.isCancelled else { return }
    let message = Message("The button no longer works; restart, or type start and stop.")
    parts.log.error("\(message)")
    parts.console.show(.error(code: "button", message: message))
  }

  private nonisolated func hearMicrophone() async {
    guard let microphone = parts.microphone else {
      tell(.microphone(parts.readiness))
      return
    }
    for await access in microphone.states {
      tell(.microphone(access.error.map { .unavailable(Message($0)) } ?? .ready))
    }
  }

  private nonisolated func hearLines() async {
    for await line in parts.console.lines { await take(line) }
  }

  private nonisolated func hearServiceManager(_ clock: any Clock<Duration>) async {
    guard let interval = serviceManager.watchdogInterval else { return }
    while (try? await clock.sleep(for: interval)) != nil {
      tell(.watchdog(stuck: stuckThreads()))
    }
  }
}
