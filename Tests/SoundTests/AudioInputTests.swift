import Synchronization
import TestSupport
import Testing

@testable import Sound

@Suite("The stream of an audio input")
struct AudioInputTests {
  /// Fails to open the first time; counts its stops.
  private final class Input: AudioInput {
    let starts = Mutex(0)
    let stops = Mutex(0)
    let statistics = CaptureStatistics()

    func start(_ sink: AudioSink) async throws {
      let start = starts.withLock { starts in
        starts += 1
        return starts
      }
      if start == 1 { throw AudioError(.unreadable, "open", "a microphone", advice: "") }
    }

    func stop() async { stops.withLock { $0 += 1 } }
  }

  @Test("a start that failed does not stop the next recording")
  func failedStart() async throws {
    let input = Input()
    _ = try await thrown(AudioError.self) { _ = try await input.start() }
    for _ in 0..<100 { await Task.yield() }
    #expect(input.stops.withLock { $0 } == 0)
  }

  @Test("releasing the stream stops the recording")
  func released() async throws {
    let input = Input()
    _ = try? await input.start()
    _ = try await input.start()
    await Patience.wait(for: "the stop") { input.stops.withLock { $0 } == 1 }
  }
}
