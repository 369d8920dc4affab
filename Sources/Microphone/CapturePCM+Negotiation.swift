import CALSA
import Glibc
import Sound

extension CapturePCM {
  /// In order of preference: the decoder's rate, then rates that resample cheaply and well.
  private static let sampleRates: [UInt32] = [16_000, 48_000, 44_100, 32_000, 24_000, 96_000]

  /// Negotiates the cheapest sufficient format. The corresponding C function is
  /// `snd_pcm_hw_params`.
  static func negotiate(
    _ pcm: OpaquePointer, _ device: String
  ) throws(Failure) -> (SampleFormat, Microphone.Negotiated) {
    var allocated: OpaquePointer?
    try check(snd_pcm_hw_params_malloc(&allocated), "ask for the format")
    guard let parameters = allocated else { throw Failure(status: -ENOMEM, step: "allocate") }
    defer { snd_pcm_hw_params_free(parameters) }

    try check(snd_pcm_hw_params_any(pcm, parameters), "ask for the format")
    // Without this, plugins offer every rate and interpolate linearly.
    try check(snd_pcm_hw_params_set_rate_resample(pcm, parameters, 0), "ask for the format")
    try check(
      snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED),
      "agree on interleaved samples")

    let offered = SampleFormat.allCases.first {
      snd_pcm_hw_params_test_format(pcm, parameters, $0.alsa) == 0
    }
    guard let format = offered else { throw Failure(status: -EINVAL, step: "agree on a format") }
    try check(snd_pcm_hw_params_set_format(pcm, parameters, format.alsa), "agree on a format")

    var channels: UInt32 = 1
    try check(
      snd_pcm_hw_params_set_channels_near(pcm, parameters, &channels), "agree on the channels")

    let native = sampleRates.first {
      snd_pcm_hw_params_test_rate(pcm, parameters, $0, 0) == 0
    }
    var rate = native ?? 48_000
    try check(snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, nil), "agree on a rate")

    // About 1,024 frames, but no more than 32 ms, because sound arrives only at the end of its
    // period.
    var period: snd_pcm_uframes_t = rate >= 32_000 ? 1_024 : 512
    try check(
      snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil), "agree on a period")
    // A patient reader waits for 0.6 s of sound, and a busy board may delay it by as much again.
    var buffer = max(snd_pcm_uframes_t(rate) * 6 / 5, period * 4)
    try check(
      snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer), "agree on a buffer")
    try check(snd_pcm_hw_params(pcm, parameters), "set the format")
    snd_pcm_hw_params_get_period_size(parameters, &period, nil)
    snd_pcm_hw_params_get_buffer_size(parameters, &buffer)

    guard AudioBufferConverter.channelCounts.contains(Int(channels)),
      (1...1_048_576).contains(period)
    else { throw Failure(status: -EINVAL, step: "agree on the channels") }
    try wake(pcm, every: period)
    return (
      format,
      Microphone.Negotiated(
        device: device, sampleRate: Int(rate), channelCount: Int(channels),
        sampleFormat: format.name,
        periodFrames: Int(period), bufferFrames: Int(buffer))
    )
  }

  /// Wakes the reader once this many frames are available. The corresponding C function is
  /// `snd_pcm_sw_params`.
  static func wake(_ pcm: OpaquePointer, every frames: snd_pcm_uframes_t) throws(Failure) {
    var allocated: OpaquePointer?
    try check(snd_pcm_sw_params_malloc(&allocated), "set the wake-ups")
    guard let parameters = allocated else { throw Failure(status: -ENOMEM, step: "allocate") }
    defer { snd_pcm_sw_params_free(parameters) }
    try check(snd_pcm_sw_params_current(pcm, parameters), "set the wake-ups")
    try check(snd_pcm_sw_params_set_avail_min(pcm, parameters, frames), "set the wake-ups")
    try check(snd_pcm_sw_params(pcm, parameters), "set the wake-ups")
  }

  static func check(_ status: Int32, _ step: String) throws(Failure) {
    guard status >= 0 else { throw Failure(status: status, step: step) }
  }
}
