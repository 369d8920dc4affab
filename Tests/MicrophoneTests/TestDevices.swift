import Glibc
import TestSupport

@testable import Microphone
@testable import Sound

/// Devices of the real ALSA library without hardware, from the tests' own configuration.
///
/// The file plugin reads raw samples and, beyond their end, repeats the last ones. It is not paced
/// and never ends.
enum TestDevices {
  /// Names of the configuration's devices; accessing it registers them with ALSA.
  static let configured: Void = {
    let seconds = 2
    let mono = TestSound.sine(rate: 16_000, frames: seconds * 16_000)
    _ = TestSound.write(TestSound.bytes(s16: mono, gains: [1]), "mono16.raw")
    let cd = TestSound.sine(rate: 44_100, frames: seconds * 44_100)
    _ = TestSound.write(TestSound.bytes(s32: cd, gains: [1, 0]), "dead44.raw")
    let dat = TestSound.sine(rate: 48_000, frames: seconds * 48_000)
    _ = TestSound.write(TestSound.bytes(s16: dat, gains: [1, 1]), "stereo48.raw")

    let loud = TestSound.sine(rate: 48_000, frames: 48_000, amplitude: 2).map {
      max(-1, min(1, $0))
    }
    _ = TestSound.write(TestSound.bytes(s16: loud, gains: [1]), "loud48.raw")
    _ = TestSound.write(Array(repeating: 0, count: 8_000), "mulaw.raw")

    func file(_ name: String, _ slave: String) -> String {
      """
      pcm.sm_file_\(name) {
        type file
        slave.pcm null
        file /dev/null
        infile "\(TestSound.directory)/\(name).raw"
        format raw
      }
      pcm.sm_\(name) {
        type plug
        slave { pcm sm_file_\(name) \(slave) }
      }

      """
    }
    // Another suite of the same process may have a configuration too, which stays in force.
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
    setenv("ALSA_CONFIG_PATH", TestSound.write(Array(text.utf8), "asound.conf"), 1)
  }()

  static func microphone(_ name: String) -> Microphone {
    _ = configured
    return Microphone(device: name)
  }
}
