import DeviceIO
import Glibc
import Localization
import Sound
import Synchronization

/// One recording from a microphone, from opening to closing the device, on a separate thread.
final class CaptureSession: Sendable {
  private struct State {
    var statistics = CaptureStatistics()
    var negotiated: Microphone.Negotiated?
  }

  private typealias Loop = DeviceLoop<AudioBuffer, any Error>

  /// A device that delivers nothing for this long is broken, even without an error.
  private static let silenceLimit = Duration.seconds(3)
  /// A device with this many overruns and no frame in between is also broken.
  private static let overrunLimit = 20

  /// The smallest full-scale value of a 16-bit sample; the positive range is one step shorter.
  private static let fullScale = Float(32_767) / 32_768

  /// How much sound a patient sink waits for, in seconds.
  private static let nap = 0.6

  private let device: String
  private let loop: Loop
  private let isPatient: @Sendable () -> Bool
  /// Done once the device is open; `start()` throws an earlier error.
  private let opening = Completion()
  private let state = Mutex(State())

  init(device: String, sink: AudioSink) throws(AudioError) {
    self.device = device
    isPatient = sink.isPatient
    do throws(BlockingThread.Unavailable) {
      loop = try Loop(name: "microphone") {
        sink.take($0)
      } end: { [opening] in
        if opening.isDone { sink.end($0) }
      }
    } catch {
      throw AudioError(.noResources, Message("record from"), device, error)
    }
  }

  var statistics: CaptureStatistics { state.withLock { $0.statistics } }
  var negotiated: Microphone.Negotiated? { state.withLock { $0.negotiated } }
  var isFinished: Bool { loop.isClosed }

  /// Opens the device and starts the reading thread. Call it once.
  func start() async throws {
    try await withCheckedThrowingContinuation { (opened: CheckedContinuation<Void, any Error>) in
      do throws(BlockingThread.Unavailable) {
        try loop.start { _ in try self.run(opened) }
      } catch {
        opened.resume(
          throwing: AudioError(.noResources, Message("record from"), device, error))
      }
    }
  }

  /// Ends the recording and returns when the device is closed.
  func stop() async {
    await loop.close()
  }

  // MARK: On the thread

  private func run(_ opened: CheckedContinuation<Void, any Error>) throws(AudioError) {
    do throws(AudioError) {
      let pcm = try open()
      var converter = try AudioBufferConverter(
        from: AudioFormat(
          sampleRate: Double(pcm.negotiated.sampleRate), channelCount: pcm.negotiated.channelCount))
      opening.finish()
      opened.resume()
      try capture(pcm, &converter)
      deliver(converter.finish())
    } catch {
      if !opening.isDone { opened.resume(throwing: error) }
      throw error
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

  /// Reads until the recording must end, then reads the rest in the device's buffer.
  private func capture(
    _ pcm: borrowing CapturePCM, _ converter: inout AudioBufferConverter
  ) throws(AudioError) {
    var samples: [Float] = []
    var isEnding = false
    // At the end, read no more than the device's buffer holds; a device that always has more would
    // never end.
    var framesLeft = pcm.negotiated.bufferFrames
    var overrunsInRow = 0
    var naps = false
    while true {
      if !isEnding {
        if isPatient() != naps {
          naps.toggle()
          try sleep(naps, for: pcm)
        }
        isEnding = try wait(for: pcm)
      }
      samples.removeAll(keepingCapacity: true)
      switch pcm.read(until: naps ? pcm.negotiated.bufferFrames : 1, into: &samples) {
      case .frames(let count):
        overrunsInRow = 0
        let clipped = samples.count { abs($0) >= Self.fullScale }
        state.withLock { state in
          state.statistics.frames += count
          state.statistics.clippedSamples += clipped
        }
        deliver(converter.convert(samples))
        if isEnding { framesLeft -= count }
      case .nothing:
        if isEnding { return }
      case .overrun:
        state.withLock { $0.statistics.overruns += 1 }
        if isEnding { return }
        overrunsInRow += 1
        if overrunsInRow > Self.overrunLimit {
          throw lost(
            -EPIPE, Message("It gives sound faster than it can be read: choose another device."))
        }
      case .lost(let status):
        if isEnding { return }
        throw lost(status, Message("It was unplugged or stopped working: plug it in again."))
      }
      if isEnding, framesLeft <= 0 { return }
    }
  }

  /// Makes the wait for sound last for a patient sink's piece, or for a period.
  private func sleep(_ naps: Bool, for pcm: borrowing CapturePCM) throws(AudioError) {
    do throws(CapturePCM.Failure) {
      try pcm.wake(every: naps ? Int(Self.nap * Double(pcm.negotiated.sampleRate)) : 0)
    } catch {
      throw lost(error.status, Message("It was unplugged or stopped working: plug it in again."))
    }
  }

  /// Waits for sound; returns whether the recording must end.
  private func wait(for pcm: borrowing CapturePCM) throws(AudioError) -> Bool {
    while true {
      var descriptors = pcm.pollDescriptors()
      switch loop.wait(for: &descriptors, timeout: Self.silenceLimit) {
      case .woken: return true
      case .device: if pcm.isReady(descriptors[...]) { return false }
      case .timeout:
        throw lost(0, Message("It has given no sound for 3 seconds: plug it in again."))
      case .failed(let status): throw lost(status, .verbatim(SystemStatus.text(-status)))
      }
    }
  }

  private func lost(_ status: Int32, _ advice: Message) -> AudioError {
    AudioError(.deviceLost, Message("record from"), device, status: status, advice: advice)
  }

  private func deliver(_ samples: [Int16]) {
    guard !samples.isEmpty else { return }
    if !loop.report(AudioBuffer(format: .speech, samples: samples)) {
      state.withLock { $0.statistics.droppedBuffers += 1 }
    }
  }
}
