import ApplianceCore
import DeviceIO
import Glibc

/// The console's thread: writes messages, reads typed text, and reopens a terminal that returns.
struct ConsoleLoop: ~Copyable {
  /// The first and the longest wait before retrying a terminal that exists but does not open.
  private static let firstRetry = Duration.milliseconds(100)
  private static let lastRetry = Duration.seconds(5)
  /// The maximum number of tries on an unchanged device; after that, only a change triggers
  /// another.
  private static let maximumTries = 10
  /// How long closing waits for the console to take the rest.
  private static let patience = Duration.milliseconds(500)

  private let target: TerminalConsole.Target
  private let log: Log
  private let console: TerminalConsole
  private let thread: DeviceLoop<ConsoleLine, Never>
  private let blank: ConsoleFormatter
  private var formatter: ConsoleFormatter
  private var editor = LineEditor()
  private var program = ProgramInput()
  /// The line that waits until it fits, and the bytes read after it.
  private var held: ConsoleLine?
  private var unread: ArraySlice<UInt8> = []
  private var droppedLines = 0
  private let endsWithInput: Bool
  private var link: ConsoleLink?
  private var watch: DirectoryWatch?
  /// A slice, which drops written bytes from the front for free.
  private var pending: ArraySlice<UInt8> = []
  /// When the serial line will have sent all its bytes.
  private var lineIsFree = ContinuousClock.now
  private var retry: ContinuousClock.Instant?
  private var tries = 0
  private var lastFailure: ConsoleLink.Failure?
  /// The fleeting text has been removed.
  private var isEnded = false
  /// Standard output has no reader any more; that is permanent.
  private var isGone = false

  init(
    target: TerminalConsole.Target, _ formatter: ConsoleFormatter, endsWithInput: Bool, log: Log,
    console: TerminalConsole, thread: DeviceLoop<ConsoleLine, Never>
  ) {
    self.target = target
    self.endsWithInput = endsWithInput
    self.log = log
    self.console = console
    self.thread = thread
    self.formatter = formatter
    if case .standard(let readsLines) = target {
      let link = ConsoleLink(
        standardReadingLines: readsLines, editsLines: formatter.format == .text)
      self.formatter.surface = link.surface
      self.link = consume link
    }
    blank = self.formatter
  }

  mutating func run() {
    // Writing to a pipe without a reader must return an error, not end the program.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)

    if case .device = target { connect() } else { greet() }
    var deadline: ContinuousClock.Instant?
    while true {
      takeTyped()
      compose()
      let outlook = console.outlook()
      if thread.isEnding {
        let end = deadline ?? .now + Self.patience
        deadline = end
        if !isEnded, !outlook.isWaiting {
          isEnded = true
          pending += formatter.bytesForEnd()
          write()
        }
        let isDone = pending.isEmpty && !outlook.isWaiting && lineIsFree <= .now
        if isDone || isAway || end <= .now { break }
      }
      wait(until: deadline, isWaiting: outlook.isWaiting)
    }
    if case .device = target, let output = link?.output {
      // Otherwise closing a terminal would wait for unsent bytes, up to half a minute.
      tcflush(output, TCOFLUSH)
    }
  }

  private var isAway: Bool { link == nil }

  /// Takes the next messages for the line once it has room.
  private mutating func compose() {
    guard !isAway else {
      if isGone { while console.next() != nil {} }
      return
    }
    while pending.isEmpty {
      // A partial result must not wait in the terminal's buffer: here a later one can replace it.
      if console.outlook().isFleeting, lineIsFree > .now { return }
      guard let entry = console.next() else { return }
      // The window may have been resized.
      formatter.columns = blank.columns ?? link?.columns
      pending = bytes(for: entry)[...]
      write()
    }
  }

  private mutating func bytes(for entry: ConsoleQueue.Entry) -> [UInt8] {
    // Programs get the situation when they can read it.
    let isTold = formatter.format == .jsonl && entry.message.tellsSituation
    return formatter.bytes(
      for: entry.message, at: entry.time, origin: entry.origin,
      situation: isTold ? console.situation : nil)
  }

  /// Introduces the appliance to programs on a console that has just opened.
  private mutating func greet() {
    pending += bytes(for: ConsoleQueue.Entry(message: .hello, time: .now))
  }

  /// Waits for the console, its device, a message or a deadline.
  private mutating func wait(until deadline: ContinuousClock.Instant?, isWaiting: Bool) {
    let output = link?.output ?? -1
    // Typed text waits for its echo, which must stay bounded.
    let input = pending.count > 16_384 || held != nil ? -1 : link?.input ?? -1
    // `poll` ignores descriptors below zero.
    var descriptors = [
      Poll.reading(input),
      pollfd(fd: output, events: pending.isEmpty ? 0 : Int16(POLLOUT), revents: 0),
      Poll.reading(watch?.descriptor ?? -1),
    ]
    var times = [deadline, retry].compactMap { $0 }
    if output >= 0, isWaiting || deadline != nil, lineIsFree > .now { times.append(lineIsFree) }
    let timeout = times.min().map { max(.zero, ContinuousClock.now.duration(to: $0)) }
    if case .failed = thread.wait(for: &descriptors, timeout: timeout) { return }

    if descriptors[0].revents != 0 { readTyped(from: input) }
    if descriptors[1].revents != 0, !isAway {
      if descriptors[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 {
        lose(status: EPIPE)
      } else {
        write()
      }
    }
    if descriptors[2].revents != 0 {
      tries = 0
      connect()
    } else if let retry, retry <= .now {
      connect()
    }
  }

  private mutating func write() {
    guard let output = link?.output, !pending.isEmpty else { return }
    let count = pending.withUnsafeBytes { Glibc.write(output, $0.baseAddress, min($0.count, 512)) }
    if count > 0 {
      pending.removeFirst(count)
      if let rate = link?.rate {
        lineIsFree = max(lineIsFree, .now) + .milliseconds(count * 1_000 / max(1, rate))
      }
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      lose(status: errno)
    }
  }

  private mutating func readTyped(from input: CInt) {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(input, &bytes, bytes.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else {
      if case .device = target {
        lose(status: count < 0 ? errno : EIO)
      } else {
        link?.endInput()
        endLines()
      }
      return
    }
    unread = bytes.prefix(count)
    takeTyped()
  }

  /// Takes the bytes that were read, until a line must wait.
  private mutating func takeTyped() {
    if let line = held {
      guard thread.report(line) else { return }
      held = nil
    }
    guard !unread.isEmpty else { return }
    editor.completions = console.completions
    // Pasted text is echoed once, not once a character.
    var isEdited = false
    while held == nil, let byte = unread.popFirst() {
      if formatter.format == .jsonl {
        receive(program.receive(byte))
        continue
      }
      switch editor.receive(byte) {
      case nil: break
      case .edited: isEdited = true
      case .choices(let choices):
        isEdited = false
        pending += formatter.bytes(forTyped: editor.head, editor.tail)
        pending += formatter.bytes(forChoices: choices)
      case .line(let line):
        if isEdited { pending += formatter.bytes(forTyped: line) }
        isEdited = false
        pending += formatter.bytesForTypedLine()
        report(ConsoleLine(line))
      case .ended:
        if case .standard = target {
          link?.endInput()
          endLines()
        }
      case .tooLong:
        isEdited = false
        pending += formatter.bytesForTypedLine()
        console.show(.refused(.lineTooLong), for: .typed)
      }
    }
    if isEdited { pending += formatter.bytes(forTyped: editor.head, editor.tail) }
  }

  /// Takes a program's line.
  private mutating func receive(_ event: ProgramInput.Event?) {
    switch event {
    case nil: break
    case .refused(let rejection, let origin): console.show(.refused(rejection), for: origin)
    case .line(let line): report(line)
    }
  }

  /// Passes on a line. One that does not fit waits on standard input, and is lost on a serial line,
  /// which nothing stops.
  private mutating func report(_ line: ConsoleLine) {
    guard !thread.report(line) else { return }
    if case .standard = target {
      held = line
    } else {
      droppedLines += 1
      // Logged at every power of two, so that a flood does not fill the log.
      if droppedLines.nonzeroBitCount == 1 {
        log.warning("Lines came too fast; dropped so far: \(droppedLines).")
      }
      // A program may be waiting for the answer.
      if line.origin.id != nil {
        console.show(.refused(.tooManyLines(line.text)), for: line.origin)
      }
    }
  }

  /// Nothing more can be typed.
  private func endLines() { if endsWithInput { thread.endStream() } }

  /// Opens the terminal, or schedules another try.
  private mutating func connect() {
    guard case .device(let path, let baud) = target, isAway else { return }
    // Watch before trying, to miss nothing in between. Watch anew each time: the watched directory
    // may no longer be the nearest.
    watch = try? DirectoryWatch(forDevice: path)
    do throws(ConsoleLink.Failure) {
      link = try ConsoleLink(device: path, baud: baud)
      watch = nil
      retry = nil
      tries = 0
      formatter = blank
      greet()
      if lastFailure != nil { log.notice("The console \(path) is there.") }
      lastFailure = nil
    } catch {
      if error != lastFailure { log.warning(error.advice) }
      lastFailure = error
      tries += 1
      let isThere = error.status != ENOENT
      retry =
        isThere && tries < Self.maximumTries
        ? .now + min(Self.lastRetry, Self.firstRetry * (1 << tries)) : nil
    }
  }

  private mutating func lose(status: Int32) {
    link = nil
    pending.removeAll()
    editor = LineEditor()
    program = ProgramInput()
    (held, unread) = (nil, [])
    switch target {
    case .device(let path, _):
      let advice = "The console \(path) went away: \(SystemStatus.text(status))."
      log.warning(advice)
      lastFailure = ConsoleLink.Failure(status: status, advice: advice)
      tries = 0
      retry = .now + Self.firstRetry
      watch = try? DirectoryWatch(forDevice: path)
    case .standard:
      log.warning("Standard output was closed; nothing more is shown.")
      isGone = true
      endLines()
    }
  }
}
