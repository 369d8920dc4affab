import DeviceIO
import Glibc
import Sound
import Synchronization

/// One recording from a microphone, from the device's opening to its closing, on a thread of its
/// own.
final class CaptureSession: Sendable {
  private struct State {
    var statistics = CaptureStatistics()
    var negotiated: Microphone.Negotiated?
  }

  private typealias Sink = AsyncThrowingStream<AudioBuffer, any Error>.Continuation

  /// A device that gives nothing for so long does not work, even where it reports no error.
  private static let silenceLimit = Duration.seconds(3)
  /// One that overruns so often without a frame in between does not work either.
  private static let overrunLimit = 20

  /// From here on a sample of 16 bits is as large as it can be; on one side its range is a step
  /// shorter.
  private static let fullScale = Float(32_767) / 32_768

  private let device: String
  private let bufferLimit: Int
  private let endSignal: WakeSignal
  private let closed = Completion()
  private let state = Mutex(State())

  init(device: String, bufferLimit: Int) throws(AudioError) {
    self.device = device
    self.bufferLimit = bufferLimit
    do {
      endSignal = try WakeSignal()
    } catch {
      throw AudioError(
        .noResources, "record from", device, status: error.status, advice: error.description)
    }
  }

  var statistics: CaptureStatistics { state.withLock { $0.statistics } }
  var negotiated: Microphone.Negotiated? { state.withLock { $0.negotiated } }
  var isFinished: Bool { closed.isDone }

  /// Opens the device and starts the thread that reads it. Called once.
  func start() async throws -> AsyncThrowingStream<AudioBuffer, any Error> {
    let (stream, sink) = AsyncThrowingStream.makeStream(
      of: AudioBuffer.self, throwing: (any Error).self,
      bufferingPolicy: .bufferingOldest(bufferLimit))
    sink.onTermination = { [endSignal] _ in endSignal.raise() }
    try await withCheckedThrowingContinuation { (opened: CheckedContinuation<Void, any Error>) in
      do throws(BlockingThread.Unavailable) {
        try BlockingThread.start(name: "microphone", limit: .seconds(60)) {
          self.run(sink, opened)
        }
      } catch {
        closed.finish()
        opened.resume(
          throwing: AudioError(
            .noResources, "record from", device, status: error.status, advice: error.description))
      }
    }
    return stream
  }

  /// Asks the thread to end; never blocks.
  func end() {
    endSignal.raise()
  }

  /// Ends the recording and returns when the device is closed.
  func stop() async {
    end()
    await closed.wait()
  }

  // MARK: On the thread

  private func run(_ sink: Sink, _ opened: CheckedContinuation<Void, any Error>) {
    var isOpen = false
    do throws(AudioError) {
      let pcm = try open()
      var converter = try SpeechConverter(
        from: AudioFormat(
          sampleRate: Double(pcm.negotiated.sampleRate), channelCount: pcm.negotiated.channelCount))
      isOpen = true
      opened.resume()
      try capture(pcm, &converter, sink)
      deliver(converter.finish(), to: sink)
      // The device is closed before anybody hears that the recording has ended.
      _ = consume pcm
      closed.finish()
      sink.finish()
    } catch {
      closed.finish()
      sink.finish(throwing: error)
      if !isOpen { opened.resume(throwing: error) }
    }
  }

  private func open() throws(AudioError) -> CapturePCM {
    let device = device
    do throws(CapturePCM.Failure) {
      let pcm = try ALSA.opening { () throws(CapturePCM.Failure) in
        let pcm = try CapturePCM.opening(device, cards: SoundCards())
        try pcm.start()
        return pcm
      }
      state.withLock { $0.negotiated = pcm.negotiated }
      return pcm
    } catch {
      throw MicrophoneDiagnosis(of: error, device: device).error
    }
  }

  /// Reads until the recording is to end, and then what the device has heard up to that moment.
  private func capture(
    _ pcm: borrowing CapturePCM, _ converter: inout SpeechConverter, _ sink: Sink
  ) throws(AudioError) {
    var samples: [Float] = []
    var isEnding = false
    // What is left at the end is no more than the device can hold; a device that always has more
    // would never end.
    var framesLeft = pcm.negotiated.bufferFrames
    var overrunsInRow = 0
    while true {
      if !isEnding {
        isEnding = try wait(for: pcm)
      }
      samples.removeAll(keepingCapacity: true)
      switch pcm.read(into: &samples) {
      case .frames(let count):
        overrunsInRow = 0
        let clipped = samples.count { abs($0) >= Self.fullScale }
        state.withLock { state in
          state.statistics.frames += count
          state.statistics.clippedSamples += clipped
        }
        deliver(converter.convert(samples), to: sink)
        if isEnding { framesLeft -= count }
      case .nothing:
        if isEnding { return }
      case .overrun:
        state.withLock { $0.statistics.overruns += 1 }
        if isEnding { return }
        overrunsInRow += 1
        if overrunsInRow > Self.overrunLimit {
          throw lost(-EPIPE, "It gives sound faster than it can be read: choose another device.")
        }
      case .lost(let status):
        if isEnding { return }
        throw lost(status, "It was unplugged or stopped working: plug it in again.")
      }
      if isEnding, framesLeft <= 0 { return }
    }
  }

  /// Waits for sound, and returns whether the recording is to end.
  private func wait(for pcm: borrowing CapturePCM) throws(AudioError) -> Bool {
    while true {
      var descriptors = [Poll.reading(endSignal.descriptor)] + pcm.pollDescriptors()
      let ready = Poll.wait(&descriptors, timeout: Self.silenceLimit)
      if descriptors[0].revents != 0 { return true }
      guard ready >= 0 else { throw lost(ready, SystemStatus.text(-ready)) }
      guard ready > 0 else {
        throw lost(0, "It has given no sound for 3 seconds: plug it in again.")
      }
      if pcm.isReady(descriptors.dropFirst()) { return false }
    }
  }

  private func lost(_ status: Int32, _ advice: String) -> AudioError {
    AudioError(.deviceLost, "record from", device, status: status, advice: advice)
  }

  private func deliver(_ samples: [Int16], to sink: Sink) {
    guard !samples.isEmpty else { return }
    if case .dropped = sink.yield(AudioBuffer(format: .speech, samples: samples)) {
      state.withLock { $0.statistics.droppedBuffers += 1 }
    }
  }
}
