/// The format of linear PCM samples: 16-bit signed integers, channels interleaved.
public struct AudioFormat: Sendable, Hashable {
  /// Frames per second, in Hz.
  public var sampleRate: Double
  public var channelCount: Int

  public init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// What the decoder hears: 16 kHz, mono.
  public static let speech = AudioFormat(sampleRate: 16_000, channelCount: 1)
}

/// A run of 16-bit linear PCM samples, channels interleaved.
public struct AudioBuffer: Sendable, Hashable {
  public var format: AudioFormat
  /// `frameCount` × `format.channelCount` samples, full scale ±32,767.
  public var samples: [Int16]

  public init(format: AudioFormat, samples: [Int16]) {
    self.format = format
    self.samples = samples
  }

  public var frameCount: Int { samples.count / max(1, format.channelCount) }
}
