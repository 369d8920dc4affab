import Acoustics
import ApplianceCore
import DeviceIO
import Microphone
import Panel
import Sound
import Speech
import Synchronization

/// Whether a microphone may be recorded from, now and after each change.
public protocol MicrophoneStates: Sendable {
  /// What is known now, and every change until `close()`. One consumer.
  var states: AsyncStream<MicrophoneAccess> { get }

  /// Ends `states`.
  func close() async
}

extension MicrophoneMonitor: MicrophoneStates {}

/// The appliance at work: hears of the button, the microphone and the recogniser, and does what its state machine says.
///
/// All that happens goes through one queue and is dealt with one thing after another, so that what is done about one event
/// is done before the next is looked at.
public actor Appliance {
  /// What the appliance is put together from.
  public struct Parts: Sendable {
    /// What is recorded from.
    public var input: any AudioInput
    /// Tells whether `input` may be recorded from; nil where it always may.
    public var microphone: (any MicrophoneStates)?
    /// What starts and stops recordings; nil where only typing does.
    public var button: (any Button)?
    /// The lights there are, by what they tell.
    public var lights: [ApplianceStateMachine.Light: any Indicator]
    /// Where everything is shown, and lines are typed.
    public var console: any Console
    /// What understands; the appliance prepares it with what the conversation says can be said.
    public var recognizer: SpeechRecognizer
    /// What decides what is done about what was understood.
    public var conversation: any Conversation
    /// Where whoever looks after it is told what goes wrong.
    public var log: Log
    /// What sounds, silent while the microphone is open; nil where nothing does.
    public var announcer: Announcer?
    /// Learns the player's voice while nobody speaks; nil where nothing is learnt.
    public var learner: VoiceLearner?

    /// Puts the parts together; the appliance closes them all when it ends.
    public init(
      input: any AudioInput, microphone: (any MicrophoneStates)?,
      button: (any Button)?, lights: [ApplianceStateMachine.Light: any Indicator],
      console: any Console, recognizer: SpeechRecognizer, conversation: any Conversation, log: Log,
      learner: VoiceLearner? = nil, announcer: Announcer? = nil
    ) {
      self.input = input
      self.microphone = microphone
      self.button = button
      self.lights = lights
      self.console = console
      self.recognizer = recognizer
      self.conversation = conversation
      self.log = log
      self.learner = learner
      self.announcer = announcer
    }
  }

  /// What the loop is told.
  enum Message: Sendable {
    case event(ApplianceStateMachine.Event)
    case heard(ApplianceStateMachine.RecordingNumber, RecognitionResult)
    /// The recogniser could not carry a recording through.
    case recognitionFailed(ApplianceStateMachine.RecordingNumber, SpeechError)
    case typed(String)
    /// The conversation has replied, and waits so long for an answer; nil where it does not.
    case replied(patience: Duration?)
    /// What the conversation has to tell of its own state; nil where all is well.
    case trouble(String?)
    /// What is in trouble may have become well.
    case mend
    /// So long nobody has answered.
    case lapsed(Duration)
    /// What the conversation has sent for is there.
    case errandDone
    /// Nothing more is going to be typed, and that is to be the end.
    case linesEnded
    case buttonLost
    /// The service manager wants to hear that the loop turns.
    case watchdog
    /// Nothing can be recognised, so there is nothing to run.
    case broken(any Error)
  }

  private typealias RecordingNumber = ApplianceStateMachine.RecordingNumber

  /// More than can happen between two turns of the loop, unless something is badly wrong.
  private static let inboxLimit = 256
  /// Lines that may be under way at once: the disk may keep moves waiting, but not what is about recording.
  private static let lineLimit = 64
  /// How long after trouble, such as a full disk, it is tried whether that is over.
  private static let mendingPause = Duration.seconds(5)
  /// How long a status waits for what came before it.
  private static let statusPause = Duration.milliseconds(500)

  nonisolated let parts: Parts
  private let clock: any Clock<Duration>
  private var machine: ApplianceStateMachine
  private let inbox: AsyncStream<Message>
  nonisolated let send: AsyncStream<Message>.Continuation
  private var timers: [ApplianceStateMachine.Timer: Task<Void, Never>] = [:]
  /// Ends a question that is not answered.
  private var lapse: Task<Void, Never>?
  /// Why not all is well, though recording goes on.
  private var trouble: String?
  private var mending: Task<Void, Never>?
  /// The conversation's last reply under way: it is asked one thing at a time.
  private var reply: Task<Void, Never>?
  private var recording: Recording?
  /// Ends when the microphone is closed that was opened last.
  private var capture: Task<Void, Never>?
  /// When the last sound of the recording came, on `stopwatch`.
  private var soundEnd: Duration?
  private let stopwatch: Stopwatch
  private let isEnding = Atomic(false)
  /// Messages that found the queue full.
  private let droppedCount = Atomic(0)
  /// Tells that a line that was typed has been dealt with: so that no flood of them fills the queue.
  private let obeyed: AsyncStream<Void>
  private nonisolated let lineIsObeyed: AsyncStream<Void>.Continuation
  /// What was typed while a recording was being recognised, which was said to the game as it is: dealt with after it.
  private var waitingLines: [String] = []
  /// What was typed is to be dealt with, and then it ends.
  private var endsWithLines = false
  /// Statuses to which the conversation has not added its own.
  private var untoldStatuses: Set<Int> = []
  private var lastStatus = 0
  /// Something that the conversation has sent for came while somebody spoke: dealt with after it.
  private var errandWaits = false
  private let serviceManager: ServiceManager
  /// The names of the threads that do not go on.
  private let stuckThreads: @Sendable () -> [String]
  private var isStuck = false

  /// `clock` times the tail, the maximum, the recogniser's patience and the watchdog.
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
    machine = ApplianceStateMachine(mode: mode, limits: limits)
    (inbox, send) = AsyncStream.makeStream(
      of: Message.self, bufferingPolicy: .bufferingOldest(Self.inboxLimit))
    (obeyed, lineIsObeyed) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingOldest(Self.lineLimit))
  }

  /// Works until `shutDown()`, then turns off all lights and closes everything it was made of.
  ///
  /// Throws where the conversation cannot begin or the recogniser refuses what can be said. Call it once.
  public func run() async throws {
    await perform(machine.firstActions)
    let sources = listen()
    let broken = await loop()
    serviceManager.notify("STOPPING=1")
    for source in sources { source.cancel() }
    for timer in timers.values { timer.cancel() }
    lapse?.cancel()
    mending?.cancel()
    // What was said is recorded before the program ends.
    await reply?.value
    await parts.conversation.close()
    await parts.button?.close()
    await parts.microphone?.close()
    await capture?.value
    for light in parts.lights.values { await light.close() }
    parts.learner?.close()
    await parts.console.close()
    if let broken { throw broken }
  }

  /// Ends `run()` soon. May be called from anywhere and more than once.
  public nonisolated func shutDown() {
    // Not a message, which a full queue would drop.
    isEnding.store(true, ordering: .releasing)
    send.finish()
  }

  /// Ends `run()` once all that the console has handed on has been dealt with. May be called from anywhere.
  public nonisolated func shutDownAfterLines() {
    if !tell(.linesEnded) { shutDown() }
  }

  /// Puts a message into the queue; one that does not fit is told in the log, and returns false.
  @discardableResult
  nonisolated func tell(_ message: Message) -> Bool {
    guard case .dropped = send.yield(message) else { return true }
    let count = droppedCount.wrappingAdd(1, ordering: .relaxed).newValue
    // Told at the first and whenever they have doubled, so that a flood does not fill the log as well.
    if count.nonzeroBitCount == 1 {
      parts.log.error("The appliance cannot keep up: events dropped so far: \(count).")
    }
    return false
  }

  /// Begins to hear of everything that can happen.
  private func listen() -> [Task<Void, Never>] {
    // Whatever is asked of the conversation waits until it has begun.
    reply = Task { [parts] in
      do {
        try await carryOut(parts.conversation.begin())
      } catch {
        tell(.broken(error))
      }
    }
    return [
      Task { [parts] in
        guard let button = parts.button else { return }
        var toldDrops = 0
        for await event in button.events {
          let drops = button.droppedEvents
          // Told at the first and whenever they have doubled, so that a broken contact does not fill the log.
          if drops >= max(1, 2 * toldDrops) {
            toldDrops = drops
            parts.log.warning(
              "\(drops) presses and releases of the button came too fast and were dropped: check its "
                + "contact and wiring, or set a longer button.debounce.")
          }
          self.tell(.event(.button(event)))
        }
        if !Task.isCancelled { self.tell(.buttonLost) }
      },
      Task { [parts] in
        guard let microphone = parts.microphone else {
          _ = self.tell(.event(.microphone(.ready)))
          return
        }
        for await access in microphone.states {
          let reason = access.error?.description
          self.tell(.event(.microphone(reason.map { .unavailable($0) } ?? .ready)))
        }
      },
      Task { [parts, obeyed] in
        var turns = obeyed.makeAsyncIterator()
        var room = Self.lineLimit
        for await line in parts.console.lines where self.tell(.typed(line)) {
          room -= 1
          guard room == 0 else { continue }
          await turns.next()
          room += 1
        }
      },
      Task { [clock, serviceManager] in
        guard let interval = serviceManager.watchdogInterval else { return }
        while (try? await clock.sleep(for: interval)) != nil { self.tell(.watchdog) }
      },
    ]
  }

  /// Returns the error that makes going on senseless, or nil when shut down.
  private func loop() async -> (any Error)? {
    var broken: (any Error)?
    for await message in inbox {
      if isEnding.load(ordering: .acquiring) { break }
      switch message {
      case .event(let event):
        if case .soundEnded(recording?.number) = event { soundEnd = stopwatch.now() }
        await perform(machine.handle(event))
      case .heard(let number, let result): await hear(result, of: number)
      case .recognitionFailed(let number, let error):
        guard number == recording?.number else { continue }
        parts.console.show(.error(code: "recognizer", message: error.description))
        parts.log.error(error.description)
        await perform(machine.handle(.recognitionEnded(number)))
        await perform(machine.handle(.signal(.refused)))
      case .typed(let line): await obey(line)
      case .replied(let patience): wait(patience)
      case .trouble(let trouble): await note(trouble)
      case .mend:
        // Not while somebody speaks, to whom another game would be news.
        if isBusy { tryToMend() } else { converse(isAnswer: false) { await $0.mend() } }
      case .lapsed(let patience):
        // Not while somebody speaks: that may be the answer.
        if isBusy { wait(patience) } else { converse { await $0.lapse() } }
      case .errandDone:
        // What is being said was said to the game as it is.
        if isBusy { errandWaits = true } else { converse { await $0.replyToErrand() } }
      case .linesEnded: endsWithLines = true
      case .buttonLost:
        let message = "The button does not work any more; restart, or type start and stop."
        parts.log.error(message)
        parts.console.show(.error(code: "button", message: message))
      case .watchdog: tellServiceManager()
      case .broken(let error): broken = error
      }
      if broken != nil { break }
      if errandWaits, !isBusy {
        errandWaits = false
        converse { await $0.replyToErrand() }
      }
      while !machine.awaitsWords, !waitingLines.isEmpty { await obey(waitingLines.removeFirst()) }
      if endsWithLines, waitingLines.isEmpty {
        endsWithLines = false
        converse({ _ in nil }, andThen: { self.shutDown() })
      }
    }
    await perform(machine.handle(.shutdown))
    return broken
  }

  private func obey(_ line: String) async {
    let word = line.lowercased().filter { !$0.isWhitespace }
    if let command = ApplianceStateMachine.Command(rawValue: word) {
      await perform(machine.handle(.command(command)))
      // The conversation has its own to add: how the game stands, and what is asked.
      if command == .status { return tellStatus(line) }
    } else if word == "help" {
      parts.console.show(.help)
      return tellMore(line)
    } else if machine.state == .recording {
      // What is being said was said to the game as it is.
      parts.console.show(.refused(.init(.alreadyRecording)))
    } else if machine.awaitsWords {
      waitingLines.append(line)
      return
    } else if !word.isEmpty {
      return converse { [parts] conversation in
        let reply = await conversation.reply(toTyped: line)
        if reply == nil { parts.console.show(.refused(.unknownCommand(line))) }
        return reply
      } andThen: { [lineIsObeyed] in
        lineIsObeyed.yield()
      }
    }
    lineIsObeyed.yield()
  }

  /// Lets the conversation add to what the appliance has told, if it has anything to tell.
  private func tellMore(_ line: String) {
    converse { conversation in
      await conversation.reply(toTyped: line)
    } andThen: { [lineIsObeyed] in
      lineIsObeyed.yield()
    }
  }

  /// Lets the conversation add to the status in its turn; where the disk keeps that waiting, as it stood before.
  private func tellStatus(_ line: String) {
    lastStatus += 1
    let number = lastStatus
    untoldStatuses.insert(number)
    let glance = Task { [parts, clock] in
      guard (try? await clock.sleep(for: Self.statusPause)) != nil, self.mayTellStatus(number)
      else { return }
      for message in parts.conversation.glance() { parts.console.show(message) }
    }
    converse { conversation in
      glance.cancel()
      return await self.mayTellStatus(number) ? await conversation.reply(toTyped: line) : nil
    } andThen: { [lineIsObeyed] in
      lineIsObeyed.yield()
    }
  }

  /// Whether nobody has told that status yet; whoever asks tells it.
  private func mayTellStatus(_ number: Int) -> Bool { untoldStatuses.remove(number) != nil }

  /// Lets the conversation reply to what was heard, unless its recording was given up in the meantime.
  private func hear(_ result: RecognitionResult, of number: RecordingNumber) async {
    guard number == recording?.number else { return }
    // The recogniser may have had enough before the microphone was closed.
    await perform(machine.handle(.soundEnded(number)))
    let heard = Heard(result, sound: recording?.sound ?? [])
    converse { [soundEnd, stopwatch] conversation in
      var reply = await conversation.reply(to: heard)
      // Whoever speaks waits until the line is shown: for the record on disk as well.
      if let soundEnd { reply.note(latency: (stopwatch.now() - soundEnd) / .seconds(1)) }
      return reply
    } andThen: {
      self.tell(.event(.recognitionEnded(number)))
    }
    // After it was asked: a recording that begins now is recognised with what can be said then.
    await perform(machine.handle(.recognized(number)))
  }

  /// Asks the conversation, after what it was asked before, and shows its reply.
  ///
  /// Beside the loop: writing a record takes as long as the disk takes, and the button is to be heard meanwhile.
  private func converse(
    isAnswer: Bool = true, _ ask: @escaping @Sendable (any Conversation) async -> Reply?,
    andThen end: @escaping @Sendable () -> Void = {}
  ) {
    let before = reply
    reply = Task { [parts] in
      await before?.value
      do {
        if let reply = await ask(parts.conversation) {
          try await self.carryOut(reply, isAnswer: isAnswer)
        }
      } catch {
        self.tell(.event(.recognizer(.unavailable(String(describing: error)))))
      }
      end()
    }
  }

  /// Shows a reply and lets the recogniser have what can be said next.
  private nonisolated func carryOut(_ reply: Reply, isAnswer: Bool = true) async throws {
    for message in reply.messages { parts.console.show(message) }
    if let completions = reply.completions { parts.console.offer(completions) }
    if let conditions = reply.conditions { tell(.event(.conditions(conditions))) }
    if let signal = reply.signal { tell(.event(.signal(signal))) }
    tell(.trouble(reply.trouble))
    if let languageModel = reply.languageModel {
      try await parts.recognizer.prepare(languageModel, meanings: reply.meanings)
      tell(.event(.recognizer(.ready)))
    }
    // What nobody asked for leaves a question as it is.
    if isAnswer { tell(.replied(patience: reply.patience)) }
    for errand in reply.errands {
      Task {
        await errand()
        self.tell(.errandDone)
      }
    }
  }

  /// Takes note of what needs attention, tells it, and has it tried again.
  private func note(_ trouble: String?) async {
    if trouble != self.trouble {
      if let trouble { parts.log.error(trouble) } else { parts.log.notice("All is well again.") }
      self.trouble = trouble
      notifyStatus()
    }
    if trouble != nil { tryToMend() }
  }

  /// Tells the service manager that all is well, or else has itself restarted: what is stuck is not freed from here.
  private func tellServiceManager() {
    let stuck = stuckThreads()
    guard !stuck.isEmpty else { return serviceManager.notify("WATCHDOG=1") }
    guard !isStuck else { return }
    isStuck = true
    let message =
      "Nothing comes of \(stuck.joined(separator: ", ")) any more; the service is restarted."
    parts.log.error(message)
    parts.console.show(.error(code: "stuck", message: message))
    serviceManager.notify("WATCHDOG=trigger")
  }

  private func tryToMend() {
    mending?.cancel()
    mending = Task { [clock] in
      guard (try? await clock.sleep(for: Self.mendingPause)) != nil else { return }
      self.tell(.mend)
    }
  }

  /// Tells the service manager how it is.
  private func notifyStatus() {
    let status = [machine.state.sentence, trouble].compactMap { $0 }.joined(separator: " ")
    // It is up once it knows what it can do, though that may be nothing without a microphone.
    serviceManager.notify(
      (machine.state == .preparing ? "" : "READY=1\n")
        + "STATUS=\(ConsoleFormatter.ascii(status))")
  }

  /// Lets a question lapse after `patience`.
  private func wait(_ patience: Duration?) {
    lapse?.cancel()
    lapse = patience.map { patience in
      Task { [clock] in
        guard (try? await clock.sleep(for: patience)) != nil else { return }
        self.tell(.lapsed(patience))
      }
    }
  }

  /// Whether a recording is under way or being replied to.
  private var isBusy: Bool { machine.state == .recording || machine.state == .finishing }
}

extension Appliance {
  /// Ends when the microphone is closed and nothing sounds, so that it may be opened again.
  private func silence(after closed: Task<Void, Never>?) -> Task<Void, Never>? {
    guard let announcer = parts.announcer else { return closed }
    return Task {
      await announcer.silence()
      await closed?.value
    }
  }

  /// Lets it sound again once the microphone is closed.
  private func soundAfter(_ closed: Task<Void, Never>?) {
    guard let announcer = parts.announcer else { return }
    Task {
      await closed?.value
      await announcer.resume()
    }
  }

  private func perform(_ actions: [ApplianceStateMachine.Action]) async {
    for action in actions { await perform(action) }
  }

  private func perform(_ action: ApplianceStateMachine.Action) async {
    let console = parts.console
    switch action {
    case .startRecording(let number):
      soundEnd = nil
      parts.learner?.pause()
      let limits = machine.limits
      let endpoint =
        machine.mode == .once
        ? SpeechEndpoint(pause: limits.pause, patience: limits.patience) : nil
      let new = Recording(number, parts: parts, endpoint: endpoint) { self.tell($0) }
      // It is recognised with what can be said now, which may still be on its way to the recogniser.
      capture = new.start(after: silence(after: capture), reply)
      soundAfter(capture)
      recording = new
    case .closeMicrophone: recording?.closeMicrophone()
    case .discardRecording:
      recording?.discard()
      recording = nil
    case .startTimer(let timer, let duration, let number):
      timers[timer] = Task { [clock] in
        guard (try? await clock.sleep(for: duration)) != nil else { return }
        self.tell(.event(.elapsed(timer, number)))
      }
    case .cancelTimer(let timer): timers.removeValue(forKey: timer)?.cancel()
    case .indicate(let light, let pattern): await parts.lights[light]?.set(pattern)
    case .announce(let state):
      // Told when nothing is recorded or recognized any more.
      parts.learner?.resume()
      if case .unavailable(let why) = state { parts.log.warning(why.reason) }
      console.show(.state(state))
      notifyStatus()
    case .tell(let state): console.show(.status(state))
    case .announceSound: console.show(.recording)
    case .announceEnd(_, let cause): console.show(.recordingEnded(cause))
    case .refuse(let refusal): console.show(.refused(.init(refusal)))
    case .fail(let failure):
      parts.log.error(failure.reason)
      console.show(.error(code: failure.cause.rawValue, message: failure.reason))
    }
  }
}
