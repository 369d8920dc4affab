import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Microphone
@testable import Sound

@Suite("Availability of a microphone", .timeLimit(.patientMinutes(2)))
struct MicrophoneMonitorTests {
  /// Short, because nobody has to plug anything in here.
  private static let timing = MicrophoneWatch.Timing(
    quiet: .milliseconds(5), longest: .milliseconds(20), permission: .milliseconds(60))

  /// Counts the checks of the device.
  private final class Looks: Sendable {
    private let state = Mutex(0)
    var count: Int { state.withLock { $0 } }

    func next() -> Int {
      state.withLock { count in
        count += 1
        return count
      }
    }
  }

  /// The next state of `monitor`.
  private static func next(
    _ states: inout AsyncStream<MicrophoneAccess>.Iterator
  ) async throws -> MicrophoneAccess {
    try #require(await states.next())
  }

  @Test("the monitor follows a device's nodes, even if their directory comes and goes")
  func hotplug() async throws {
    _ = TestDevices.configured
    let system = try FakeSystem()
    // The device "sm_comes" can be opened while its sound file exists.
    let sound = "\(TestSound.directory)/comes.raw"
    let monitor = try MicrophoneMonitor(
      device: "sm_comes", cards: system.cards, timing: Self.timing)
    var states = monitor.states.makeAsyncIterator()
    #expect(try await Self.next(&states).error?.code == .deviceMissing)

    for _ in 0..<2 {
      _ = TestSound.write(Array(repeating: 0, count: 32_000), "comes.raw")
      try system.write("", "dev/snd/pcmC3D0c")
      #expect(try await Self.next(&states) == .authorized)
      #expect(monitor.current == .authorized)

      unlink(sound)
      system.remove("dev/snd/pcmC3D0c")
      rmdir("\(system.root)/dev/snd")
      #expect(try await Self.next(&states).error?.code == .deviceMissing)
    }
    await monitor.close()
    #expect(await states.next() == nil)
  }

  @Test("a node whose permissions are set later is not reported as forbidden")
  func permissions() async throws {
    _ = TestDevices.configured
    let system = try FakeSystem()
    let monitor = try MicrophoneMonitor(
      device: "hw:CARD=Device", cards: system.cards,
      timing: MicrophoneWatch.Timing(
        quiet: .milliseconds(5), longest: .milliseconds(20), permission: .seconds(3_600)))
    var states = monitor.states.makeAsyncIterator()
    #expect(try await Self.next(&states).error?.code == .deviceMissing)
    // The kernel has the card, but nothing can be opened: that looks like a sandbox.
    try system.addCard(1, id: "Device", nodes: false)
    system.makeFolder("dev/snd")
    try await Task.sleep(for: .milliseconds(60))
    #expect(monitor.current?.error?.code == .deviceMissing)
    // The latest state is reported at once, before the patience ends.
    system.remove("proc/asound/card1/id")
    try system.write("", "dev/snd/timer")
    try await Task.sleep(for: .milliseconds(20))
    #expect(monitor.current?.error?.code == .deviceMissing)
    await monitor.close()
  }

  @Test("another program is noticed when it takes and when it releases the device")
  func held() async throws {
    _ = TestDevices.configured
    let system = try FakeSystem()
    try system.addCard(1, id: "Device")
    let monitor = try MicrophoneMonitor(
      device: "hw:CARD=Device", cards: system.cards, timing: Self.timing)
    var states = monitor.states.makeAsyncIterator()
    // There is no hardware behind the node, so the library cannot open it.
    #expect(try await Self.next(&states).error?.code == .deviceMissing)

    let status = "proc/asound/card1/pcm0c/sub0/status"
    try system.write("owner_pid   : 1\n", status)
    let node = open("\(system.root)/dev/snd/pcmC1D0c", O_RDONLY)
    #expect(node >= 0)
    #expect(try await Self.next(&states).error?.code == .deviceBusy)

    try system.write("closed\n", status)
    close(node)
    #expect(try await Self.next(&states).error?.code == .deviceMissing)
    await monitor.close()
  }

  @Test("a device that is freed only after the reported close is noticed")
  func freedLate() async throws {
    let system = try FakeSystem()
    try system.addCard(1, id: "Device")
    let busy = MicrophoneAccess.restricted(
      AudioError(.deviceBusy, "open", "hw:CARD=Device", advice: ""))
    // Busy at first, after the close, and at the first check afterwards.
    let looks = Looks()
    var timing = Self.timing
    timing.release = [.milliseconds(1), .milliseconds(20), .seconds(3_600)]
    let monitor = try MicrophoneMonitor(
      device: "hw:CARD=Device", cards: system.cards, timing: timing
    ) {
      looks.next() <= 3 ? busy : .authorized
    }
    var states = monitor.states.makeAsyncIterator()
    #expect(try await Self.next(&states) == busy)

    close(open("\(system.root)/dev/snd/pcmC1D0c", O_RDONLY))
    #expect(try await Self.next(&states) == .authorized)
    #expect(looks.count == 4)
    await monitor.close()
  }

  @Test("this process's own recording is not another program")
  func own() async throws {
    _ = TestDevices.configured
    let system = try FakeSystem()
    try system.addCard(1, id: "Device")
    try system.write("owner_pid   : \(getpid())\n", "proc/asound/card1/pcm0c/sub0/status")
    let monitor = try MicrophoneMonitor(
      device: "hw:CARD=Device", cards: system.cards, timing: Self.timing)
    var states = monitor.states.makeAsyncIterator()
    let before = try await Self.next(&states)
    close(open("\(system.root)/dev/snd/pcmC1D0c", O_RDONLY))
    try await Task.sleep(for: .milliseconds(50))
    #expect(monitor.current == before)
    await monitor.close()
  }

  @Test("a released monitor ends its states")
  func letGo() async throws {
    var monitor: MicrophoneMonitor? = try MicrophoneMonitor(device: "null")
    let states = try #require(monitor?.states)
    monitor = nil
    for await state in states { #expect(state == .authorized) }
  }
}
