import ApplianceCore
import DeviceIO
import Localization
import Microphone
import Synchronization

/// Whether the program can record from the microphone, now and after each change.
package protocol MicrophoneStates: Sendable {
  /// The current state, and every change until `close()`. One consumer.
  var states: AsyncStream<MicrophoneAccess> { get }

  /// Ends `states`.
  func close() async
}

extension MicrophoneMonitor: MicrophoneStates {}

/// The running appliance: listens to button, microphone, recognizer and conversation, and performs
/// the state machine's actions.
///
/// All events go through one queue, and are handled one by one. Slow work runs outside the loop.
package actor Appliance {
  typealias Event = ApplianceStateMachine.Event

  /// More events than can accumulate between two iterations, unless something is badly wrong.
  private static let inboxLimit = 256

  nonisolated let parts: Parts
  let clock: any Clock<Duration>
  let stopwatch: Stopwatch
  var machine: ApplianceStateMachine
  /// Why the game is not kept; nil if it is.
  package var trouble: Message? { machine.trouble }
  /// The machine's state, for the console's thread.
  private nonisolated let currentState = Mutex(
    (state: ApplianceStateMachine.State.preparing, isListening: false))
  /// Whether an utterance may leave the name out; for the decoder's thread.
  nonisolated let needsNoName = Atomic(false)
  /// Unbounded; ``tell(_:)`` enforces the limit by dropping events that nobody waits for.
  private let inbox: AsyncStream<Event>
  private nonisolated let send: AsyncStream<Event>.Continuation
  private let inboxCount = Atomic(0)
  /// Events that were dropped because the queue was full.
  private let droppedCount = Atomic(0)
  private let isEnding = Atomic(false)
  /// Whether it ended so that another one can start, in the language that a player chose.
  package nonisolated var isToStartAgain: Bool { startsAgain.load(ordering: .acquiring) }
  nonisolated let startsAgain = Atomic(false)
  /// Why it cannot continue.
  var failure: (any Error)?
  /// The running timers, each a task of its own: a task group cannot cancel a single child. The
  /// machine cancels them all at the end.
  var timers: [ApplianceStateMachine.Timer: Task<Void, Never>] = [:]
  /// Recordings without a reply so far.
  var recordings: [ApplianceStateMachine.RecordingNumber: Recording] = [:]
  /// The recording that last had the microphone.
  var lastRecording: Recording?
  /// The end of the last question to the conversation.
  var lastQuestion: Completion?
  /// Typed lines still in the inbox, and the task that waits until another one fits.
  private var linesInInbox = 0
  private var lineWaiter: CheckedContinuation<Void, Never>?
  nonisolated let serviceManager: ServiceManager
  /// The names of the stuck threads.
  nonisolated let stuckThreads: @Sendable () -> [String]

  /// `clock` drives the state machine's timers, the stopwatch and the watchdog.
  package init(
    _ parts: Parts, mode: ApplianceStateMachine.ButtonMode, limits: ApplianceStateMachine.Limits,
    starter: ApplianceStateMachine.Starter = .button,
    clock: any Clock<Duration> = QuietClock(),
    serviceManager: ServiceManager = ServiceManager(),
    stuckThreads: @escaping @Sendable () -> [String] = { Supervision.shared.stuck() }
  ) {
    self.parts = parts
    self.stuckThreads = stuckThreads
    self.serviceManager = serviceManager
    self.clock = clock
    stopwatch = Stopwatch(clock)
    machine = ApplianceStateMachine(
      mode: mode, limits: limits, starter: parts.handsFree == nil ? .button : starter)
    (inbox, send) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .unbounded)
  }

  /// Runs until `shutDown()`, or until its task is cancelled; then turns off all lights and closes
  /// all its parts.
  ///
  /// Everything that it starts, except timers, is a child of this call. It returns when all
  /// children have ended and the last move is on disk.
  ///
  /// Throws if the conversation cannot begin or the recognizer rejects the language model. Call it
  /// once.
  package func run() async throws {
    parts.console.describe { [weak self] in self?.situation ?? Situation(state: .stopped) }
    await withDiscardingTaskGroup { group in
      listen(in: &group)
      await perform(machine.firstActions, in: &group)
      await loop(in: &group)
      if !isToStartAgain { serviceManager.notify("STOPPING=1") }
      group.cancelAll()
      await lastQuestion?.wait()
      await parts.conversation.close()
      await parts.button?.close()
      await parts.microphone?.close()
    }
    for light in parts.lights.values { await light.close() }
    await parts.console.close()
    if let failure { throw failure }
  }

  /// Ends `run()` soon. May be called from any thread, more than once.
  package nonisolated func shutDown() {
    // Not an event: it would have to wait behind all the others.
    isEnding.store(true, ordering: .releasing)
    send.finish()
  }

  /// Ends `run()` once everything from the console has been handled. May be called from any thread.
  package nonisolated func shutDownAfterLines() { tell(.linesEnded) }

  /// Queues an event. If the queue is full, drops an event that nobody waits for, logs that, and
  /// returns false; also returns false at the end.
  @discardableResult
  nonisolated func tell(_ event: Event) -> Bool {
    guard !isEnding.load(ordering: .acquiring) else { return false }
    let count = inboxCount.wrappingAdd(1, ordering: .relaxed).newValue
    if count <= Self.inboxLimit || event.isAwaited {
      send.yield(event)
      return true
    }
    inboxCount.wrappingSubtract(1, ordering: .relaxed)
    let dropped = droppedCount.wrappingAdd(1, ordering: .relaxed).newValue
    // Logged at every power of two, so that a flood does not fill the log.
    if dropped.nonzeroBitCount == 1 {
      parts.log.error("The appliance cannot keep up: events dropped so far: \(dropped).")
    }
    return false
  }

  /// Puts a typed line into the inbox; returns when another one fits, so that a flood of lines
  /// loses none.
  func take(_ line: ConsoleLine) async {
    guard tell(.typed(line)) else { return }
    linesInInbox += 1
    if !hasRoomForLines { await withCheckedContinuation { lineWaiter = $0 } }
  }

  private var hasRoomForLines: Bool {
    linesInInbox + machine.openLines < ApplianceStateMachine.lineLimit
  }

  private func letLinesIn() {
    lineWaiter?.resume()
    lineWaiter = nil
  }

  /// The current situation.
  private nonisolated var situation: Situation {
    let (state, isListening) = currentState.withLock { $0 }
    return Situation(state: state, isListening: isListening, game: parts.conversation.standing)
  }

  private func loop(in group: inout DiscardingTaskGroup) async {
    for await event in inbox {
      inboxCount.wrappingSubtract(1, ordering: .relaxed)
      if isEnding.load(ordering: .acquiring) { break }
      let actions = machine.handle(event)
      let (state, isListening) = (machine.state, machine.isListening)
      currentState.withLock { $0 = (state, isListening) }
      if case .typed = event { linesInInbox -= 1 }
      if hasRoomForLines { letLinesIn() }
      await perform(actions, in: &group)
    }
    letLinesIn()
    // Needed if the task was cancelled.
    shutDown()
    await perform(machine.handle(.shutdown), in: &group)
  }
}
