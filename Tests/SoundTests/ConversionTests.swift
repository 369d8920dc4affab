import Glibc
import TestSupport
import Testing

@testable import Sound

@Suite("Folding and resampling")
struct ConversionTests {
  @Test(
    "a tone within the band keeps its level, and nothing is added",
    arguments: [8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000] as [Double],
    [300, 1_000, 3_300] as [Double])
  func keepsTone(rate: Double, frequency: Double) throws {
    let samples = try resampled(
      TestSound.sine(frequency: frequency, rate: rate, frames: Int(rate)), from: rate)
    // At the ends, the filter settles.
    let middle = Array(samples[2_000..<14_000])
    let (amplitude, rest) = fit(middle, frequency: frequency)
    #expect(abs(20 * log10(amplitude / 0.5)) < 0.1)
    // Everything but the tone: images, aliases, noise.
    #expect(20 * log10(rest / amplitude) < -80)
  }

  @Test("a tone above the band leaves no alias", arguments: [44_100, 48_000, 96_000] as [Double])
  func rejectsAlias(rate: Double) throws {
    let samples = try resampled(
      TestSound.sine(frequency: 12_000, rate: rate, frames: Int(rate)), from: rate)
    #expect(AudioLevel(samples[2_000..<14_000]).rms < -80)
  }

  @Test("pieces of any size give the same samples as the whole, for the same duration")
  func pieces() throws {
    let tone = TestSound.sine(rate: 44_100, frames: 44_100)
    let whole = try resampled(tone, from: 44_100)
    #expect(whole.count == 16_000)
    #expect(try resampled(tone, from: 44_100, pieceSize: 777) == whole)
    #expect(try resampled(tone, from: 44_100, pieceSize: 1) == whole)
  }

  @Test(
    "the latency is small, at the rates of sound cards",
    arguments: [(16_000, 33), (44_100, 50), (48_000, 43), (32_000, 65), (96_000, 86)])
  func delay(rate: Int, milliseconds: Int) throws {
    var converter = try AudioBufferConverter(
      from: AudioFormat(sampleRate: Double(rate), channelCount: 1))
    let period = TestSound.sine(rate: Double(rate), frames: rate < 32_000 ? 512 : 1_024)
    var frames = period.count
    while converter.convert(period).isEmpty { frames += period.count }
    #expect(frames * 1_000 / rate < milliseconds)
  }

  @Test("the decoder's rate passes unchanged, clipped at full scale")
  func passes() throws {
    let samples = try resampled([0, 0.5, -1, 2, -2, .nan, .infinity], from: 16_000)
    #expect(samples == [0, 16_384, -32_768, 32_767, -32_768, 0, 0])
  }

  @Test(
    "the result is the mean of the channels that carry sound",
    arguments: [
      ([1, 1], 1), ([1, 0], 1), ([0, 1], 1), ([1, 0.5], 0.75), ([1, 0.01], 1),
      ([0, 0, 0, 1], 1), ([1, 1, 0, 0.5], 0.833),
    ] as [([Float], Double)])
  func folds(gains: [Float], level: Double) {
    var fold = ChannelFold(channelCount: gains.count, sampleRate: 16_000)
    let tone = TestSound.sine(rate: 16_000, frames: 1_600)
    let folded = fold.fold(tone.flatMap { sample in gains.map { sample * $0 } })
    #expect(folded.count == tone.count)
    #expect(abs(Double(folded[100] / tone[100]) - level) < 0.001)
  }

  @Test("a channel that starts to carry sound fades in")
  func glides() {
    var fold = ChannelFold(channelCount: 2, sampleRate: 16_000)
    let constant = [Float](repeating: 0.5, count: 1_000)
    let before = fold.fold(constant.flatMap { [$0, 0] })
    let after = fold.fold(constant.flatMap { [$0, $0 / 2] })
    let joined = before + after
    let largest = zip(joined, joined.dropFirst()).map { abs($0 - $1) }.max() ?? 1
    // The new channel itself is a step, which is inaudible at first.
    #expect(largest < 0.001)
    #expect(abs((after.last ?? 0) - 0.375) < 0.001)
  }

  @Test("no input gives no output")
  func empty() throws {
    var fold = ChannelFold(channelCount: 2, sampleRate: 16_000)
    #expect(fold.fold([]).isEmpty)
    #expect(fold.fold([0.5]).isEmpty)
    #expect(try resampled([], from: 48_000).isEmpty)
  }

  @Test(
    "a sine has its level and peak",
    arguments: [
      (0.5, -9.03, -6.02), (1, -3.01, 0), (0.001, -63, -60),
    ] as [(Double, Double, Double)])
  func levels(amplitude: Double, rms: Double, peak: Double) {
    let tone = TestSound.sine(rate: 16_000, frames: 16_000, amplitude: amplitude)
    let level = AudioLevel(tone.map { Int16(($0 * 32_767).rounded()) })
    #expect(abs(level.rms - rms) < 0.1)
    #expect(abs(level.peak - peak) < 0.1)
    #expect((level.clippedCount > 0) == (amplitude == 1))
    #expect(AudioLevel([]).rms == -.infinity)
  }

  private func resampled(
    _ samples: [Float], from rate: Double, pieceSize: Int = .max
  ) throws -> [Int16] {
    var converter = try AudioBufferConverter(from: AudioFormat(sampleRate: rate, channelCount: 1))
    var result: [Int16] = []
    var rest = samples[...]
    while !rest.isEmpty {
      result += converter.convert(Array(rest.prefix(pieceSize)))
      rest = rest.dropFirst(pieceSize)
    }
    return result + converter.finish()
  }

  /// The amplitude of a tone in samples of 16 kHz, and of the rest, by least squares.
  private func fit(_ samples: [Int16], frequency: Double) -> (tone: Double, rest: Double) {
    let values = samples.map { Double($0) / 32_768 }
    let angles = values.indices.map { 2 * .pi * frequency * Double($0) / 16_000 }
    // 12,000 samples contain whole periods of these tones.
    let cosine = zip(values, angles).reduce(0) { $0 + $1.0 * cos($1.1) } * 2 / Double(values.count)
    let sine = zip(values, angles).reduce(0) { $0 + $1.0 * sin($1.1) } * 2 / Double(values.count)
    let energy = zip(values, angles).reduce(0) { sum, pair in
      let left = pair.0 - cosine * cos(pair.1) - sine * sin(pair.1)
      return sum + left * left
    }
    return (hypot(cosine, sine), (2 * energy / Double(values.count)).squareRoot())
  }
}
