import Glibc

/// The settings for a terminal that the appliance opens: 8 data bits, no parity, one stop bit, raw
/// input.
struct TerminalSettings: Sendable, Hashable {
  private static let speeds: [(baud: Int, speed: speed_t)] = [
    (9_600, speed_t(B9600)), (19_200, speed_t(B19200)), (38_400, speed_t(B38400)),
    (57_600, speed_t(B57600)), (115_200, speed_t(B115200)), (230_400, speed_t(B230400)),
    (460_800, speed_t(B460800)), (921_600, speed_t(B921600)),
  ]

  /// The supported rates, in bits per second.
  static var bauds: [Int] { speeds.map(\.baud) }

  /// Bits per second; one of `bauds`.
  var baud: Int

  /// Whether the environment's terminal supports colors; on a serial line the terminal is unknown.
  ///
  /// NO_COLOR, set to anything, means none (no-color.org).
  static func hasColors(
    environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
  ) -> Bool {
    guard environment("NO_COLOR")?.isEmpty != false, let type = environment("TERM") else {
      return false
    }
    if environment("COLORTERM")?.isEmpty == false || type.contains("color") { return true }
    let families = ["xterm", "screen", "tmux", "linux", "rxvt", "putty", "konsole", "alacritty"]
    return families.contains { type.hasPrefix($0) }
  }

  /// Whether the environment's locale uses UTF-8, by the rules of setlocale(3).
  static func hasUnicode(
    environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
  ) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.compactMap { environment($0) }.first { !$0.isEmpty } ?? ""
    return locale.uppercased().filter(\.isLetter).hasSuffix("UTF")
  }

  /// Applies the settings; returns 0, or the `errno` value.
  ///
  /// The corresponding C functions are `cfmakeraw` and `tcsetattr`.
  func apply(to descriptor: CInt) -> Int32 {
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else { return errno }
    cfmakeraw(&attributes)
    // CLOCAL: a three-wire line has no carrier detect, and would otherwise hang up.
    attributes.c_cflag |= tcflag_t(CLOCAL | CREAD)
    attributes.c_cflag &= ~(tcflag_t(CSTOPB) | tcflag_t(CRTSCTS))
    if let speed = Self.speeds.first(where: { $0.baud == baud })?.speed {
      cfsetispeed(&attributes, speed)
      cfsetospeed(&attributes, speed)
    }
    return tcsetattr(descriptor, TCSANOW, &attributes) == 0 ? 0 : errno
  }
}
