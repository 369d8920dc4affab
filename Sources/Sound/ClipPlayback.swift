import Synchronization

/// One recording from a clip, paced by a clock.
final class ClipPlayback: Sendable {
  private static let framesPerBuffer = 320
  private static let pace = Duration.milliseconds(20)
  /// The noise level of a quiet microphone, -77 dB; decoders do not expect digital silence.
  private static let noiseAmplitude: Int16 = 8

  private let clip: String?
  private let samples: [Int16]
  /// Buffers of near silence before the clip.
  private let leadCount: Int
  private let report: @Sendable (ClipPlayer.Event) -> Void
  private let counted = Mutex(CaptureStatistics())
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(
    clip: String?, samples: [Int16], lead: Duration,
    report: @escaping @Sendable (ClipPlayer.Event) -> Void
  ) {
    self.clip = clip
    self.samples = samples
    leadCount = Int(max(0, min(lead / Self.pace, 1e6)))
    self.report = report
  }

  var statistics: CaptureStatistics { counted.withLock { $0 } }

  func start(_ sink: AudioSink, on clock: any Clock<Duration>) {
    let playing = Task {
      // Cancellation ends it; by then all sound so far has been delivered.
      try? await self.play(into: sink, on: clock)
      sink.end(nil)
    }
    task.withLock { $0 = playing }
  }

  func cancel() {
    task.withLock { $0 }?.cancel()
  }

  func stop() async {
    let playing = task.withLock { $0 }
    playing?.cancel()
    await playing?.value
  }

  private func play(into sink: AudioSink, on clock: some Clock<Duration>) async throws {
    let start = clock.now
    var noise = NoiseGenerator(amplitude: Self.noiseAmplitude)
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
    counted.withLock { counted in
      counted.frames += samples.count
      if !isTaken { counted.droppedBuffers += 1 }
    }
  }
}

/// Noise that is the same in every run.
private struct NoiseGenerator {
  private let amplitude: Int32
  private var state: UInt32 = 0x9E37_79B9

  init(amplitude: Int16) {
    self.amplitude = Int32(amplitude)
  }

  /// The generator is "xorshift32" of Marsaglia, "Xorshift RNGs", 2003.
  mutating func next() -> Int16 {
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Int16(Int32(state % UInt32(2 * amplitude + 1)) - amplitude)
  }
}
