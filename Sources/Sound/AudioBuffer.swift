/// The format of linear PCM samples: 16-bit signed integers, channels interleaved.
public struct AudioFormat: Sendable, Hashable {
  /// Frames per second, in Hz.
  public var sampleRate: Double
  /// How many samples are of one moment; 1 for mono.
  public var channelCount: Int

  /// A format; a rate in Hz and a count that nothing has are told where sound is converted.
  public init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// What the decoder hears: 16 kHz, mono.
  public static let speech = AudioFormat(sampleRate: 16_000, channelCount: 1)
}

/// A run of 16-bit linear PCM samples, channels interleaved.
public struct AudioBuffer: Sendable, Hashable {
  /// What `samples` are: their rate, and how channels take turns in them.
  public var format: AudioFormat
  /// `frameCount` × `format.channelCount` samples, full scale ±32,767.
  public var samples: [Int16]

  /// Sound of that format; the samples of an incomplete frame at the end are not counted.
  public init(format: AudioFormat, samples: [Int16]) {
    self.format = format
    self.samples = samples
  }

  /// How many moments it has: samples of one channel.
  public var frameCount: Int { samples.count / max(1, format.channelCount) }
}
