import Localization

/// A GPIO line's name in the configuration: "17", "GPIO17" or "gpiochip0:17".
public enum GPIOLineName: Sendable, Hashable, CustomStringConvertible {
  /// A number on the board's main chip: on a Raspberry Pi, the BCM number.
  case number(UInt32)
  /// The board's own name of the line.
  case named(String)
  /// A number on a chip, given by its name ("gpiochip0"), its path or its label
  /// ("gpio-sim.0-node0").
  case onChip(String, UInt32)

  /// Throws `PanelError` if the text cannot be a line.
  public init(_ text: String) throws(PanelError) {
    let colon = text.lastIndex(of: ":")
    if let number = Self.offset(text[...]) {
      self = .number(number)
    } else if let colon, colon != text.startIndex,
      let number = Self.offset(text[text.index(after: colon)...])
    {
      self = .onChip(String(text[..<colon]), number)
    } else if colon == nil, !text.isEmpty, text.allSatisfy(Self.isNamed), !Self.isNumeric(text) {
      self = .named(text)
    } else {
      throw PanelError(
        .invalidName, Message("use the GPIO line"), "\"\(text)\"",
        advice: Message(
          "Give a number (17), a name (GPIO17) or a chip and a number (gpiochip0:17)."))
    }
  }

  /// "GPIO 17" for a number; otherwise the name, or the chip and the number, as given.
  public var description: String {
    switch self {
    case .number(let number): "GPIO \(number)"
    case .named(let name): name
    case .onChip(let chip, let number): "\(chip):\(number)"
    }
  }

  /// The form that `init(_:)` reads.
  package var written: String {
    if case .number(let number) = self { return String(number) }
    return description
  }

  /// A plausible line number: chips have a few hundred lines at most.
  private static func offset(_ text: Substring) -> UInt32? {
    guard (1...5).contains(text.utf8.count), isNumeric(text) else { return nil }
    return UInt32(text)
  }

  private static func isNumeric(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func isNamed(_ character: Character) -> Bool {
    character.isASCII && !character.isWhitespace && character != "\0"
  }
}
