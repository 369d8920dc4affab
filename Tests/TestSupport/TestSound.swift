import Glibc
import Synchronization

/// Synthetic sound, and files of it.
package enum TestSound {
  /// A directory for the files of this process's tests, removed at its end.
  package static let directory: String = {
    guard let directory = try? ScratchDirectory() else { return "/tmp" }
    kept.withLock { $0 = directory }
    atexit { TestSound.kept.withLock { $0 = nil } }
    return directory.path
  }()
  private static let kept = Mutex<ScratchDirectory?>(nil)

  /// A sine of 440 Hz at half of full scale, at `rate`; each frame repeats for all channels, with
  /// the gain of each.
  package static func sine(
    frequency: Double = 440, rate: Double, frames: Int, amplitude: Double = 0.5
  ) -> [Float] {
    (0..<frames).map { Float(amplitude * sin(2 * .pi * frequency * Double($0) / rate)) }
  }

  /// Frames of 16 bits, little-endian: each sample once per channel, times that channel's gain.
  package static func bytes(s16 samples: [Float], gains: [Float]) -> [UInt8] {
    samples.flatMap { sample in
      gains.flatMap { gain in
        withUnsafeBytes(of: Int16((sample * gain * 32_767).rounded()).littleEndian, Array.init)
      }
    }
  }

  /// Frames of 32 bits, little-endian: each sample once per channel, times that channel's gain.
  package static func bytes(s32 samples: [Float], gains: [Float]) -> [UInt8] {
    samples.flatMap { sample in
      gains.flatMap { gain in
        withUnsafeBytes(of: Int32(Double(sample * gain) * 2_147_483_000).littleEndian, Array.init)
      }
    }
  }

  /// Writes a file in this process's directory, and returns its path.
  package static func write(_ bytes: [UInt8], _ name: String) -> String {
    let path = "\(directory)/\(name)"
    if let file = fopen(path, "w") {
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
    return path
  }
}
