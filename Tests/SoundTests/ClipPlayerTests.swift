import DeviceIO
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Sound

@Suite("Clips instead of a microphone")
struct ClipPlayerTests {
  // Each test has its own files: tests run side by side.
  private let directory: ScratchDirectory

  init() throws { directory = try ScratchDirectory() }

  private func clip(_ name: String, milliseconds: Int) throws -> (path: String, samples: [Int16]) {
    let tone = TestSound.sine(rate: 16_000, frames: 16 * milliseconds)
    let samples = tone.map { Int16(($0 * 32_767).rounded()) }
    let path = "\(directory.path)/\(name)"
    try AudioFile.write(AudioBuffer(format: .speech, samples: samples), to: path)
    return (path, samples)
  }

  private final class Events: Sendable {
    private let kept = Mutex<[ClipPlayer.Event]>([])
    var all: [ClipPlayer.Event] { kept.withLock { $0 } }
    func append(_ event: ClipPlayer.Event) { kept.withLock { $0.append(event) } }
  }

  /// The sound of `count` buffers of 20 ms.
  private func record(
    _ player: ClipPlayer, _ clock: ManualClock, buffers count: Int
  ) async throws -> [Int16] {
    let stream = try await player.start()
    for _ in 0..<count { #expect(await clock.wakeNext() == .milliseconds(20)) }
    await clock.waitForSleepers()
    await player.stop()
    var samples: [Int16] = []
    for try await buffer in stream { samples += buffer.samples }
    return samples
  }

  @Test("each recording has the next clip between near silence")
  func plays() async throws {
    let first = try clip("first.wav", milliseconds: 50)
    let second = try clip("second.wav", milliseconds: 30)
    let clock = ManualClock()
    let events = Events()
    let player = ClipPlayer(
      clips: [first.path, second.path], lead: .milliseconds(40), clock: clock
    ) { events.append($0) }

    let heard = try await record(player, clock, buffers: 8)
    #expect(heard.count == 8 * 320)
    #expect(player.statistics.frames == 8 * 320)
    #expect(Array(heard[640..<640 + first.samples.count]) == first.samples)
    let rest = heard[..<640] + heard[(640 + first.samples.count)...]
    #expect((-85 ... -70).contains(AudioLevel(rest).rms))

    let again = try await record(player, clock, buffers: 5)
    #expect(Array(again[640..<640 + second.samples.count]) == second.samples)
    let third = try await record(player, clock, buffers: 3)
    #expect(Array(third[640..<960]) == Array(first.samples[..<320]))
    #expect(
      events.all == [
        .began(first.path, duration: .milliseconds(50)), .ended(first.path),
        .began(second.path, duration: .milliseconds(30)), .ended(second.path),
        .began(first.path, duration: .milliseconds(50)),
      ])
  }

  @Test("a clip may come after any time")
  func longLead() async throws {
    let (path, _) = try clip("first.wav", milliseconds: 50)
    let clock = ManualClock()
    let player = ClipPlayer(clips: [path], lead: .seconds(Int64.max), clock: clock)
    #expect(try await record(player, clock, buffers: 3).count == 3 * 320)
  }

  @Test("without clips there is only near silence")
  func silence() async throws {
    let clock = ManualClock()
    let heard = try await record(ClipPlayer(clips: [], clock: clock), clock, buffers: 3)
    #expect(heard.count == 960)
    #expect(AudioLevel(heard).rms < -70)
  }

  @Test("an unreadable clip is refused, and the next one plays")
  func unreadable() async throws {
    let good = try clip("good.wav", milliseconds: 20)
    let clock = ManualClock()
    let player = ClipPlayer(clips: ["/no/clip.wav", good.path], lead: .zero, clock: clock)
    let error = try await thrown(AudioError.self) { _ = try await player.start() }
    #expect(error.code == .unreadable)
    #expect(try await record(player, clock, buffers: 1) == good.samples)
  }

  @Test("a second recording at the same time is refused")
  func twice() async throws {
    let player = ClipPlayer(clips: [], clock: ManualClock())
    let stream = try await player.start()
    let error = try await thrown(AudioError.self) { _ = try await player.start() }
    #expect(error.code == .alreadyRecording)
    await player.stop()
    for try await _ in stream { Issue.record("no time has passed") }
  }

  /// Runs the first job of a task; the next ones wait until it is released.
  private final class HoldingExecutor: TaskExecutor {
    private let held = Mutex<[UnownedJob]?>([])

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let isHeld = held.withLock { $0?.append(job) } != nil
      if !isHeld { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    }

    func runFirst() {
      let first = held.withLock { $0?.removeFirst() }
      first?.runSynchronously(on: asUnownedTaskExecutor())
    }

    func release() {
      let jobs = held.withLock { held in
        defer { held = nil }
        return held ?? []
      }
      for job in jobs { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    }
  }

  @Test("a stop while the clip is being read ends the recording")
  func stopDuringStart() async throws {
    let path = "\(directory.path)/long.wav"
    let samples = [Int16](repeating: 0, count: 2_000_000)
    try AudioFile.write(AudioBuffer(format: .speech, samples: samples), to: path)
    let player = ClipPlayer(clips: [path], clock: ManualClock())
    let executor = HoldingExecutor()
    let starting = Task(executorPreference: executor) { try await player.start() }
    executor.runFirst()
    await player.stop()
    executor.release()
    let stream = try await starting.value
    let next = try await player.start()
    await player.stop()
    for stream in [stream, next] {
      for try await _ in stream { Issue.record("no time has passed") }
    }
  }

  @Test("a slow second stop leaves the next recording alone")
  func twoStops() async throws {
    let (path, _) = try clip("first.wav", milliseconds: 50)
    let clock = ManualClock()
    let isHeld = Mutex(true)
    let player = ClipPlayer(clips: [path], lead: .zero, clock: clock) { _ in
      while isHeld.withLock({ $0 }) { usleep(1_000) }
    }
    let first = try await player.start()
    await clock.wakeNext()
    let executor = HoldingExecutor()
    let stopping = Task(executorPreference: executor) { await player.stop() }
    executor.runFirst()
    isHeld.withLock { $0 = false }
    await player.stop()
    let second = try await player.start()
    executor.release()
    await stopping.value
    let error = try await thrown(AudioError.self) { _ = try await player.start() }
    #expect(error.code == .alreadyRecording)
    await player.stop()
    for stream in [first, second] { for try await _ in stream {} }
  }
}
