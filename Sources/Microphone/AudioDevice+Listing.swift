import CALSA
import DeviceIO
import Glibc

extension AudioDevice {
  /// All capture devices: hardware first, then those from configuration files.
  ///
  /// Reads small files of the kernel and ALSA's configuration. Opens no device, so it disturbs
  /// nobody, and also lists cards that this process may not open.
  public static func captureDevices() -> [AudioDevice] {
    hardware(SoundCards()) + configured()
  }

  /// The capture devices of the cards in /proc/asound.
  static func hardware(_ cards: SoundCards) -> [AudioDevice] {
    let captureCards = cards.captureCards
    return captureCards.flatMap { card in
      card.devices.map { device in
        let directory = "\(cards.root)/proc/asound/card\(card.number)"
        let info = SmallFile.text("\(directory)/pcm\(device)c/info") ?? ""
        let title = SoundCards.field("name", in: info)
        let stream = USBStream(SmallFile.text("\(directory)/stream\(device)") ?? "")
        let alsaName = SoundCards.alsaName(card.id, device)
        return AudioDevice(
          name: lastingName(of: device, on: card, among: captureCards) ?? alsaName,
          alsaName: alsaName,
          title: [cardTitle(card.number, cards), title].compactMap(\.self).joined(separator: ", "),
          sampleRates: stream.sampleRates, channelCounts: stream.channelCounts, usb: card.usb)
      }
    }
  }

  /// The shortest name that matches only this USB card; nil if it is not on USB.
  private static func lastingName(
    of device: Int, on card: SoundCards.CaptureCard, among cards: [SoundCards.CaptureCard]
  ) -> String? {
    guard let usb = card.usb else { return nil }
    let number = device == card.devices.first ? nil : device
    let plain = USBDeviceName(id: usb.id, device: number)
    var names = [plain]
    // Skip a serial number that would need quotes in the configuration.
    if let serial = usb.serial, serial.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
      names.append(USBDeviceName(id: usb.id, serial: serial, device: number))
    }
    if let port = usb.port { names.append(USBDeviceName(id: usb.id, port: port, device: number)) }
    let unique = names.first { name in
      USBDeviceName(name.description) == name
        && cards.count { $0.usb.map(name.matches) ?? false } == 1
    }
    return unique?.description
  }

  /// The card's name in /proc/asound/cards: " 1 [Device         ]: USB-Audio - USB PnP Sound
  /// Device".
  private static func cardTitle(_ number: Int, _ cards: SoundCards) -> String? {
    let lines = (SmallFile.text("\(cards.root)/proc/asound/cards") ?? "").split(separator: "\n")
    for line in lines {
      let start = line.drop { $0 == " " }
      guard start.prefix(while: \.isNumber) == "\(number)", let colon = start.firstRange(of: "]: ")
      else { continue }
      let text = start[colon.upperBound...]
      return String(text.firstRange(of: " - ").map { text[$0.upperBound...] } ?? text)
    }
    return nil
  }

  /// Plugins that convert sound: programs record through them, not from them.
  private static let converters: Set = [
    "null", "samplerate", "speexrate", "lavrate", "speex", "upmix", "vdownmix", "a52", "arcamav",
  ]

  /// Names from configuration files, except those derived from a card.
  ///
  /// The corresponding C function is `snd_device_name_hint`.
  private static func configured() -> [AudioDevice] {
    ALSA.opening {
      var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
      guard snd_device_name_hint(-1, "pcm", &hints) >= 0, let hints else { return [] }
      defer { snd_device_name_free_hint(hints) }
      var devices: [AudioDevice] = []
      var next = hints
      while let hint = next.pointee {
        next += 1
        guard let name = text(hint, "NAME"), !name.contains(":"), !converters.contains(name),
          text(hint, "IOID") != "Output"
        else { continue }
        let title = text(hint, "DESC")?.split(separator: "\n").joined(separator: ", ") ?? name
        devices.append(
          AudioDevice(
            name: name, alsaName: name, title: title, sampleRates: [], channelCounts: [], usb: nil))
      }
      return devices
    }
  }

  private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
    guard let value = snd_device_name_get_hint(hint, key) else { return nil }
    defer { free(value) }
    return String(cString: value)
  }
}
