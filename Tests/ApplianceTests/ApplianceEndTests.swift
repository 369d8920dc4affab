import ApplianceCore
import DeviceIO
import Glibc
import Panel
import Speech
import Synchronization
import TestSupport
import Testing

@testable import Appliance

/// Reports about the appliance itself, and its end.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct ApplianceEndTests {
  /// The socket of a service manager.
  final class Manager {
    let scratch: ScratchDirectory
    let descriptor: CInt

    init() throws {
      scratch = try ScratchDirectory()
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let path = Array((scratch.path + "/socket").utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
      let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(status == 0)
    }

    deinit { close(descriptor) }

    var client: ServiceManager {
      let path = scratch.path + "/socket"
      return ServiceManager { ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "30000000"][$0] }
    }

    /// The next text received; nil if there is none.
    func next() -> String? {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }

  @Test func aStuckThreadRestartsTheService() async throws {
    let manager = try Manager()
    let stuck = Mutex<[String]>([])
    let bench = try Bench(
      [], log: Log(level: .error, descriptor: -1), serviceManager: manager.client,
      stuckThreads: { stuck.withLock { $0 } })
    await bench.becomesAvailable()
    await bench.clock.waitForSleeper(of: .seconds(15))
    bench.clock.advance(by: .seconds(15))
    await bench.clock.waitForSleeper(of: .seconds(15))
    bench.console.typed.yield("status")
    await bench.message { $0 == .status(.available) }
    stuck.withLock { $0 = ["decoder"] }
    for _ in 1...2 {
      bench.clock.advance(by: .seconds(15))
      await bench.clock.waitForSleeper(of: .seconds(15))
    }
    await bench.message {
      if case .error("stuck", let text) = $0 { text.contains("decoder") } else { false }
    }
    try await bench.end()
    var told: [String] = []
    while let next = manager.next() { told.append(next) }
    #expect(told.filter { $0.hasPrefix("WATCHDOG") } == ["WATCHDOG=1", "WATCHDOG=trigger"])
  }

  @Test func itShutsDownDuringARecording() async throws {
    let bench = try Bench([.clip("1-pawn")])
    await bench.becomesAvailable()
    bench.button.press()
    await bench.message { $0 == .recording }
    try await bench.end()
    #expect(!bench.input.isOpen)
    for light in bench.lights.values { #expect(light.history.last == .off) }
  }

  @Test func itEndsThoughItsQueueIsFull() async throws {
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    let appliance = Appliance(
      Appliance.Parts(
        input: ScriptedInput([]), microphone: HandMicrophone(), button: nil, lights: [:],
        console: PaperConsole(), listener: try MoveListener(Configuration(), model: model),
        conversation: Echo(), log: Log(level: .error, descriptor: -1)),
      mode: .toggle, limits: Configuration().limits, clock: ManualClock())
    while appliance.tell(.button(.released)) {}
    appliance.shutDown()
    try await appliance.run()
  }

  struct Mute: Conversation {
    struct NothingToSay: Error {}
    func begin() async throws -> Reply { throw NothingToSay() }
    func reply(to heard: Heard) async -> Reply { Reply() }
  }

  @Test func itEndsIfTheConversationCannotBegin() async throws {
    let bench = try Bench([], conversation: Mute())
    await #expect(throws: Mute.NothingToSay.self) { try await bench.value() }
    #expect(bench.lights[.available]?.history == [.slowBlink, .off, .off])
  }
}
