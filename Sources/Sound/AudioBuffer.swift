/// The format of linear PCM samples: 16-bit signed integers, channels interleaved.
public struct AudioFormat: Sendable, Hashable {
  /// Frames per second, in Hz.
  public var sampleRate: Double
  /// The number of samples per frame; 1 for mono.
  public var channelCount: Int

  /// A format; converting sound reports an impossible rate (in Hz) or channel count.
  public init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// The decoder's format: 16 kHz, mono.
  public static let speech = AudioFormat(sampleRate: 16_000, channelCount: 1)
}

/// A run of 16-bit linear PCM samples, channels interleaved.
public struct AudioBuffer: Sendable, Hashable {
  /// The rate and channel count of `samples`.
  public var format: AudioFormat
  /// `frameCount` × `format.channelCount` samples, full scale ±32,767.
  public var samples: [Int16]

  /// Sound in a format; ignores an incomplete frame at the end.
  public init(format: AudioFormat, samples: [Int16]) {
    self.format = format
    self.samples = samples
  }

  /// The number of frames: samples per channel.
  public var frameCount: Int { samples.count / max(1, format.channelCount) }
}
