import CSndFile
import Glibc
import TestSupport
import Testing

@testable import Sound

@Suite("Audio files")
struct AudioFileTests {
  private func path(_ name: String) -> String { "\(TestSound.directory)/\(name)" }

  private func samples(_ path: String) throws -> [Int16] {
    let file = try AudioFile(path: path)
    var samples: [Int16] = []
    while let buffer = try file.read() { samples += buffer.samples }
    return samples
  }

  /// Writes a tone in one of libsndfile's containers and encodings.
  private func write(_ name: String, format: Int32, rate: Int32, channels: Int32) throws -> String {
    var info = SF_INFO()
    info.samplerate = rate
    info.channels = channels
    info.format = format
    let handle = try #require(sf_open(path(name), Int32(SFM_WRITE), &info))
    let tone = TestSound.sine(rate: Double(rate), frames: Int(rate))
    let frames = tone.flatMap { sample in (0..<channels).map { _ in sample } }
    #expect(sf_writef_float(handle, frames, sf_count_t(rate)) == sf_count_t(rate))
    #expect(sf_close(handle) == 0)
    return path(name)
  }

  @Test(
    "any container, rate and channel count becomes 16 kHz mono of the same length and level",
    arguments: [
      ("a.wav", Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_16), 44_100, 2),
      ("b.wav", Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_FLOAT), 8_000, 1),
      ("c.flac", Int32(SF_FORMAT_FLAC) | Int32(SF_FORMAT_PCM_24), 96_000, 2),
      ("d.ogg", Int32(SF_FORMAT_OGG) | Int32(SF_FORMAT_VORBIS), 48_000, 1),
      ("e.opus", Int32(SF_FORMAT_OGG) | Int32(SF_FORMAT_OPUS), 48_000, 2),
      ("f.mp3", Int32(SF_FORMAT_MPEG) | Int32(SF_FORMAT_MPEG_LAYER_III), 44_100, 2),
      ("g.aiff", Int32(SF_FORMAT_AIFF) | Int32(SF_FORMAT_PCM_16), 16_000, 6),
    ] as [(String, Int32, Int32, Int32)])
  func reads(name: String, format: Int32, rate: Int32, channels: Int32) throws {
    let path = try write(name, format: format, rate: rate, channels: channels)
    let file = try AudioFile(path: path)
    #expect(
      file.sourceFormat == AudioFormat(sampleRate: Double(rate), channelCount: Int(channels)))
    // An MP3 encoder pads the sound.
    #expect(abs(file.duration - 1) < 0.1)
    let heard = try samples(path)
    #expect(abs(heard.count - 16_000) < 1_600)
    #expect(abs(AudioLevel(heard[4_000..<12_000]).rms + 9.03) < 0.3)
  }

  @Test("a written file is read back, sample for sample")
  func writes() throws {
    let tone = TestSound.sine(rate: 16_000, frames: 5_000).map { Int16(($0 * 32_767).rounded()) }
    try AudioFile.write(AudioBuffer(format: .speech, samples: tone), to: path("written.wav"))
    #expect(try samples(path("written.wav")) == tone)
  }

  @Test("a rate that is no number is not written", arguments: [Double.nan, .infinity, -1, 1e300])
  func wrongRate(rate: Double) throws {
    let sound = AudioBuffer(
      format: AudioFormat(sampleRate: rate, channelCount: 1), samples: [0, 1, 2])
    let error = try thrown(AudioError.self) { try AudioFile.write(sound, to: path("rate.wav")) }
    #expect(error.code == .unsupported)
    #expect(access(path("rate.wav"), F_OK) != 0)
  }

  @Test("a channel count that no file can have harms no file", arguments: [-1, 0, 5_000])
  func wrongChannels(count: Int) throws {
    let sound = AudioBuffer(
      format: AudioFormat(sampleRate: 16_000, channelCount: count), samples: [0, 1, 2])
    let kept = TestSound.write([1, 2, 3], "kept\(count).wav")
    for file in [path("channels\(count).wav"), kept] {
      let error = try thrown(AudioError.self) { try AudioFile.write(sound, to: file) }
      #expect(error.code == .unsupported && error.advice.contains("\(count)"), "\(error)")
    }
    #expect(access(path("channels\(count).wav"), F_OK) != 0)
    var status = stat()
    #expect(stat(kept, &status) == 0 && status.st_size == 3)
  }

  @Test("a truncated WAV file reports both lengths")
  func truncatedWAV() throws {
    let whole = try write(
      "whole.wav", format: Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_16), rate: 16_000, channels: 1
    )
    #expect(truncate(whole, 44 + 10_000) == 0)
    let error = try thrown(AudioError.self) { try AudioFile(path: whole) }
    #expect(error.code == .truncated)
    #expect(error.description.contains("32000"))
    #expect(error.description.contains("10000"))
  }

  @Test("a truncated FLAC file reports both lengths, after its sound")
  func truncatedFLAC() throws {
    let whole = try write(
      "whole.flac", format: Int32(SF_FORMAT_FLAC) | Int32(SF_FORMAT_PCM_16), rate: 44_100,
      channels: 1)
    var status = stat()
    #expect(stat(whole, &status) == 0)
    #expect(truncate(whole, status.st_size / 2) == 0)
    let error = try thrown(AudioError.self) { try samples(whole) }
    #expect(error.code == .truncated)
    #expect(error.description.contains("44100"))
  }

  @Test("a WAV file of unknown length, from a pipe, is read to its end")
  func piped() throws {
    let path = try write(
      "piped.wav", format: Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_16), rate: 16_000, channels: 1
    )
    let descriptor = open(path, O_WRONLY)
    #expect(pwrite(descriptor, [0xFF, 0xFF, 0xFF, 0xFF] as [UInt8], 4, 40) == 4)
    close(descriptor)
    #expect(try samples(path).count == 16_000)
  }

  @Test("a FLAC file of unknown length, from a pipe, is read to its end")
  func pipedFLAC() throws {
    let path = try write(
      "piped.flac", format: Int32(SF_FORMAT_FLAC) | Int32(SF_FORMAT_PCM_16), rate: 16_000,
      channels: 1)
    let descriptor = open(path, O_RDWR)
    // The last 36 bits of these 5 bytes count the frames; the first 4 are of the sample size.
    var count = [UInt8](repeating: 0, count: 5)
    #expect(pread(descriptor, &count, 5, 21) == 5)
    #expect(pwrite(descriptor, [count[0] & 0xF0, 0, 0, 0, 0], 5, 21) == 5)
    close(descriptor)
    #expect(try samples(path).count == 16_000)
  }

  @Test("each kind of bad audio file has its own error")
  func refuses() throws {
    let text = TestSound.write(Array("knight to king bishop three\n".utf8), "text.wav")
    let nothing = TestSound.write([], "nothing.wav")
    let pipe = path("pipe.wav")
    #expect(mkfifo(pipe, 0o600) == 0)
    let silent = path("silent.wav")
    try AudioFile.write(AudioBuffer(format: .speech, samples: []), to: silent)
    for (path, code) in [
      (text, AudioError.Code.notAudio), (nothing, .empty), (silent, .empty), (pipe, .notAFile),
      (TestSound.directory, .notAFile), (path("missing.wav"), .unreadable),
    ] {
      let error = try thrown(AudioError.self) { try AudioFile(path: path) }
      #expect(error.code == code)
      #expect(error.description.contains(path))
    }
  }

  @Test("any bytes are read or refused, and never trap")
  func garbage() throws {
    let whole = try write(
      "fuzz.wav", format: Int32(SF_FORMAT_WAV) | Int32(SF_FORMAT_PCM_16), rate: 8_000, channels: 2)
    let file = try #require(fopen(whole, "r"))
    var bytes = [UInt8](repeating: 0, count: 2_000)
    let count = fread(&bytes, 1, bytes.count, file)
    fclose(file)
    #expect(count == bytes.count)
    var refused = 0
    for position in 0..<48 {
      for value in [0x00, 0x7F, 0x80, 0xFF] as [UInt8] {
        var broken = bytes
        broken[position] = value
        let path = TestSound.write(broken, "broken.wav")
        do { _ = try samples(path) } catch { refused += error is AudioError ? 1 : 0 }
      }
    }
    #expect(refused > 0)
  }

  @Test("a file cannot be written where there is no directory")
  func unwritable() throws {
    let error = try thrown(AudioError.self) {
      try AudioFile.write(AudioBuffer(format: .speech, samples: [1]), to: path("no/where.wav"))
    }
    #expect(error.code == .unwritable)
  }

  @Test("a device is neither overwritten nor removed")
  func device() throws {
    let path = path("device")
    // Like /dev/full; only root can make one.
    let isMade = geteuid() == 0 ? mknod(path, S_IFCHR | 0o666, 0x107) : mkfifo(path, 0o600)
    try #require(isMade == 0)
    defer { unlink(path) }
    let error = try thrown(AudioError.self) {
      try AudioFile.write(AudioBuffer(format: .speech, samples: [1]), to: path)
    }
    #expect(error.code == .notAFile)
    #expect(access(path, F_OK) == 0)
  }
}
