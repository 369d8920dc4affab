import DeviceIO
import Synchronization

/// Plays clips from files instead of a microphone, in real time: each recording gets the next clip,
/// then near silence.
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
    var playback: ClipPlayback?
  }

  private let clips: [String]
  private let lead: Duration
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
    self.lead = lead
    self.clock = clock
    self.report = report
  }

  deinit {
    state.withLock { $0.playback?.cancel() }
  }

  /// The frames played and lost in the current or the last recording; all 0 before the first.
  public var statistics: CaptureStatistics {
    state.withLock { $0.playback }?.statistics ?? CaptureStatistics()
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
      guard !clips.isEmpty else { return nil }
      defer { state.next = (state.next + 1) % clips.count }
      return clips[state.next]
    }
    do {
      let samples = try await BlockingThread.run(name: "clip") { try Self.samples(of: clip) }
      let playback = ClipPlayback(clip: clip, samples: samples, lead: lead, report: report)
      state.withLock { $0.playback = playback }
      playback.start(sink, on: clock)
    } catch {
      state.withLock { $0.isRecording = false }
      throw error
    }
  }

  /// Stops playing; returns when the last piece has been delivered. Does nothing if nothing is
  /// playing.
  public func stop() async {
    await state.withLock { $0.playback }?.stop()
    state.withLock { $0.isRecording = false }
  }

  private static func samples(of clip: String?) throws -> [Int16] {
    guard let clip else { return [] }
    let file = try AudioFile(path: clip)
    var samples: [Int16] = []
    let limit = 600 * Int(AudioFormat.speech.sampleRate)
    while samples.count < limit, let buffer = try file.read() { samples += buffer.samples }
    return samples
  }
}
