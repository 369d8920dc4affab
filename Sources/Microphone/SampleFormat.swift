import CALSA

/// A sample format of capture devices, in native byte order where that matters.
enum SampleFormat: CaseIterable {
  // In order of preference: the cheapest to convert first.
  case s16
  case s32
  /// 24 bits in the low bits of 32.
  case s24
  /// 24 bits in 3 bytes, little endian.
  case s24Packed

  var alsa: snd_pcm_format_t {
    switch self {
    case .s16: SND_PCM_FORMAT_S16
    case .s32: SND_PCM_FORMAT_S32
    case .s24: SND_PCM_FORMAT_S24
    case .s24Packed: SND_PCM_FORMAT_S24_3LE
    }
  }

  /// ALSA's name, such as "S16_LE". The corresponding C function is `snd_pcm_format_name`.
  var name: String { snd_pcm_format_name(alsa).map { String(cString: $0) } ?? "unknown" }

  var byteCount: Int {
    switch self {
    case .s16: 2
    case .s32, .s24: 4
    case .s24Packed: 3
    }
  }

  /// Appends the samples in `bytes` to `samples`, in -1..<1.
  func decode(_ bytes: UnsafeRawBufferPointer, into samples: inout [Float]) {
    switch self {
    case .s16:
      for sample in bytes.bindMemory(to: Int16.self) { samples.append(Float(sample) / 0x8000) }
    case .s32:
      for sample in bytes.bindMemory(to: Int32.self) { samples.append(Float(sample) / 0x8000_0000) }
    case .s24:
      // The top byte is undefined.
      for sample in bytes.bindMemory(to: Int32.self) {
        samples.append(Float(sample << 8) / 0x8000_0000)
      }
    case .s24Packed:
      for start in stride(from: 0, to: bytes.count - 2, by: 3) {
        let sample =
          Int32(bytes[start]) << 8 | Int32(bytes[start + 1]) << 16
          | Int32(Int8(bitPattern: bytes[start + 2])) << 24
        samples.append(Float(sample) / 0x8000_0000)
      }
    }
  }
}
