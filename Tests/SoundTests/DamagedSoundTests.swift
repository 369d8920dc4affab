import TestSupport
import Testing

@testable import Sound

/// Any bytes of a file are read or refused, and never trap.
@Suite("Damaged sound files", .timeLimit(.patientMinutes(2)))
struct DamagedSoundTests {
  private static func little(_ number: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The header by the specification of 1991, with a chunk to skip.
  private static func header(_ sampleBytes: Int) -> [UInt8] {
    let parts: [[UInt8]] = [
      Array("RIFF".utf8), little(sampleBytes + 46, 4), Array("WAVEfmt ".utf8), little(16, 4),
      little(1, 2), little(2, 2), little(44_100, 4), little(176_400, 4), little(4, 2),
      little(16, 2), Array("PAD ".utf8), little(2, 4), [65, 0], Array("data".utf8),
      little(sampleBytes, 4),
    ]
    return Array(parts.joined())
  }

  @Test("a WAV file with a damaged header is read or refused")
  func headers() throws {
    let samples = (0..<4_000).map { UInt8(truncatingIfNeeded: $0 * 37) }
    let whole = try AudioFile(
      path: TestSound.write(Self.header(samples.count) + samples, "whole-header.wav"))
    #expect(whole.frameCount == 1_000 && whole.sourceFormat.channelCount == 2)
    var read = 0
    var refused = 0
    for header in Mutations(of: Self.header(samples.count), count: 1_500) {
      let path = TestSound.write(header + samples, "damaged.wav")
      do {
        let file = try AudioFile(path: path)
        var count = 0
        while let buffer = try file.read() { count += buffer.samples.count }
        read += 1
        // Rates start at 1 kHz: a header cannot turn little data into much sound.
        #expect(count < 200_000)
      } catch {
        refused += 1
        #expect(error.subject == path)
      }
    }
    #expect(read > 20)
    #expect(refused > 100)
  }
}
