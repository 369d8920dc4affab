import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Audio

/// Devices of the real ALSA library that need no hardware, from a configuration of the tests' own.
///
/// The file plugin reads raw samples and, past their end, repeats what it read last: it is not paced and never ends.
enum TestDevices {
  /// A directory for the files of this process's tests, removed when it ends.
  static let directory: String = {
    guard let directory = try? ScratchDirectory() else { return "/tmp" }
    kept.withLock { $0 = directory }
    atexit { TestDevices.kept.withLock { $0 = nil } }
    return directory.path
  }()
  private static let kept = Mutex<ScratchDirectory?>(nil)

  /// Sine of 440 Hz at half of full scale, at `rate`; each frame is repeated for `channels`, with the gain of each.
  static func sine(
    frequency: Double = 440, rate: Double, frames: Int, amplitude: Double = 0.5
  ) -> [Float] {
    (0..<frames).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / rate)) }
  }

  static func bytes(s16 samples: [Float], gains: [Float]) -> [UInt8] {
    samples.flatMap { sample in
      gains.flatMap { gain in
        withUnsafeBytes(of: Int16((sample * gain * 32_767).rounded()).littleEndian, Array.init)
      }
    }
  }

  static func bytes(s32 samples: [Float], gains: [Float]) -> [UInt8] {
    samples.flatMap { sample in
      gains.flatMap { gain in
        withUnsafeBytes(of: Int32(Double(sample * gain) * 2_147_483_000).littleEndian, Array.init)
      }
    }
  }

  static func write(_ bytes: [UInt8], _ name: String) -> String {
    let path = "\(directory)/\(name)"
    if let file = fopen(path, "w") {
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
    return path
  }

  /// Names of the configuration's devices; touching it makes them known to ALSA.
  static let configured: Void = {
    let seconds = 2
    let mono = sine(rate: 16_000, frames: seconds * 16_000)
    _ = write(bytes(s16: mono, gains: [1]), "mono16.raw")
    let cd = sine(rate: 44_100, frames: seconds * 44_100)
    _ = write(bytes(s32: cd, gains: [1, 0]), "dead44.raw")
    let dat = sine(rate: 48_000, frames: seconds * 48_000)
    _ = write(bytes(s16: dat, gains: [1, 1]), "stereo48.raw")

    let loud = sine(rate: 48_000, frames: 48_000, amplitude: 2).map { max(-1, min(1, $0)) }
    _ = write(bytes(s16: loud, gains: [1]), "loud48.raw")
    _ = write(Array(repeating: 0, count: 8_000), "mulaw.raw")

    func file(_ name: String, _ slave: String) -> String {
      """
      pcm.sm_file_\(name) {
        type file
        slave.pcm null
        file /dev/null
        infile "\(directory)/\(name).raw"
        format raw
      }
      pcm.sm_\(name) {
        type plug
        slave { pcm sm_file_\(name) \(slave) }
      }

      """
    }
    // Another suite of the same process may have a configuration as well: it stays in force.
    let before =
      getenv("ALSA_CONFIG_PATH").map { String(cString: $0) } ?? "/usr/share/alsa/alsa.conf"
    let text =
      "<\(before)>\n"
      + file("mono16", "rate 16000 channels 1 format S16_LE")
      + file("dead44", "rate 44100 channels 2 format S32_LE")
      + file("stereo48", "rate 48000 channels 2 format S16_LE")
      + file("loud48", "rate 48000 channels 1 format S16_LE")
      + file("comes", "rate 16000 channels 1 format S16_LE")
      + file("gone", "rate 16000 channels 1 format S16_LE")
      + file("mulaw", "rate 8000 channels 1 format MU_LAW")
    setenv("ALSA_CONFIG_PATH", write(Array(text.utf8), "asound.conf"), 1)
  }()

  static func microphone(_ name: String, bufferLimit: Int = 1_024) -> Microphone {
    _ = configured
    return Microphone(device: name, bufferLimit: bufferLimit)
  }
}
