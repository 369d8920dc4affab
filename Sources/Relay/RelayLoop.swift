import ApplianceCore
import DeviceIO
import Glibc

/// The running relay: reads a board's socket, saves its messages, and publishes them.
///
/// One thread does everything, and sleeps until a socket or a deadline needs it.
package struct RelayLoop: ~Copyable {
  typealias Instant = ContinuousClock.Instant

  /// The interval of checks for a missing board, or for a disk that refuses data.
  private static let boardPause = Duration.seconds(2)
  private static let diskPause = Duration.seconds(30)
  /// How long a broker may take to answer.
  private static let patience = Duration.seconds(20)
  /// The time limit for ending.
  private static let farewell = Duration.seconds(2)

  private let configuration: RelayConfiguration
  private let board: String
  private let log: Log
  private var reporter: BoardReporter
  private var queue: KeptQueue
  private var socket: BoardSocket?
  private var broker: BrokerConnection?
  private var desk: CommandDesk
  /// The queue's numbers of messages in flight, by the broker's numbers.
  private var sent: [Int32: Int] = [:]
  private var backoff = Backoff()
  private var boardDue: Instant? = .now
  private var brokerDue: Instant? = .now
  /// The time limit of the current connection attempt.
  private var attemptEnds: Instant?
  private var lastTold: [String: String] = [:]

  /// A relay with its open queue; an initializer that throws crashes the Swift 6.0.3 compiler.
  package init(_ configuration: RelayConfiguration, _ queue: KeptQueue, log: Log) {
    self.queue = queue
    self.configuration = configuration
    self.log = log
    board = configuration.boardName
    desk = CommandDesk(allowed: configuration.commands, socket: configuration.socket)
    reporter = BoardReporter(
      board: board, showsPartials: configuration.partials, kept: queue.progress)
  }

  /// Works until somebody raises `end`; then disconnects from the broker.
  package mutating func run(until end: borrowing WakeSignal) {
    while !turn(until: end) {}
    leave()
  }

  /// Waits for something to do, and does it; returns whether to end.
  private mutating func turn(until end: borrowing WakeSignal) -> Bool {
    let now = Instant.now
    if let due = boardDue, due <= now { connectBoard() }
    if let due = brokerDue, due <= now { connectBroker() }
    if let ends = attemptEnds, ends <= now { loseBroker("It does not answer.") }
    var descriptors = [
      Poll.reading(end.descriptor), Poll.reading(-1),
      broker?.poll ?? Poll.reading(-1), Poll.reading(desk.descriptor),
    ]
    if let descriptor = socket?.descriptor { descriptors[1].fd = descriptor }
    _ = Poll.wait(&descriptors, timeout: timeout(at: now))
    if descriptors[0].revents != 0 { return true }
    if descriptors[1].revents != 0 { readBoard() }
    workWithBroker()
    answer(desk.work())
    send()
    return false
  }

  private func timeout(at now: Instant) -> Duration {
    // libmosquitto must check at intervals whether the broker still answers.
    let soon = broker == nil ? now + .seconds(3_600) : now + configuration.broker.keepAlive / 3
    let next = [boardDue, brokerDue, attemptEnds, desk.deadline].compactMap(\.self).min() ?? soon
    return max(.zero, now.duration(to: min(next, soon)))
  }

  // MARK: The board

  private mutating func connectBoard() {
    boardDue = nil
    guard queue.queue.hasRoom else {
      tell(
        "board", "\(queue.queue.items.count) messages wait for the broker, so no more are taken.")
      boardDue = .now + Self.boardPause
      return
    }
    do throws(PlainError) {
      socket = try BoardSocket(path: configuration.socket)
      tell("board", nil, orNotice: "The board is there.")
      showAvailability()
    } catch {
      tell("board", "\(error)")
      boardDue = .now + Self.boardPause
    }
  }

  private mutating func closeBoard(pause: Duration = boardPause) {
    socket = nil
    boardDue = .now + pause
    showAvailability()
  }

  private mutating func readBoard() {
    guard let lines = socket?.receive() else {
      tell("board", "The board has closed its socket.")
      return closeBoard()
    }
    for line in lines {
      var next = reporter
      let messages = next.handle(line, at: .now)
      guard queue.queue.hasRoom || messages.isEmpty else {
        // The game contains the rest when the board is read again.
        return closeBoard()
      }
      // Nothing to save changes without a message.
      let isKept = messages.allSatisfy { $0.kind == .partial } || keep(messages, next)
      guard isKept else { return closeBoard(pause: Self.diskPause) }
      reporter = next
      for message in messages where message.kind == .partial { publish(message) }
    }
  }

  /// Saves messages; returns whether the disk accepted them.
  private mutating func keep(_ messages: [RelayMessage], _ next: borrowing BoardReporter) -> Bool {
    do throws(KeptQueue.Failure) {
      try queue.add(
        messages, progress: next.progressLine, goesOut: broker?.isConnected ?? false)
      tell("disk", nil)
      return true
    } catch {
      tell("disk", "\(error)")
      return false
    }
  }

  // MARK: The broker

  private func topic(_ name: String) -> String {
    "\(configuration.broker.prefix)/\(board)/\(name)"
  }

  private mutating func connectBroker() {
    brokerDue = nil
    do throws(PlainError) {
      broker = try BrokerConnection(
        configuration.broker, client: "spokenmove-\(board)",
        will: (topic("availability"), "offline"))
      attemptEnds = .now + Self.patience
    } catch {
      loseBroker("\(error)")
    }
  }

  private mutating func loseBroker(_ why: String) {
    tell("broker", "The broker \(configuration.broker.name) is not there: \(why)")
    broker = nil
    attemptEnds = nil
    sent = [:]
    queue.connectionLost()
    brokerDue = .now + backoff.next()
  }

  private mutating func workWithBroker() {
    guard let broker else { return }
    for event in broker.work() {
      switch event {
      case .connected: greet()
      case .refused(let why): return loseBroker("it refuses this board: \(why)")
      case .lost(let why): return loseBroker(why)
      case .published(let number, let refusal):
        if let refusal { return loseBroker("it does not let this board write: \(refusal)") }
        confirm(number)
      case .received(_, let payload, let isRetained):
        answer(desk.take(payload, isRetained: isRetained))
      }
    }
  }

  private mutating func greet() {
    attemptEnds = nil
    backoff.succeed()
    tell("broker", nil, orNotice: "The broker \(configuration.broker.name) is there.")
    showAvailability()
    if !configuration.commands.isEmpty { broker?.subscribe(topic("command")) }
    if let prefix = configuration.homeAssistant {
      let topics = "\(configuration.broker.prefix)/\(board)"
      for (topic, payload) in Discovery.messages(prefix: prefix, board: board, topics: topics) {
        _ = broker?.publish(topic, payload.utf8, isRetained: true)
      }
    }
    // A broker without a disk has lost them.
    _ = keep(reporter.standing(at: .now), reporter)
  }

  /// Publishes the appliance's answers to commands, which are not saved.
  private func answer(_ answers: [String]) {
    guard let broker, broker.isConnected else { return }
    for answer in answers { _ = broker.publish(topic("answer"), answer.utf8) }
  }

  private mutating func confirm(_ number: Int32) {
    guard let message = sent.removeValue(forKey: number) else { return }
    do throws(KeptQueue.Failure) {
      try queue.remove(message)
    } catch {
      tell("disk", "\(error)")
    }
  }

  private func showAvailability() {
    guard let broker, broker.isConnected else { return }
    let isThere = socket != nil
    _ = broker.publish(
      topic("availability"), (isThere ? "online" : "offline").utf8, isRetained: true)
  }

  private mutating func send() {
    do throws(KeptQueue.Failure) {
      while let broker, broker.isConnected, let (number, message) = try queue.next() {
        guard let confirmation = publish(message) else { return }
        sent[confirmation] = number
      }
    } catch {
      tell("disk", "\(error)")
      loseBroker("the disk does not accept the mark of what was sent, so nothing is sent.")
    }
  }

  @discardableResult
  private func publish(_ message: RelayMessage) -> Int32? {
    guard let broker, broker.isConnected else { return nil }
    return broker.publish(
      topic(message.kind.rawValue), message.payload.utf8, quality: message.kind.quality,
      isRetained: message.kind.isRetained)
  }

  /// Reports that the board is away, and disconnects.
  private mutating func leave() {
    socket = nil
    guard let broker, broker.isConnected else { return }
    let last = broker.publish(topic("availability"), "offline".utf8, isRetained: true)
    let end = Instant.now + Self.farewell
    while last != nil, broker.isConnected, Instant.now < end {
      var descriptors = [broker.poll]
      _ = Poll.wait(&descriptors, timeout: Instant.now.duration(to: end))
      for event in broker.work() {
        guard case .published(let number, let refusal) = event else { continue }
        if refusal == nil { confirm(number) }
        if number == last { return broker.disconnect() }
      }
    }
  }

  // MARK: Telling

  /// Logs a problem once, until it changes or is over; nil: it is over.
  private mutating func tell(_ subject: String, _ problem: String?, orNotice notice: String = "") {
    guard lastTold[subject] != problem || problem == nil else { return }
    lastTold[subject] = problem
    if let problem { return log.warning(problem) }
    if !notice.isEmpty { log.notice(notice) }
  }
}

extension RelayConfiguration {
  /// The board's name: as configured, or the machine's.
  var boardName: String {
    if let board { return board }
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "board" }
    let bytes = name.prefix { $0 != 0 && $0 != CChar(bitPattern: UInt8(ascii: ".")) }
    let text = String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return Self.isName(text) ? text : "board"
  }
}
