import Appliance
import ApplianceCore
import Localization
import Microphone

/// Whether the configured sounds can be played: the voice, and the playback device.
struct LoudspeakerCheck: Sendable {
  let configuration: Configuration

  /// Blocks for some seconds at most. Empty if sounds are off.
  var checks: [Check] {
    switch configuration.sounds {
    case .off: []
    case .tones: [device]
    case .speech: [voice, device]
    }
  }

  private var voice: Check {
    do {
      _ = try configuration.synthesizer.speech(for: "check")
      return .ok(
        "voice", Message("\(configuration.speech.program) speaks (\(configuration.voice))."))
    } catch {
      return .warning(
        "voice", Message(error),
        Message("Install it (sudo apt install espeak-ng), or set sounds: tones, or sounds: off."))
    }
  }

  private var device: Check {
    let loudspeaker = Loudspeaker(device: configuration.loudspeaker)
    guard let problem = loudspeaker.problem() else {
      return .ok("loudspeaker", Message("\(loudspeaker.device) can be played on."))
    }
    // Maybe the service itself is using it.
    if problem.code == .deviceBusy {
      return .ok("loudspeaker", Message("\(loudspeaker.device) exists, and is in use."))
    }
    return .warning(
      "loudspeaker", problem.message,
      Message("Set loudspeaker.device, or set sounds: off."))
  }
}
