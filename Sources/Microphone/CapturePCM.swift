import CALSA
import DeviceIO
import Glibc

/// An open capture device and its negotiated format. The corresponding C type is `snd_pcm_t`.
struct CapturePCM: ~Copyable {
  /// The result of reading.
  enum ReadStatus {
    /// This many frames were appended.
    case frames(Int)
    /// Nothing is available yet.
    case nothing
    /// The device's buffer overflowed (an overrun); the device has been restarted.
    case overrun
    /// The device is gone; a negative status.
    case lost(Int32)
  }

  private let handle: OpaquePointer
  private let format: SampleFormat
  /// A buffer for one period.
  private let bytes: UnsafeMutableRawBufferPointer
  let negotiated: Microphone.Negotiated

  /// Opens `device` without blocking, and negotiates a format. The corresponding C function is
  /// `snd_pcm_open`.
  ///
  /// Throws the negative status of the call that failed.
  init(device: String) throws(Failure) {
    // Turns off the plug plugin's conversions, so that it reports the hardware's own values.
    let mode =
      SND_PCM_NONBLOCK | SND_PCM_NO_AUTO_RESAMPLE | SND_PCM_NO_AUTO_CHANNELS
      | SND_PCM_NO_AUTO_FORMAT
    var opened: OpaquePointer?
    let status = snd_pcm_open(&opened, device, SND_PCM_STREAM_CAPTURE, mode)
    guard status >= 0, let opened else { throw Failure(status: status, step: "open") }
    do {
      let (format, negotiated) = try Self.negotiate(opened, device)
      self.format = format
      self.negotiated = negotiated
    } catch {
      snd_pcm_close(opened)
      throw error
    }
    handle = opened
    bytes = .allocate(
      byteCount: negotiated.periodFrames * negotiated.channelCount * format.byteCount, alignment: 16
    )
    // Drivers that only pretend to record leave the buffer untouched.
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit {
    snd_pcm_close(handle)
    bytes.deallocate()
  }

  /// A failed call, with its negative status.
  struct Failure: Error {
    let status: Int32
    let step: String
    /// The ALSA name of the last device tried; nil if it is the requested one.
    var device: String?

    /// Whether the device does not exist.
    var isMissing: Bool { [-ENOENT, -ENODEV, -ENXIO].contains(status) }
  }

  /// Opens the first existing device that `device` may name. The caller must hold ALSA's gate.
  static func opening(_ device: String, cards: SoundCards) throws(Failure) -> CapturePCM {
    var failure: Failure?
    for name in cards.alsaNames(of: device) {
      ALSA.forgetMessage()
      do throws(Failure) {
        return try CapturePCM(device: name)
      } catch {
        failure = Failure(status: error.status, step: error.step, device: name)
        guard error.isMissing else { break }
      }
    }
    throw failure ?? Failure(status: -ENODEV, step: "find")
  }

  /// Starts capturing. The corresponding C function is `snd_pcm_start`.
  func start() throws(Failure) {
    try Self.check(snd_pcm_start(handle), "start")
  }

  /// The descriptors to wait for. The corresponding C function is `snd_pcm_poll_descriptors`.
  func pollDescriptors() -> [pollfd] {
    let count = max(0, Int(snd_pcm_poll_descriptors_count(handle)))
    var descriptors = [pollfd](repeating: pollfd(), count: count)
    let filled = snd_pcm_poll_descriptors(handle, &descriptors, UInt32(count))
    return Array(descriptors.prefix(max(0, Int(filled))))
  }

  /// Whether the device is ready, after waiting for its descriptors.
  ///
  /// The corresponding C function is `snd_pcm_poll_descriptors_revents`.
  func isReady(_ descriptors: ArraySlice<pollfd>) -> Bool {
    var descriptors = Array(descriptors)
    var events: UInt16 = 0
    let status = snd_pcm_poll_descriptors_revents(
      handle, &descriptors, UInt32(descriptors.count), &events)
    return status < 0 || events != 0
  }

  /// Wakes the thread that waits for the descriptors once this many frames are available; at most
  /// half the buffer, at least a period.
  func wake(every frames: Int) throws(Failure) {
    let frames = max(negotiated.periodFrames, min(frames, negotiated.bufferFrames / 2))
    try Self.wake(handle, every: snd_pcm_uframes_t(frames))
  }

  /// Appends the available sound, until it has `limit` frames or more; returns the number of
  /// frames.
  func read(until limit: Int, into samples: inout [Float]) -> ReadStatus {
    var total = 0
    while true {
      switch read(into: &samples) {
      case .frames(let count):
        total += count
        if total >= limit { return .frames(total) }
      case .overrun: return .overrun
      // A lost device will report the loss again at the next read.
      case let status: return total > 0 ? .frames(total) : status
      }
    }
  }

  /// Appends up to one period of interleaved samples, in -1..<1; never blocks.
  ///
  /// The corresponding C function is `snd_pcm_readi`.
  private func read(into samples: inout [Float]) -> ReadStatus {
    let result = snd_pcm_readi(
      handle, bytes.baseAddress, snd_pcm_uframes_t(negotiated.periodFrames))
    if result > 0 {
      let count = min(result * negotiated.channelCount * format.byteCount, bytes.count)
      format.decode(UnsafeRawBufferPointer(rebasing: bytes[..<count]), into: &samples)
      return .frames(result)
    }
    switch Int32(clamping: result) {
    case -EPIPE: return restart()
    case -ESTRPIPE: return resume()
    case 0, -EAGAIN:
      // An error that reading does not report would keep waking the waiting thread.
      switch snd_pcm_state(handle) {
      case SND_PCM_STATE_DISCONNECTED: return .lost(-ENODEV)
      case SND_PCM_STATE_XRUN: return restart()
      default: return .nothing
      }
    case let status: return .lost(status)
    }
  }

  private func restart() -> ReadStatus {
    let prepared = snd_pcm_prepare(handle)
    guard prepared >= 0 else { return .lost(prepared) }
    let started = snd_pcm_start(handle)
    return started >= 0 ? .overrun : .lost(started)
  }

  /// Resumes after the machine slept; restarts a device that cannot resume.
  private func resume() -> ReadStatus {
    snd_pcm_resume(handle) >= 0 ? .overrun : restart()
  }
}
