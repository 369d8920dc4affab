import Localization
import Microphone
import Sound

/// Whether a microphone works, and whether its sound is good enough.
struct SoundCheck {
  /// The configured name.
  let device: String
  let devices: [AudioDevice]
  let hearing: Hearing
  /// The card's controls.
  var volumes: [CaptureVolume] = []
  /// Whether the caller is not the service's user. Then a refusal here says nothing about the
  /// service.
  var isAskedByAnother = false
  /// Whether somebody was asked to speak.
  var isSpeech = false

  private static let microphone = "microphone"
  static let sound = "sound"

  var checks: [Check] {
    switch hearing {
    case .failed(let error, let holder): return [failure(error, holder)]
    case .heard(let negotiated, let analysis, let clipped):
      return [
        .ok(Self.microphone, chosen(negotiated)),
        check(analysis, clipped: clipped, card: Self.card(negotiated.device)),
      ]
    }
  }

  /// "usb:0d8c:0014 is USB PnP Sound Device (hw:CARD=Device,DEV=0): 48000 Hz, …"
  private func chosen(_ negotiated: Microphone.Negotiated) -> Message {
    let entry = devices.first { $0.alsaName == negotiated.device }
    let title = entry.map { $0.title == $0.alsaName ? "" : "\($0.title), " } ?? ""
    let found = "\(title)\(negotiated.device)"
    let name =
      device == negotiated.device ? .verbatim(found) : Message("\(device) is \(found)")
    let rates = entry?.rates ?? ""
    let (rate, format, channels) = (
      negotiated.sampleRate, "\(negotiated.sampleFormat)", negotiated.channelCount
    )
    let heard =
      rates.isEmpty
      ? Message("\(name): heard at \(rate) Hz; \(format), channels: \(channels).")
      : Message(
        "\(name): heard at \(rate) Hz, of the rates \(rates) Hz that it has; \(format), channels: \(channels)."
      )
    let others = devices.filter { $0.alsaName != negotiated.device && $0.usb != nil }.map(\.name)
    let more = Message("There are also: \(others.joined(separator: ", ")).")
    return others.isEmpty ? heard : .joined([heard, more], separator: "\n")
  }

  private func failure(_ error: AudioError, _ holder: Microphone.Holder?) -> Check {
    if error.code == .deviceBusy, let holder, holder.name == "spokenmove" {
      return .ok(
        Self.microphone,
        Message(
          "The appliance records from \(device) at this moment (process \(holder.processID)), so its level was not checked."
        ))
    }
    let askAsRoot = Message("Ask as root for the service's view: sudo spokenmove doctor")
    if error.code == .deviceForbidden, isAskedByAnother {
      return .warning(Self.microphone, Message("You may not listen to \(device)."), askAsRoot)
    }
    let advice: Message
    switch error.code {
    case .deviceBusy:
      advice =
        holder.map {
          Message("End that program (sudo kill \($0.processID)), or choose another microphone.")
        }
        ?? Message(
          "End the program that records, or choose another microphone: spokenmove devices")
    case .deviceMissing where devices.contains(where: { $0.usb != nil || $0.name.hasPrefix("hw:") }):
      let names = devices.filter { $0.usb != nil || $0.name.hasPrefix("hw:") }.map(\.name)
      advice = Message(
        "Plug it in, or set microphone.device to one that is there: \(names.joined(separator: ", "))"
      )
    case .deviceMissing:
      advice = Message("Plug a USB microphone in. To see what the machine detects: lsusb")
    case .deviceForbidden: advice = Message("See the line about the user above.")
    default: advice = Message("List them: spokenmove devices")
    }
    let what =
      switch (error.code, holder) {
      case (.deviceMissing, _): Message("There is no microphone \(device).")
      case (.deviceBusy, let holder?):
        holder.name.map { Message("\(device) is held by \($0) (process \(holder.processID)).") }
          ?? Message("\(device) is held by a program (process \(holder.processID)).")
      default: error.message
      }
    return .failure(Self.microphone, what, advice)
  }

  /// The card's id in ALSA's name of a device.
  static func card(_ alsaName: String) -> String? {
    guard let start = alsaName.firstRange(of: "CARD=") else { return nil }
    return String(alsaName[start.upperBound...].prefix { $0 != "," })
  }

  // MARK: Its sound

  private func check(_ analysis: SoundAnalysis, clipped: Int, card: String?) -> Check {
    let levels = Message(
      "Peak \(Self.decibels(analysis.peak)), mean \(Self.decibels(analysis.rms))")
    if let muted = volumes.first(where: { $0.isOn == false || $0.percent == 0 }), analysis.rms < -70
    {
      return .failure(
        Self.sound, Message("It is switched off or turned down: \(muted.name). \(levels)."),
        .verbatim(Self.amixer(card, muted.name, "\(max(70, muted.percent ?? 70))% cap")))
    }
    if analysis.isSilent {
      let what = Message("It hears nothing at all, not even noise.")
      return isSpeech
        ? .failure(
          Self.sound, what, Message("Switch it on. Is it the right one? spokenmove devices"))
        : .warning(
          Self.sound, what,
          Message("Switch it on. Some are silent until spoken to: spokenmove doctor --speak tells.")
        )
    }
    if clipped > 0 || analysis.clippedCount > 0 {
      return .warning(
        Self.sound,
        Message(
          "It is too loud and cut off: \(max(clipped, analysis.clippedCount)) samples. \(levels)."),
        turn(by: -10, card))
    }
    if abs(analysis.offset) > 0.02 {
      let percent = Int((analysis.offset * 100).rounded())
      return .warning(
        Self.sound, Message("It has an offset of \(percent) % of full scale. \(levels)."),
        Message(
          "The sound card does not power its microphone properly: use another one, or a USB microphone."
        ))
    }
    if let hum = analysis.hum, hum.share > 0.5, hum.level > -55 {
      return .warning(
        Self.sound,
        Message(
          "It hums at \(hum.frequency) Hz, \(Self.decibels(hum.level)); without that, mean \(Self.decibels(analysis.levelWithoutHum))."
        ),
        Message(
          "Use another power supply or cable, and keep the microphone's cable away from mains."))
    }
    return isSpeech ? speech(analysis, levels, card) : noise(analysis, levels, card)
  }

  /// For a recording in which nobody was asked to speak: the room's sound.
  private func noise(_ analysis: SoundAnalysis, _ levels: Message, _ card: String?) -> Check {
    if analysis.rms > -30 {
      return .warning(
        Self.sound, Message("It is loud, although nobody was asked to speak. \(levels)."),
        turn(by: -10, card))
    }
    if analysis.rms < -85 {
      return .warning(
        Self.sound, Message("It hears next to nothing. \(levels)."),
        Message("Switch it on and turn it up. Then speak to it: spokenmove doctor --speak"))
    }
    return .ok(Self.sound, withVolumes(Message("\(levels), neither cut off nor humming.")))
  }

  /// For speech, which should peak about 12 dB below full scale.
  private func speech(_ analysis: SoundAnalysis, _ levels: Message, _ card: String?) -> Check {
    let change = -12 - analysis.peak
    if analysis.peak < LevelMeter.speechPeaks.lowerBound {
      return .warning(
        Self.sound, Message("Your voice is faint. \(levels)."),
        .joined([turn(by: change, card), Message("Or speak from nearer by.")]))
    }
    if analysis.peak > LevelMeter.speechPeaks.upperBound {
      return .warning(
        Self.sound, Message("Your voice is all but cut off. \(levels)."), turn(by: change, card))
    }
    return .ok(
      Self.sound,
      withVolumes(Message("Your voice is loud enough, and not too loud. \(levels).")))
  }

  private func withVolumes(_ message: Message) -> Message {
    let texts = volumes.compactMap { volume in volume.percent.map { "\(volume.name) \($0) %" } }
    return texts.isEmpty
      ? message : .joined([message, Message("Gain: \(texts.joined(separator: ", ")).")])
  }

  /// The command that changes the capture volume by some decibels.
  private func turn(by decibels: Double, _ card: String?) -> Message {
    let amount = Int(abs(decibels).rounded())
    guard let volume = volumes.first(where: { $0.percent != nil }), card != nil else {
      return decibels > 0
        ? Message(
          "Turn it up by some \(amount) dB; it has no control that can be set from here.")
        : Message(
          "Turn it down by some \(amount) dB; it has no control that can be set from here.")
    }
    let command = Self.amixer(card, volume.name, "\(amount)dB\(decibels > 0 ? "+" : "-")")
    return decibels > 0
      ? Message(
        "Turn it up by some \(amount) dB: \(command) (and look: spokenmove level), then keep it: sudo alsactl store"
      )
      : Message(
        "Turn it down by some \(amount) dB: \(command) (and look: spokenmove level), then keep it: sudo alsactl store"
      )
  }

  private static func amixer(_ card: String?, _ control: String, _ value: String) -> String {
    "amixer\(card.map { " -c \($0)" } ?? "") sset '\(control)' \(value)"
  }

  static func decibels(_ level: Double) -> String {
    LevelMeter.written(level).drop { $0 == " " }.description
  }
}
