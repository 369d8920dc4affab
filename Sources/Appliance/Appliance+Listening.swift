import ApplianceCore
import Localization
import Synchronization

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
    await button.listen { event in
      let drops = button.droppedEvents
      // Logged the first time and whenever the count doubles, so that a loose contact does not fill
      // the log.
      if drops >= max(1, 2 * self.toldDrops.load(ordering: .relaxed)) {
        self.toldDrops.store(drops, ordering: .relaxed)
        self.parts.log.warning(
          "\(drops) presses and releases of the button came too fast and were dropped: check its "
            + "contact and wiring, or set a longer button.debounce.")
      }
      self.tell(.button(event))
    }
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
