import CALSA
import DeviceIO
import Glibc

extension AudioDevice {
  /// All devices that can be recorded from: the hardware's first, then those that configuration files define.
  ///
  /// Reads small files of the kernel's and ALSA's configuration; opens no device, so that nobody is disturbed. Cards
  /// that this process may not open are listed as well.
  public static func captureDevices() -> [AudioDevice] {
    hardware(SoundCards()) + configured()
  }

  /// The capture devices of the cards in /proc/asound.
  static func hardware(_ cards: SoundCards) -> [AudioDevice] {
    cards.numbers.flatMap { number -> [AudioDevice] in
      let directory = "\(cards.root)/proc/asound/card\(number)"
      guard let id = SmallFile.line("\(directory)/id") else { return [] }
      return SmallFile.names(in: directory).compactMap { entry -> AudioDevice? in
        guard entry.hasPrefix("pcm"), entry.hasSuffix("c"),
          let device = Int(entry.dropFirst(3).dropLast())
        else { return nil }
        let title = field("name", in: SmallFile.text("\(directory)/\(entry)/info") ?? "")
        let stream = USBStream(SmallFile.text("\(directory)/stream\(device)") ?? "")
        return AudioDevice(
          name: "hw:CARD=\(id),DEV=\(device)",
          title: [cardTitle(number, cards), title].compactMap(\.self).joined(separator: ", "),
          sampleRates: stream.sampleRates, channelCounts: stream.channelCounts,
          usb: usb(number, cards))
      }
    }
  }

  /// The card's name in /proc/asound/cards: " 1 [Device         ]: USB-Audio - USB PnP Sound Device".
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

  private static func usb(_ number: Int, _ cards: SoundCards) -> USBIdentity? {
    guard let id = SmallFile.line("\(cards.root)/proc/asound/card\(number)/usbid") else {
      return nil
    }
    // The card belongs to an interface of the USB device, which is the directory above.
    let serial = SmallFile.line("\(cards.root)/sys/class/sound/card\(number)/device/../serial")
    return USBIdentity(id: id, serial: serial)
  }

  /// The value of "name: value" on a line of its own.
  private static func field(_ name: String, in text: String) -> String? {
    for line in text.split(separator: "\n") where line.hasPrefix("\(name): ") {
      return String(line.dropFirst(name.count + 2))
    }
    return nil
  }

  /// Names that configuration files define, and that are not one of a card's many.
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
        guard let name = text(hint, "NAME"), !name.contains(":"), name != "null",
          text(hint, "IOID") != "Output"
        else { continue }
        let title = text(hint, "DESC")?.split(separator: "\n").joined(separator: ", ") ?? name
        devices.append(
          AudioDevice(name: name, title: title, sampleRates: [], channelCounts: [], usb: nil))
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
