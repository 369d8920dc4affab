import ApplianceCore
import Localization
import Speech

extension Appliance {
  func perform(
    _ actions: [ApplianceStateMachine.Action], in group: inout DiscardingTaskGroup
  ) async {
    for action in actions { await perform(action, in: &group) }
  }

  private func perform(
    _ action: ApplianceStateMachine.Action, in group: inout DiscardingTaskGroup
  ) async {
    let console = parts.console
    switch action {
    case .startRecording(let number, let origin): start(number, origin, in: &group)
    case .startListening(let number): listen(number, in: &group)
    case .attend(let number, let isAlone): recordings[number]?.attend(isAlone: isAlone)
    case .openAttention(let isOpen): needsNoName.store(isOpen, ordering: .relaxed)
    case .announceListening(let isListening, let origin):
      if let name = parts.handsFree?.name.text {
        console.show(.listening(isListening, name: name), for: origin)
      }
    case .hush: await parts.announcer?.hush()
    case .recognize(let number): recordings[number]?.recognize()
    case .closeMicrophone(let number): recordings[number]?.closeMicrophone()
    case .discardRecording(let number): recordings.removeValue(forKey: number)?.discard()
    case .ask(let question): ask(question, in: &group)
    case .glance(let origin):
      for message in parts.conversation.glance() { console.show(message, for: origin) }
    case .end: shutDown()
    case .startTimer(let timer, let duration, let number):
      timers[timer] = Task { [clock] in
        guard (try? await clock.sleep(for: duration)) != nil else { return }
        self.tell(.elapsed(timer, number))
      }
    case .cancelTimer(let timer): timers.removeValue(forKey: timer)?.cancel()
    case .indicate(let light, let pattern): await parts.lights[light]?.set(pattern)
    case .announce(let state):
      if case .unavailable(let why) = state { parts.log.warning("\(why.reason)") }
      console.show(.state(state))
      notifyStatus()
    case .tell(let state, let origin): console.show(.status(state), for: origin)
    case .help(let origin): console.show(.help(parts.conversation.typing), for: origin)
    case .tellSettings(let origin): console.show(.settings(parts.settings), for: origin)
    case .tellTrouble(let trouble):
      if let trouble {
        parts.log.error("\(trouble)")
      } else {
        parts.log.notice("All is well again.")
      }
      notifyStatus()
    case .announceSound(_, let origin): console.show(.recording, for: origin)
    case .announceEnd(_, let cause, let origin):
      console.show(.recordingEnded(cause), for: origin)
    case .refuse(let rejection, let origin): console.show(.refused(rejection), for: origin)
    case .fail(let failure, let origin):
      parts.log.error("\(failure.reason)")
      console.show(.error(code: failure.cause.rawValue, message: failure.reason), for: origin)
    case .feedWatchdog: serviceManager.notify("WATCHDOG=1")
    case .restart(let threads):
      let message = Message(
        "No response from: \(threads.joined(separator: ", ")); the service is restarted.")
      parts.log.error("\(message)")
      console.show(.error(code: "stuck", message: message))
      serviceManager.notify("WATCHDOG=trigger")
    }
  }

  private func start(
    _ number: ApplianceStateMachine.RecordingNumber, _ origin: Origin?,
    in group: inout DiscardingTaskGroup
  ) {
    let limits = machine.limits
    let endpointing =
      machine.mode == .once ? Endpointing(pause: limits.pause, patience: limits.patience) : nil
    // Its words count as spoken, whoever started it.
    let words = Origin(.voice, id: origin?.id)
    let recording = Recording(
      number, origin: words, parts: parts, endpointing: endpointing, stopwatch: stopwatch
    ) {
      self.tell($0)
    }
    open(recording, in: &group)
  }

  /// Listens for the name from now on.
  private func listen(
    _ number: ApplianceStateMachine.RecordingNumber, in group: inout DiscardingTaskGroup
  ) {
    guard let handsFree = parts.handsFree else { return }
    let recording = Recording(number, parts: parts, stopwatch: stopwatch) { self.tell($0) }
    recording.listen(handsFree) { self.needsNoName.load(ordering: .relaxed) }
    open(recording, in: &group)
  }

  private func open(_ recording: Recording, in group: inout DiscardingTaskGroup) {
    group.addTask { [lastRecording] in await recording.hearSound(after: lastRecording) }
    recordings[recording.number] = recording
    lastRecording = recording
  }

  /// Reports the status to the service manager.
  private func notifyStatus() {
    let status = [machine.state.sentence, machine.trouble].compactMap { $0 }
      .map(\.description).joined(separator: " ")
    // It is ready once its state is known, even without a microphone.
    serviceManager.notify(
      (machine.state == .preparing ? "" : "READY=1\n")
        + "STATUS=\(ConsoleFormatter.ascii(status))")
  }
}
