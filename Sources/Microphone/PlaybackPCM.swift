import CALSA
import Glibc

/// An open playback device. The corresponding C type is `snd_pcm_t`.
struct PlaybackPCM: ~Copyable {
  private let handle: OpaquePointer

  /// Opens `device` for 16-bit mono samples at `rate`, without blocking.
  ///
  /// ALSA converts to the hardware's format. The corresponding C functions are `snd_pcm_open` and
  /// `snd_pcm_set_params`.
  init(device: String, rate: Int) throws(CapturePCM.Failure) {
    // The hardware device itself would not convert, and few cards support mono.
    let name = device.hasPrefix("hw:") ? "plug" + device : device
    var opened: OpaquePointer?
    let status = snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
    guard status >= 0, let opened else {
      throw CapturePCM.Failure(status: status, step: "open", device: name)
    }
    let set = snd_pcm_set_params(
      opened, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(clamping: rate), 1,
      200_000)
    guard set >= 0 else {
      snd_pcm_close(opened)
      throw CapturePCM.Failure(status: set, step: "set the format", device: name)
    }
    handle = opened
  }

  deinit { snd_pcm_close(handle) }

  /// Writes as much as the device accepts without blocking; returns the number of samples, or a
  /// negative status.
  ///
  /// The corresponding C function is `snd_pcm_writei`.
  func write(_ samples: ArraySlice<Int16>) -> Int {
    let written = samples.withUnsafeBufferPointer { buffer in
      snd_pcm_writei(handle, buffer.baseAddress, snd_pcm_uframes_t(buffer.count))
    }
    switch Int32(clamping: written) {
    case -EAGAIN: return 0
    case -EPIPE, -ESTRPIPE:
      let status = snd_pcm_recover(handle, Int32(clamping: written), 1)
      return status >= 0 ? 0 : Int(status)
    default: return Int(written)
    }
  }

  /// Waits for room, for at most this many milliseconds. The corresponding C function is
  /// `snd_pcm_wait`.
  func wait(milliseconds: Int32) { _ = snd_pcm_wait(handle, milliseconds) }

  /// Lets the remaining sound play; returns whether it has ended. The corresponding C function is
  /// `snd_pcm_drain`.
  func isDrained() -> Bool {
    // Sound that does not fill the buffer has not started playing yet.
    if snd_pcm_state(handle) == SND_PCM_STATE_PREPARED { snd_pcm_start(handle) }
    return snd_pcm_drain(handle) != -EAGAIN
  }

  /// Stops immediately. The corresponding C function is `snd_pcm_drop`.
  func drop() { snd_pcm_drop(handle) }
}
