import ApplianceCore
import Synchronization

@testable import Appliance

/// Records its inquiries, in order.
final class Noting: Conversation {
  let echo = Echo()
  private let noted = Mutex<[String]>([])
  var notes: [String] { noted.withLock { $0 } }

  func begin() async throws -> Reply { try await echo.begin() }

  func reply(to heard: Heard) async -> Reply {
    noted.withLock { $0.append("heard") }
    return await echo.reply(to: heard)
  }

  func reply(toTyped line: ConsoleLine) async -> Reply? {
    noted.withLock { $0.append(line.text) }
    return Reply(messages: [.note(.verbatim(line.text))])
  }
}
