import ApplianceCore
import DeviceIO
import Microphone
import Synchronization

/// Whether a microphone may be recorded from, now and after each change.
public protocol MicrophoneStates: Sendable {
  /// What is known now, and every change until `close()`. One consumer.
  var states: AsyncStream<MicrophoneAccess> { get }

  /// Ends `states`.
  func close() async
}

extension MicrophoneMonitor: MicrophoneStates {}

/// The appliance at work: hears of the button, the microphone, the recognizer and the conversation,
/// and does what its state machine says.
///
/// All that happens goes through one queue and is dealt with one thing after another, so that what
/// is done about one event is done before the next is looked at. What takes time is done beside it.
public actor Appliance {
  typealias Event = ApplianceStateMachine.Event

  /// More than can happen between two turns of the loop, unless something is badly wrong.
  private static let inboxLimit = 256

  nonisolated let parts: Parts
  let clock: any Clock<Duration>
  let stopwatch: Stopwatch
  var machine: ApplianceStateMachine
  /// Not bounded by itself: ``tell(_:)`` drops what nobody waits for where too much has happened.
  private let inbox: AsyncStream<Event>
  private nonisolated let send: AsyncStream<Event>.Continuation
  private let inboxCount = Atomic(0)
  /// Messages that found the queue full.
  private let droppedCount = Atomic(0)
  private let isEnding = Atomic(false)
  /// Why going on is senseless.
  var failure: (any Error)?
  var timers: ApplianceTimers
  /// Recordings that have not been replied to.
  var recordings: [ApplianceStateMachine.RecordingNumber: Recording] = [:]
  /// The recording that had the microphone last.
  var lastRecording: Recording?
  /// The end of the question that the conversation was asked last.
  var lastQuestion: Completion?
  /// Tells that a line that was typed has been dealt with, so that no flood fills the queue.
  nonisolated let obeyed: AsyncStream<Void>
  nonisolated let lineIsObeyed: AsyncStream<Void>.Continuation
  nonisolated let serviceManager: ServiceManager
  /// The names of the threads that do not go on.
  nonisolated let stuckThreads: @Sendable () -> [String]

  /// `clock` times the tail, the maximum, the recognizer's patience and the watchdog.
  public init(
    _ parts: Parts, mode: ApplianceStateMachine.ButtonMode, limits: ApplianceStateMachine.Limits,
    clock: any Clock<Duration> = QuietClock(),
    serviceManager: ServiceManager = ServiceManager(),
    stuckThreads: @escaping @Sendable () -> [String] = { Supervision.shared.stuck() }
  ) {
    self.parts = parts
    self.stuckThreads = stuckThreads
    self.serviceManager = serviceManager
    self.clock = clock
    stopwatch = Stopwatch(clock)
    timers = ApplianceTimers(clock: clock)
    machine = ApplianceStateMachine(mode: mode, limits: limits)
    (inbox, send) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .unbounded)
    (obeyed, lineIsObeyed) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingOldest(ApplianceStateMachine.lineLimit))
  }

  /// Works until `shutDown()`, or until its task is cancelled; then turns off all lights and closes
  /// everything it was made of.
  ///
  /// Everything that it has going is a child of this call, but for timers. It returns when all of
  /// that has ended, which waits for the disk: what was said is recorded before the program ends.
  ///
  /// Throws where the conversation cannot begin or the recognizer refuses what can be said. Call it
  /// once.
  public func run() async throws {
    await withDiscardingTaskGroup { group in
      listen(in: &group)
      await perform(machine.firstActions, in: &group)
      await loop(in: &group)
      serviceManager.notify("STOPPING=1")
      group.cancelAll()
      await lastQuestion?.wait()
      await parts.conversation.close()
      await parts.button?.close()
      await parts.microphone?.close()
    }
    for light in parts.lights.values { await light.close() }
    parts.learner?.close()
    await parts.console.close()
    if let failure { throw failure }
  }

  /// Ends `run()` soon. May be called from anywhere and more than once.
  public nonisolated func shutDown() {
    // Not an event, which would be dealt with after all that wait.
    isEnding.store(true, ordering: .releasing)
    send.finish()
  }

  /// Ends `run()` once all that the console has handed on has been dealt with. May be called from
  /// anywhere.
  public nonisolated func shutDownAfterLines() { tell(.linesEnded) }

  /// Puts an event into the queue. Where that is full, one that nobody waits for is dropped; that
  /// is told in the log, and returns false, as at the end.
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
    // Told at the first and whenever they have doubled, so that a flood does not fill the log.
    if dropped.nonzeroBitCount == 1 {
      parts.log.error("The appliance cannot keep up: events dropped so far: \(dropped).")
    }
    return false
  }

  private func loop(in group: inout DiscardingTaskGroup) async {
    for await event in inbox {
      inboxCount.wrappingSubtract(1, ordering: .relaxed)
      if isEnding.load(ordering: .acquiring) { break }
      await perform(machine.handle(event), in: &group)
    }
    // Also where the task was cancelled.
    shutDown()
    await perform(machine.handle(.shutdown), in: &group)
  }
}
