import DeviceIO
import Synchronization

/// Plays clips from files instead of a microphone, in real time: each recording gets the next clip,
/// then near silence. A recording goes on until `stop()`.
public final class ClipPlayer: AudioInput {
  /// A change of the playback.
  public enum Event: Sendable, Hashable {
    /// This clip begins, and lasts this long.
    case began(String, duration: Duration)
    /// This clip is over; near silence follows until the recording ends.
    case ended(String)
  }

  private struct State {
    var next = 0
    /// Set at the beginning of `start()`.
    var isRecording = false
    /// Whether `stop()` was called since then.
    var isStopped = false
    var statistics = CaptureStatistics()
    var playback: Task<Void, Never>?
  }

  private static let framesPerBuffer = 320
  private static let pace = Duration.milliseconds(20)

  private let clips: [String]
  /// Buffers of near silence before a clip.
  private let leadCount: Int
  private let clock: any Clock<Duration>
  private let report: @Sendable (Event) -> Void
  private let state = Mutex(State())

  /// Plays the files in `clips` in turn, starting over after the last one; without clips, only near
  /// silence.
  ///
  /// `lead` is the near silence before each clip, at most five hours. `report` gets each event and
  /// must return quickly.
  public init(
    clips: [String], lead: Duration = .milliseconds(200),
    clock: any Clock<Duration> = QuietClock(),
    report: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.clips = clips
    leadCount = Int(max(0, min(lead / Self.pace, 1e6)))
    self.clock = clock
    self.report = report
  }

  /// The frames played and lost in the current or the last recording; all 0 before the first.
  public var statistics: CaptureStatistics {
    state.withLock { $0.statistics }
  }

  /// Reads the next clip and starts playing it; throws `AudioError` if it cannot be read.
  ///
  /// The clip is in memory, cut off after 10 minutes.
  public func start(_ sink: AudioSink) async throws {
    let clip = try state.withLock { state throws(AudioError) -> String? in
      guard !state.isRecording else {
        throw AudioError(
          .alreadyRecording, "play", "the clips", advice: "They are already in use.")
      }
      state.isRecording = true
      state.isStopped = false
      guard !clips.isEmpty else { return nil }
      defer { state.next = (state.next + 1) % clips.count }
      return clips[state.next]
    }
    do {
      let samples = try await BlockingThread.run(name: "clip") { try Self.samples(of: clip) }
      state.withLock { state in
        state.statistics = CaptureStatistics()
        let playback = Task {
          // Cancellation ends it; by then all sound so far has been delivered.
          try? await self.play(clip, samples, into: sink, on: self.clock)
          sink.end(nil)
        }
        if state.isStopped {
          playback.cancel()
          state.isRecording = false
        } else {
          state.playback = playback
        }
      }
    } catch {
      state.withLock { $0.isRecording = false }
      throw error
    }
  }

  /// Stops playing; returns when the last piece has been delivered. Does nothing if nothing is
  /// playing.
  public func stop() async {
    let playback = state.withLock { state in
      state.isStopped = true
      return state.playback
    }
    guard let playback else { return }
    playback.cancel()
    await playback.value
    state.withLock { state in
      // Unless another call was faster: then this may be the next recording.
      guard state.playback == playback else { return }
      state.playback = nil
      state.isRecording = false
    }
  }

  private static func samples(of clip: String?) throws -> [Int16] {
    guard let clip else { return [] }
    let file = try AudioFile(path: clip)
    var samples: [Int16] = []
    let limit = 600 * Int(AudioFormat.speech.sampleRate)
    while samples.count < limit, let buffer = try file.read() { samples += buffer.samples }
    return samples
  }

  private func play(
    _ clip: String?, _ samples: [Int16], into sink: AudioSink, on clock: some Clock<Duration>
  ) async throws {
    let start = clock.now
    var noise = QuietNoise()
    var index = 0
    while true {
      // As with a microphone, a buffer is ready when its sound is over.
      try await clock.sleep(until: start.advanced(by: Self.pace * (index + 1)), tolerance: nil)
      let first = (index - leadCount) * Self.framesPerBuffer
      if first == 0, let clip {
        let seconds = Double(samples.count) / AudioFormat.speech.sampleRate
        report(.began(clip, duration: .seconds(seconds)))
      }
      let buffer = (first..<first + Self.framesPerBuffer).map { frame in
        samples.indices.contains(frame) ? samples[frame] : noise.next()
      }
      deliver(buffer, to: sink)
      if let clip, first < samples.count, first + Self.framesPerBuffer >= samples.count, first >= 0
      {
        report(.ended(clip))
      }
      index += 1
    }
  }

  private func deliver(_ samples: [Int16], to sink: AudioSink) {
    let isTaken = sink.take(AudioBuffer(format: .speech, samples: samples))
    state.withLock { state in
      state.statistics.frames += samples.count
      if !isTaken { state.statistics.droppedBuffers += 1 }
    }
  }
}

/// Noise that is the same in every run, as quiet as a microphone's: -77 dB. Decoders do not expect
/// digital silence.
private struct QuietNoise {
  private static let amplitude: Int32 = 8
  private var state: UInt32 = 0x9E37_79B9

  /// The generator is "xorshift32" of Marsaglia, "Xorshift RNGs", 2003.
  mutating func next() -> Int16 {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Int16(Int32(state % UInt32(2 * Self.amplitude + 1)) - Self.amplitude)
  }
}
