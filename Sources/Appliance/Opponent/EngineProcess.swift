import CLinux
import Chess
import DeviceIO
import Dialogue
import Glibc
import Localization

/// An engine's child process and the conversation with it. Releasing it ends the process.
struct EngineProcess {
  /// No engine writes a longer line.
  private static let longestLine = 65_536
  /// No engine has more options.
  private static let optionLimit = 1_000

  private let child: ChildProcess
  private let path: String
  private let ending: WakeSignal
  private var received: [UInt8] = []
  private var name: String
  private var options: [String: ClosedRange<Int>?] = [:]
  /// The last strength set.
  private var strength: EngineStrength?

  /// Starts the program. The corresponding C functions are `prlimit` and `setpriority`.
  ///
  /// - Parameter memory: How many bytes it may write to; it may map four times as much.
  init(
    path: String, directory: String, memory: Int, ending: WakeSignal
  ) throws(EngineError) {
    // With the rights of the record's owner: links there may lead anywhere.
    _ = try? DurableDirectory(directory)
    let folder = access(directory, X_OK) == 0 ? directory : "/"
    do throws(ChildProcess.Failure) {
      child = try ChildProcess(
        path, environment: ["LC_ALL=C", "HOME=\(folder)"], input: .line, directory: folder)
    } catch {
      throw Self.unavailable(path, error.status)
    }
    self.path = path
    self.ending = ending
    name = Self.name(ofProgram: path)

    for (resource, bytes) in [(RLIMIT_DATA, memory), (RLIMIT_AS, 4 * memory)] {
      var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
      _ = prlimit(child.identifier, Int32(resource.rawValue), &limit, nil)
    }
    // The engine must not slow down recognition.
    setpriority(Int32(PRIO_PROCESS.rawValue), id_t(child.identifier), 10)
    // If memory runs out, the kernel must end the engine first, not this program.
    let adjustment = open("/proc/\(child.identifier)/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard adjustment >= 0 else { return }
    _ = write(adjustment, "1000", 4)
    Glibc.close(adjustment)
  }

  /// The name of an engine until it tells its own: that of its program's file.
  static func name(ofProgram path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Asks the engine to identify itself, and waits for that.
  mutating func introduce(within limit: Duration) throws(EngineError) {
    try send("uci")
    let deadline = ContinuousClock.now + limit
    while true {
      switch try next(until: deadline) {
      case .name(let name): self.name = String(name.prefix(60))
      case .option(let name, let range) where options.count < Self.optionLimit:
        options[name] = range
      case .identified:
        for (option, value) in [("Threads", "1"), ("Hash", "16"), ("Ponder", "false")] {
          try set(option, value)
        }
        return try becomeReady(until: deadline)
      default: break
      }
    }
  }

  /// Asks it for a move.
  mutating func answer(
    _ game: Game, at strength: EngineStrength, thinking time: Duration, grace: Duration
  ) throws(EngineError) -> EngineAnswer {
    if self.strength != strength {
      try set(strength)
      self.strength = strength
    }
    try becomeReady(until: .now + grace)
    discardReceived()
    let moves = game.moves.map(\.uci).joined(separator: " ")
    try send("position fen \(game.start.fen)" + (moves.isEmpty ? "" : " moves \(moves)"))
    try send("go movetime \(max(1, Int(time / .milliseconds(1))))")
    let deadline = ContinuousClock.now + time + grace
    var score: Int?
    while true {
      switch try next(until: deadline) {
      case .score(let new): score = new
      case .bestMove(let text):
        guard let move = Move(uci: text), game.position.isLegal(move) else {
          throw EngineError(
            code: .illegal,
            message: Message(
              "The engine \(path) played \"\(text.prefix(20))\", which is not legal. Try another engine."
            ))
        }
        return EngineAnswer(move: move, score: score, engine: name)
      default: break
      }
    }
  }

  private mutating func becomeReady(until deadline: ContinuousClock.Instant) throws(EngineError) {
    try send("isready")
    while try next(until: deadline) != .ready {}
  }

  /// Sets its strength with the options that it offers.
  private func set(_ strength: EngineStrength) throws(EngineError) {
    switch strength {
    case .level(let level):
      try set("UCI_LimitStrength", "false")
      if let range = options["Skill Level"] ?? nil {
        try set("Skill Level", "\(EngineStrength.value(of: level, in: range))")
      }
    case .elo(let elo):
      guard let range = options["UCI_Elo"] ?? nil else { return }
      try set("UCI_LimitStrength", "true")
      try set("UCI_Elo", "\(max(range.lowerBound, min(range.upperBound, elo)))")
    }
  }

  /// Sets an option if the engine has it.
  private func set(_ option: String, _ value: String) throws(EngineError) {
    if options.keys.contains(option) { try send("setoption name \(option) value \(value)") }
  }

  private func send(_ line: String) throws(EngineError) {
    let text = Array((line + "\n").utf8)
    // Commands fit into the socket's buffer, unless the engine does not read at all.
    let count = Glibc.send(
      child.line, text, text.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    guard count == text.count else { throw count < 0 && errno == EPIPE ? ended : silent }
  }

  /// Drops its output so far, which cannot be the answer to the next command.
  private mutating func discardReceived() {
    received = []
    var part = [UInt8](repeating: 0, count: 4_096)
    // At most one buffer full: an engine that never stops writing counts as silent.
    for _ in 0..<256 where recv(child.line, &part, part.count, Int32(MSG_DONTWAIT)) <= 0 { return }
  }

  /// The next line that it writes.
  private mutating func next(until deadline: ContinuousClock.Instant) throws(EngineError)
    -> UCIMessage
  {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeSubrange(...end)
        return UCIMessage(line)
      }
      guard received.count < Self.longestLine else { throw silent }
      var descriptors = [Poll.reading(child.line), Poll.reading(ending.descriptor)]
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero, Poll.wait(&descriptors, timeout: left) > 0 else { throw silent }
      guard descriptors[1].revents == 0 else {
        throw EngineError(
          code: .closed, message: Message("The engine \(path) was closed."))
      }
      var part = [UInt8](repeating: 0, count: 4_096)
      let count = recv(child.line, &part, part.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      guard count > 0 else { throw ended }
      received += part[..<count]
    }
  }

  private var ended: EngineError {
    EngineError(
      code: .ended,
      message: Message(
        "The engine \(path) has exited. Run it on a terminal and type uci: it should answer uciok."
      ))
  }

  private var silent: EngineError {
    EngineError(
      code: .silent,
      message: Message(
        "The engine \(path) did not answer in time. Give it less to do, or set another opponent.engine."
      ))
  }

  private static func unavailable(_ path: String, _ status: Int32) -> EngineError {
    EngineError(
      code: .unavailable,
      message: Message(
        "The engine \(path) cannot be started: \(SystemStatus.text(status)). Install it (Debian: stockfish), or set opponent.engine."
      ))
  }
}
