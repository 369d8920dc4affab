import DeviceIO
import Localization

/// Whether the board has enough power, according to a Raspberry Pi's firmware, and is cool enough.
struct PowerCheck {
  let machine: Machine

  private static let name = "power"
  private static let supply = Message(
    "Use the power supply made for the board (5.1 V, 3 A or more) and a short cable; take other devices off its USB."
  )
  private static let air = Message("Give the board air, a heat sink or a fan.")

  var checks: [Check] { [power, temperature].compactMap { $0 } }

  private var power: Check {
    if let bits = throttled { return Self.check(bits) }
    if let isLow = lowVoltageAlarm {
      return isLow
        ? .warning(Self.name, Message("The board's voltage is or was too low."), Self.supply)
        : .ok(Self.name, Message("The board's voltage has been high enough since it started."))
    }
    return .ok(Self.name, Message("This machine does not report on its power supply."))
  }

  /// Explains the bits of `vcgencmd get_throttled`: the low ones are current, the high ones count
  /// since the start.
  static func check(_ bits: UInt64) -> Check {
    let troubles = [
      Message("the voltage too low"), Message("the clock capped"), Message("throttled"),
      Message("too hot"),
    ]
    func names(_ shift: Int) -> [Message] {
      troubles.indices.filter { bits >> UInt64($0 + shift) & 1 == 1 }.map { troubles[$0] }
    }
    let now = names(0)
    let since = names(16)
    if now.isEmpty, since.isEmpty {
      return .ok(
        name, Message("The board has had enough voltage since it started, and ran at full speed."))
    }
    let parts = [
      now.isEmpty ? nil : Message("Now: \(.joined(now, separator: ", "))."),
      since.isEmpty
        ? nil : Message("Since it was started: \(.joined(since, separator: ", "))."),
    ]
    let isHotOnly = (bits >> 16 | bits) & 1 == 0
    return .warning(
      name, .joined(parts.compactMap(\.self)),
      isHotOnly ? air : supply)
  }

  /// The firmware's bits, from hexadecimal digits; nil if there are none.
  private var throttled: UInt64? {
    // The device's folder name varies by board generation; its driver's does not.
    let driver = "/sys/bus/platform/drivers/raspberrypi-firmware"
    let folders =
      machine.names(in: driver).map { "\(driver)/\($0)" } + [
        "/sys/devices/platform/soc/soc:firmware"
      ]
    return folders.lazy.compactMap { machine.line("\($0)/get_throttled") }.first
      .flatMap { UInt64($0.hasPrefix("0x") ? $0.dropFirst(2) : $0[...], radix: 16) }
  }

  /// The kernel's own low-voltage alarm; nil if there is none.
  private var lowVoltageAlarm: Bool? {
    for entry in machine.names(in: "/sys/class/hwmon") {
      let folder = "/sys/class/hwmon/\(entry)"
      guard machine.line("\(folder)/name") == "rpi_volt" else { continue }
      for name in machine.names(in: folder) where name.hasSuffix("_lcrit_alarm") {
        if let alarm = machine.line("\(folder)/\(name)") { return alarm != "0" }
      }
    }
    return nil
  }

  private var temperature: Check? {
    guard let text = machine.line("/sys/class/thermal/thermal_zone0/temp"),
      let thousandths = Int(text), (80_000...200_000).contains(thousandths)
    else { return nil }
    return .warning(
      "temperature", Message("The processor is at \(thousandths / 1_000) degrees Celsius."),
      Self.air)
  }
}
