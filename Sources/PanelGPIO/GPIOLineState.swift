import CGPIO
import Panel

/// Where a GPIO line is and who holds it, without taking it.
public struct GPIOLineState: Sendable, Hashable {
  /// The chip's node, such as "/dev/gpiochip0".
  public let chip: String
  /// The line's number on the chip.
  public let offset: Int
  /// Whether a program or a driver holds it.
  public let isUsed: Bool
  /// The name that the holder gave; empty if it gave none.
  public let consumer: String

  /// A line as something other than a chip says it is, as in tests.
  public init(chip: String, offset: Int, isUsed: Bool, consumer: String) {
    self.chip = chip
    self.offset = offset
    self.isUsed = isUsed
    self.consumer = consumer
  }

  /// Looks for the line. Throws `PanelError` where it is not, or cannot be looked for.
  ///
  /// The corresponding C functions are `gpiod_chip_get_line` and `gpiod_chip_get_line_info`.
  public init(of line: GPIOLineName) throws(PanelError) {
    let operation = "look at the line"
    let place = try GPIOChips(for: operation).place(of: line)
    guard let state = Self.look(at: place) else {
      throw PanelError(
        .lineLost, operation, "\(line)", advice: "The GPIO chip \(place.path) went away.")
    }
    self = state
  }

  /// nil if it cannot be asked.
  static func look(at place: GPIOChips.Place) -> GPIOLineState? {
    var text = [CChar](repeating: 0, count: 64)
    let status = spokenmove_gpio_consumer(place.path, place.offset, &text, text.count)
    guard status >= 0 else { return nil }
    let consumer = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return GPIOLineState(
      chip: place.path, offset: Int(place.offset), isUsed: status > 0, consumer: consumer)
  }
}
