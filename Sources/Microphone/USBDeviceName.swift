/// A microphone named by its model rather than its order of detection: "usb:0d8c:0014".
///
/// Vendor and product come first. To tell two of a model apart, add ":A1B2C3" (the serial number)
/// or "@1-1.3" (the port). ",DEV=1" names another device of the card than the first.
struct USBDeviceName: Sendable, Hashable, CustomStringConvertible {
  var id: String
  var serial: String?
  var port: String?
  /// The device on the card; nil stands for the first capture device.
  var device: Int?
}

extension USBDeviceName {
  /// Nil if the text is not such a name.
  init?(_ text: String) {
    guard text.hasPrefix("usb:") else { return nil }
    var rest = text.dropFirst(4)
    if let comma = rest.lastIndex(of: ","), rest[comma...].hasPrefix(",DEV=") {
      guard let number = Int(rest[comma...].dropFirst(5)), number >= 0 else { return nil }
      device = number
      rest = rest[..<comma]
    }
    let id = rest.prefix(9)
    let halves = id.split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count == 2,
      halves.allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) })
    else { return nil }
    self.id = id.lowercased()
    let which = rest.dropFirst(9)
    switch which.first {
    case nil: break
    case ":" where which.count > 1: serial = String(which.dropFirst())
    case "@" where which.count > 1: port = String(which.dropFirst())
    default: return nil
    }
  }

  var description: String {
    "usb:\(id)" + (serial.map { ":\($0)" } ?? "") + (port.map { "@\($0)" } ?? "")
      + (device.map { ",DEV=\($0)" } ?? "")
  }

  /// Whether it names this USB device.
  func matches(_ identity: AudioDevice.USBIdentity) -> Bool {
    id == identity.id && (serial == nil || serial == identity.serial)
      && (port == nil || port == identity.port)
  }
}
