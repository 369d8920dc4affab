import ApplianceCore
import DeviceIO
import Glibc
import LanguageModel

/// Passes commands from the broker to the appliance, one at a time, and its answers back.
///
/// Each command has its own connection, so that other programs get their turn: the appliance takes
/// commands from only one at a time. It passes on only the commands in the configuration.
struct CommandDesk: ~Copyable {
  private struct Request: Sendable {
    var line: [UInt8]
    /// The command's id, as received.
    var id: Origin.ID
  }

  /// The maximum number of waiting commands.
  private static let limit = 16
  /// The appliance's limit for a line.
  private static let longest = 1_024
  /// How long the first answer may take, and how long to wait for more.
  private static let patience = Duration.seconds(10)
  private static let pause = Duration.seconds(1)

  private let allowed: Set<String>
  private let path: String
  private var waiting: [Request] = []
  private var socket: BoardSocket?
  private var current: Request?
  /// The descriptor to wait for; −1 if there is none.
  private(set) var descriptor: CInt = -1
  /// The time limit of the current command.
  private(set) var deadline: ContinuousClock.Instant?

  init(allowed: Set<String>, socket path: String) {
    self.allowed = allowed
    self.path = path
  }

  /// Takes a published command; returns refusals to publish.
  mutating func take(_ payload: [UInt8], isRetained: Bool) -> [String] {
    // A retained command would run at every start.
    guard !isRetained else { return [refusal("retained", "A command must not be retained.")] }
    // The appliance takes a carriage return, too, for the end of a line.
    guard payload.count <= Self.longest, !payload.contains(where: { $0 < 0x20 || $0 == 0x7F }),
      let node = try? JSONNode.parse(payload), let name = node["command"]?.text
    else {
      return [
        refusal("damaged_command", "A command is one JSON object of at most \(Self.longest) bytes.")
      ]
    }
    guard let id = Origin.ID(node["id"]?.value) else {
      return [refusal("wrong_member", "A command needs an id: a whole number or a text.")]
    }
    guard allowed.contains(name) else {
      return [
        refusal("not_allowed", "The relay's configuration does not allow this command.", id)
      ]
    }
    guard waiting.count < Self.limit else {
      return [refusal("too_many_lines", "Too many commands wait.", id)]
    }
    waiting.append(Request(line: payload + [0x0A], id: id))
    return next()
  }

  /// Reads answers, and continues with the next command; returns what to publish.
  mutating func work() -> [String] {
    var answers: [String] = []
    if let current {
      let lines = socket?.receive()
      for line in lines ?? [] {
        guard let node = try? JSONNode.parse(line), Origin.ID(node["answers"]?.value) == current.id
        else { continue }
        answers.append(String(decoding: line, as: UTF8.self))
        deadline = .now + Self.pause
      }
      if lines == nil || deadline.map({ $0 <= .now }) ?? true {
        socket = nil
        descriptor = -1
        deadline = nil
        self.current = nil
      }
    }
    return answers + next()
  }

  /// Sends the next command unless one is being answered.
  private mutating func next() -> [String] {
    var refusals: [String] = []
    while current == nil, !waiting.isEmpty {
      let request = waiting.removeFirst()
      do throws(PlainError) {
        socket = try BoardSocket(path: path)
        try socket?.send(request.line)
        descriptor = socket?.descriptor ?? -1
        current = request
        deadline = .now + Self.patience
      } catch {
        socket = nil
        refusals.append(refusal("unavailable", "The board is not there.", request.id))
      }
    }
    return refusals
  }

  private func refusal(
    _ code: String, _ reason: String, _ id: Origin.ID = .unreadable
  ) -> String {
    let rejection = ConsoleMessage.Rejection(code: code, reason: .verbatim(reason))
    let origin = Origin(.program, id: id)
    return ConsoleMessage.refused(rejection).json(at: .now, origin: origin)?.line ?? ""
  }
}
