import DeviceIO
import Glibc

extension SoundCards {
  /// ALSA's names for `device`, in the order to try them; empty if it is not plugged in.
  ///
  /// "default" stands for ALSA's default and, if that cannot record, as on a board whose first card
  /// only plays, for the first card that can, with USB cards first.
  func alsaNames(of device: String) -> [String] {
    if let name = USBDeviceName(device) {
      return captureCards.filter { $0.usb.map(name.matches) ?? false }
        .flatMap { card in
          card.devices.filter { name.device == nil || $0 == name.device }
            .prefix(1).map { Self.alsaName(card.id, $0) }
        }
        .prefix(1).map(\.self)
    }
    guard device == "default" else { return [device] }
    let cards = captureCards
    let ordered = cards.filter { $0.usb != nil } + cards.filter { $0.usb == nil }
    return [device] + ordered.flatMap { card in card.devices.map { Self.alsaName(card.id, $0) } }
  }

  /// A card that can record.
  struct CaptureCard: Sendable, Hashable {
    let number: Int
    let id: String
    /// The numbers of its capture devices.
    let devices: [Int]
    let usb: AudioDevice.USBIdentity?
  }

  /// The cards that can record, by number.
  var captureCards: [CaptureCard] {
    numbers.compactMap { number in
      let directory = "\(root)/proc/asound/card\(number)"
      guard let id = SmallFile.line("\(directory)/id") else { return nil }
      let devices = SmallFile.names(in: directory).compactMap { entry in
        entry.hasPrefix("pcm") && entry.hasSuffix("c") ? Int(entry.dropFirst(3).dropLast()) : nil
      }.sorted()
      return devices.isEmpty
        ? nil : CaptureCard(number: number, id: id, devices: devices, usb: usb(number))
    }
  }

  static func alsaName(_ card: String, _ device: Int) -> String { "hw:CARD=\(card),DEV=\(device)" }

  private func usb(_ number: Int) -> AudioDevice.USBIdentity? {
    guard let id = SmallFile.line("\(root)/proc/asound/card\(number)/usbid") else { return nil }
    // The card belongs to a USB interface; its parent directory is the USB device.
    let interface = "\(root)/sys/class/sound/card\(number)/device"
    return AudioDevice.USBIdentity(
      id: id, serial: SmallFile.line("\(interface)/../serial"),
      port: SmallFile.target(ofLink: interface)?.split(separator: "/").last?
        .split(separator: ":").first.map(String.init))
  }
}
