import ApplianceCore
import DeviceIO
import Glibc
import Localization

/// The socket's thread: accepts programs, sends lines to all, and takes commands from one.
struct SocketLoop: ~Copyable {
  /// The maximum number of connected programs; it rejects further ones.
  static let readerLimit = 8
  /// The longest line for all programs, in bytes; a larger answer goes only to the program that
  /// asked.
  static let largest = 64 * 1_024
  /// How long to stop accepting after descriptors ran out.
  private static let pause = Duration.seconds(1)
  /// How long closing waits for programs to take the rest.
  private static let patience = Duration.milliseconds(500)

  private let socket: ListeningSocket
  private let path: String
  private let console: SocketConsole
  private let thread: DeviceLoop<Never, Never>
  private let log: Log
  private var formatter: ConsoleFormatter
  private var readers: [SocketReader] = []
  /// The program whose commands count: the first one still connected that has sent any.
  private var writer: SocketReader?
  private var slowCount = 0
  /// When it accepts programs again; nil if it accepts them now.
  private var acceptsAgain: ContinuousClock.Instant?
  /// Whether the shortage has been reported: once, so that it does not fill the log.
  private var isShort = false

  init(
    _ socket: ListeningSocket, path: String, showsPartials: Bool,
    introduction: Introduction, log: Log, console: SocketConsole,
    thread: DeviceLoop<Never, Never>
  ) {
    self.socket = socket
    self.path = path
    self.log = log
    self.console = console
    self.thread = thread
    formatter = ConsoleFormatter(
      format: .jsonl, surface: .lines, showsPartials: showsPartials, introduction: introduction)
  }

  mutating func run() {
    defer { socket.close() }
    var deadline: ContinuousClock.Instant?
    while true {
      while let entry = console.next() {
        show(bytes(for: entry), for: entry.origin)
      }
      for reader in readers { reader.checkProgress() }
      removeGone()
      if thread.isEnding {
        let end = deadline ?? .now + Self.patience
        deadline = end
        if end <= .now || !readers.contains(where: \.isWaiting) { return }
      }
      wait(until: deadline)
    }
  }

  /// Sends a line to all programs, and a large one only to the program that asked for it.
  private func show(_ bytes: [UInt8], for origin: Origin?) {
    guard bytes.count > Self.largest else {
      for reader in readers { reader.send(bytes) }
      return
    }
    if origin?.source == .program { writer?.send(large: bytes) }
  }

  private mutating func wait(until end: ContinuousClock.Instant?) {
    if let acceptsAgain, acceptsAgain <= .now { self.acceptsAgain = nil }
    let accepts = end == nil && acceptsAgain == nil
    var descriptors = [Poll.reading(accepts ? socket.descriptor : -1)]
    descriptors += readers.map(\.poll)
    let deadline = ([end, acceptsAgain] + readers.map(\.deadline)).compactMap(\.self).min()
    let timeout = deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
    if case .failed = thread.wait(for: &descriptors, timeout: timeout) { return }
    for (reader, ready) in zip(readers, descriptors.dropFirst()) where ready.revents != 0 {
      if ready.revents & Int16(POLLOUT) != 0 { reader.flush() }
      // A program that has closed its end may have sent more than one piece.
      if ready.revents & Int16(POLLIN) != 0 {
        take(reader.receive(), from: reader)
      } else if ready.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 {
        reader.hangUp()
      }
    }
    if descriptors[0].revents != 0 { accept() }
  }

  private mutating func accept() {
    while let descriptor = socket.accept() {
      let reader = SocketReader(descriptor)
      guard readers.count < Self.readerLimit else {
        let message = Message.verbatim(
          "\(Self.readerLimit) programs are connected already; try again later.")
        reader.send(bytes(for: .error(code: "too_many_readers", message: message)))
        continue
      }
      reader.send(bytes(for: .hello))
      readers.append(reader)
    }
    // The waiting program stays ready to be accepted, so trying again immediately is useless.
    guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { return }
    acceptsAgain = .now + Self.pause
    if !isShort {
      log.warning("A program cannot connect to \(path) now: \(SystemStatus.text(errno)).")
    }
    isShort = true
  }

  private mutating func take(_ events: [ProgramInput.Event], from reader: SocketReader) {
    for event in events {
      let (origin, rejection): (Origin, ConsoleMessage.Rejection?)
      switch event {
      case .refused(let why, let asker): (origin, rejection) = (asker, why)
      case .line(let line):
        // Ignores blank lines.
        guard line.text.contains(where: { !$0.isWhitespace }) else { continue }
        if let writer, writer !== reader, let answer = answer(to: line) {
          reader.send(bytes(for: answer, line.origin))
          continue
        }
        writer = writer ?? reader
        let isWriter = writer === reader
        origin = line.origin
        rejection =
          isWriter ? console.take(line) ? nil : .tooManyLines(line.text) : .notTheWriter
      }
      // The others did not ask.
      if let rejection { reader.send(bytes(for: .refused(rejection), origin)) }
    }
  }

  /// The situation, for a program whose other commands are rejected; nil if it asks for something
  /// else.
  private func answer(to line: ConsoleLine) -> ConsoleMessage? {
    switch line.text {
    case "status": .status(console.situation.state)
    case "position": (console.situation.game?.report).map { .response(.game($0), nil) }
    default: nil
    }
  }

  /// Removes programs that have gone, and reports those that were too slow.
  private mutating func removeGone() {
    let slow = readers.count(where: \.isSlow)
    readers.removeAll(where: \.isGone)
    if let writer, writer.isGone || !writer.sends { self.writer = nil }
    guard slow > 0 else { return }
    slowCount += slow
    let message =
      "A program read too slowly and was disconnected from \(path); so far: \(slowCount)."
    // Logged at every power of two, so that a flood does not fill the log.
    if slowCount.nonzeroBitCount == 1 { log.warning(message) }
    for reader in readers {
      reader.send(bytes(for: .error(code: "slow_reader", message: .verbatim(message))))
    }
  }

  private mutating func bytes(for message: ConsoleMessage, _ origin: Origin? = nil) -> [UInt8] {
    bytes(for: ConsoleQueue.Entry(message: message, time: .now, origin: origin))
  }

  private mutating func bytes(for entry: ConsoleQueue.Entry) -> [UInt8] {
    formatter.bytes(
      for: entry.message, at: entry.time, origin: entry.origin,
      situation: entry.message.tellsSituation ? console.situation : nil)
  }
}

extension ConsoleMessage.Rejection {
  fileprivate static let notTheWriter = Self(
    code: "not_the_writer",
    reason: .verbatim("Another program sends commands; send yours when it has disconnected."))
}
