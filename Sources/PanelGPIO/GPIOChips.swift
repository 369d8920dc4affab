import CGPIO
import DeviceIO
import Glibc
import Localization
import Panel

/// The board's GPIO chips, and the lines on them.
struct GPIOChips {
  /// A line on a chip.
  struct Place: Sendable, Hashable {
    /// The chip's node.
    let path: String
    let offset: UInt32
  }

  /// A chip that could be opened.
  private typealias Chip = (path: String, label: String, lineCount: Int)

  /// Labels of the chips with the board's own numbering: the BCM numbers of a Raspberry Pi.
  ///
  /// Their gpiochip number varies: on a Raspberry Pi 5 it was 4 and is now 0. The other chips are
  /// inside the processor.
  private static let mainLabels = ["pinctrl-bcm", "pinctrl-rp1"]

  private let operation: Message
  private let nodes: [String]

  /// Searches the nodes in `directory`; `operation` is for errors, as in "watch the button on".
  init(for operation: Message, in directory: String = "/dev") {
    self.operation = operation
    nodes = SmallFile.names(in: directory)
      .compactMap { name -> (Int, String)? in
        guard name.hasPrefix("gpiochip"), let number = Int(name.dropFirst(8)) else { return nil }
        return (number, "\(directory)/\(name)")
      }
      .sorted { $0.0 < $1.0 }
      .map(\.1)
  }

  /// The line's place. Throws `PanelError` if it does not exist or the search fails.
  func place(of line: GPIOLineName) throws(PanelError) -> Place {
    let chips = try open(line)
    switch line {
    case .number(let number):
      let main = chips.first { chip in Self.mainLabels.contains { chip.label.hasPrefix($0) } }
      if let main { return try place(number, on: main, line) }
      // Other boards use a Raspberry Pi's line names, or only their first chip matters.
      if let place = find("GPIO\(number)", on: chips) { return place }
      if let first = chips.first { return try place(number, on: first, line) }
    case .named(let name):
      if let place = find(name, on: chips) { return place }
    case .onChip(let name, let number):
      let chip = chips.first { chip in
        chip.path == name || chip.path.hasSuffix("/\(name)") || chip.label == name
      }
      guard let chip else {
        let known = chips.map { "\($0.path) (\($0.label))" }.joined(separator: ", ")
        throw PanelError(
          .chipMissing, operation, "\(line)",
          advice: Message("There is no such chip, but \(known)."))
      }
      return try place(number, on: chip, line)
    }
    throw PanelError(
      .lineMissing, operation, "\(line)",
      advice: Message("No chip has a line of this name: gpioinfo lists them all."))
  }

  private func place(
    _ number: UInt32, on chip: Chip, _ line: GPIOLineName
  ) throws(PanelError) -> Place {
    guard number < chip.lineCount else {
      throw PanelError(
        .lineMissing, operation, "\(line)",
        advice: Message(
          "\(chip.path) (\(chip.label)) has the lines 0 to \(chip.lineCount - 1)."))
    }
    return Place(path: chip.path, offset: number)
  }

  private func find(_ name: String, on chips: [Chip]) -> Place? {
    for chip in chips {
      let offset = spokenmove_gpio_find(chip.path, name)
      if offset >= 0 { return Place(path: chip.path, offset: UInt32(offset)) }
    }
    return nil
  }

  /// The chips that may be opened; at least one.
  private func open(_ line: GPIOLineName) throws(PanelError) -> [Chip] {
    var chips: [Chip] = []
    var failure: (path: String, status: Int32)?
    for path in nodes {
      var label = [CChar](repeating: 0, count: 64)
      let count = spokenmove_gpio_chip(path, &label, label.count)
      if count >= 0 {
        let text = String(
          decoding: label.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        chips.append((path, text, Int(count)))
      } else {
        failure = failure ?? (path, count)
      }
    }
    if !chips.isEmpty { return chips }
    if let failure { throw PanelError(failure.status, operation, "\(line)", path: failure.path) }
    throw PanelError(
      .chipMissing, operation, "\(line)",
      advice: Message("This machine has no GPIO chip (/dev/gpiochip*)."))
  }
}
