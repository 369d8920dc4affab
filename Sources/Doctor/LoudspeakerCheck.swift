import Appliance
import ApplianceCore
import Microphone

/// Whether what is set to be heard can be: the voice, and the device that sounds.
struct LoudspeakerCheck: Sendable {
  let configuration: Configuration

  /// Blocks for some seconds at most. None where nothing is to be heard.
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
      return .ok("voice", "\(configuration.speech.program) speaks (\(configuration.speech.voice)).")
    } catch {
      return .warning(
        "voice", "\(error)",
        "Install it (sudo apt install espeak-ng), or set sounds: tones, or sounds: off.")
    }
  }

  private var device: Check {
    let loudspeaker = Loudspeaker(device: configuration.loudspeaker)
    guard let problem = loudspeaker.problem() else {
      return .ok("loudspeaker", "\(loudspeaker.device) can be played on.")
    }
    // Whoever plays at this moment may be the service.
    if problem.code == .deviceBusy {
      return .ok("loudspeaker", "\(loudspeaker.device) is there, and in use.")
    }
    return .warning(
      "loudspeaker", problem.description, "aplay -L lists the devices; set loudspeaker.device.")
  }
}
