import CALSA
import DeviceIO
import Glibc

/// An open capture device, and the format that was agreed with it. The corresponding C type is
/// `snd_pcm_t`.
struct CapturePCM: ~Copyable {
  /// What came of reading.
  enum ReadStatus {
    /// So many frames were appended.
    case frames(Int)
    /// Nothing is there yet.
    case nothing
    /// The device's buffer ran full; it has been started again.
    case overrun
    /// The device is gone, with a negative status.
    case lost(Int32)
  }

  private let handle: OpaquePointer
  private let format: SampleFormat
  /// Bytes of one period.
  private let bytes: UnsafeMutableRawBufferPointer
  let negotiated: Microphone.Negotiated

  /// Opens `device` without waiting for it and agrees on a format. The corresponding C function is
  /// `snd_pcm_open`.
  ///
  /// Throws the negative status of the call that failed.
  init(device: String) throws(Failure) {
    // Conversions that a plug would make are left out, so that it tells what the hardware has.
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
    // Drivers that only pretend to record leave it as it was.
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit {
    snd_pcm_close(handle)
    bytes.deallocate()
  }

  /// A call that failed, and its negative status.
  struct Failure: Error {
    let status: Int32
    let step: String
    /// ALSA's name of the device that was tried last; nil if that is the one that was asked for.
    var device: String?

    /// Whether there is no such device.
    var isMissing: Bool { [-ENOENT, -ENODEV, -ENXIO].contains(status) }
  }

  /// Opens what `device` means now, the first that there is. The caller is behind ALSA's gate.
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

  /// Whether the device has something to tell, after waiting for its descriptors.
  ///
  /// The corresponding C function is `snd_pcm_poll_descriptors_revents`.
  func isReady(_ descriptors: ArraySlice<pollfd>) -> Bool {
    var descriptors = Array(descriptors)
    var events: UInt16 = 0
    let status = snd_pcm_poll_descriptors_revents(
      handle, &descriptors, UInt32(descriptors.count), &events)
    return status < 0 || events != 0
  }

  /// Appends up to one period of interleaved samples, from -1 up to 1, and never blocks.
  ///
  /// The corresponding C function is `snd_pcm_readi`.
  func read(into samples: inout [Float]) -> ReadStatus {
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
      // An error that reading does not report would wake the waiting thread for ever.
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

  /// After the machine slept. A device that cannot go on where it was is started anew.
  private func resume() -> ReadStatus {
    snd_pcm_resume(handle) >= 0 ? .overrun : restart()
  }
}
