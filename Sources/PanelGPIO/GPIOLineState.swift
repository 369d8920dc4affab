import CGPIO
import Localization
import Panel

/// A GPIO line's place and holder, without taking the line.
package struct GPIOLineState: Sendable, Hashable {
  /// The chip's node, such as "/dev/gpiochip0".
  package let chip: String
  /// The line's number on the chip.
  package let offset: Int
  /// Whether a program or a driver holds it.
  package let isUsed: Bool
  /// The holder's label; empty if it has none.
  package let consumer: String
}

extension GPIOLineState {
  /// Looks for the line. Throws `PanelError` if it does not exist or the search fails.
  ///
  /// The corresponding C functions are `gpiod_chip_get_line` and `gpiod_chip_get_line_info`.
  package init(of line: GPIOLineName) throws(PanelError) {
    let operation = Message("look at the line")
    let place = try GPIOChips(for: operation).place(of: line)
    guard let state = Self.look(at: place) else {
      throw PanelError(
        .lineLost, operation, "\(line)", advice: Message("The GPIO chip \(place.path) was removed.")
      )
    }
    self = state
  }

  /// Nil if the chip cannot be asked.
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
