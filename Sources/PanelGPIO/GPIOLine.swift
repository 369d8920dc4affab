import CGPIO
import Glibc
import Localization
import Panel
import Synchronization

/// A GPIO line that this process holds until it is closed.
///
/// The corresponding C types are `gpiod_line` of libgpiod 1 and `gpiod_line_request` of libgpiod 2.
final class GPIOLine: Sendable {
  /// A line's purpose.
  struct Use {
    var isOutput = false
    var isActiveLow = false
    var bias = GPIOBias.none
    /// Done by the kernel, for an input; libgpiod 1 cannot request it.
    var debounce = Duration.zero
  }

  let name: GPIOLineName
  private let operation: Message
  private let place: GPIOChips.Place
  private let isOutput: Bool
  /// The library's pointers; every call to the library holds the lock.
  private struct Held: @unchecked Sendable {
    var line: spokenmove_gpio_line
  }

  /// Nil once it is closed.
  private let held: Mutex<Held?>
  /// The number of the watch on its chip.
  private let watching = Mutex<Int?>(nil)

  /// Whether the kernel does the requested debouncing.
  static var kernelDebounces: Bool { spokenmove_gpio_debounces() }

  /// Finds the line and takes it; an output is off then.
  ///
  /// The corresponding C functions are `gpiod_line_request` and `gpiod_chip_request_lines`.
  init(_ name: GPIOLineName, for operation: Message, use: Use) throws(PanelError) {
    self.name = name
    self.operation = operation
    isOutput = use.isOutput
    let place = try GPIOChips(for: operation).place(of: name)
    self.place = place
    var line = spokenmove_gpio_line()
    let status = "spokenmove".withCString { consumer in
      let micros =
        use.debounce.components.seconds * 1_000_000
        + use.debounce.components.attoseconds / 1_000_000_000_000
      var settings = spokenmove_gpio_settings(
        output: use.isOutput, active_low: use.isActiveLow, bias: use.bias.shim,
        debounce: UInt(clamping: micros), consumer: consumer)
      return spokenmove_gpio_request(&line, place.path, place.offset, &settings)
    }
    guard status == 0 else {
      throw PanelError(
        status, operation, "\(name)", path: place.path,
        holder: status == -EBUSY ? GPIOLineState.look(at: place)?.consumer ?? "" : "")
    }
    held = Mutex(Held(line: line))
  }

  deinit {
    close()
  }

  /// The descriptor that is readable when there is an edge.
  func descriptor() throws(PanelError) -> CInt {
    try call { spokenmove_gpio_descriptor($0) }
  }

  /// Whether the line is active, after `isActiveLow`.
  func isActive() throws(PanelError) -> Bool {
    try call { spokenmove_gpio_get($0) } != 0
  }

  /// Switches an output; does nothing once it is closed.
  func set(_ isActive: Bool) throws(PanelError) {
    _ = try call { spokenmove_gpio_set($0, isActive) }
  }

  /// The next edge: whether it is to active, and its time on the kernel's monotonic clock. Blocks
  /// if there is none, so wait for `descriptor` first.
  func readEdge() throws(PanelError) -> (isActive: Bool, time: Duration) {
    let edge = held.withLock { held in
      held.map { taken in withUnsafePointer(to: taken.line) { spokenmove_gpio_read_edge($0) } }
    }
    guard let edge else { return (false, .zero) }
    try check(edge.status)
    return (edge.status != 0, .nanoseconds(edge.nanoseconds))
  }

  /// Calls `tell` when the chip is gone, unless the line is closed first. Call it once.
  func whenLost(_ tell: @escaping @Sendable (PanelError) -> Void) {
    let error = PanelError(
      .lineLost, operation, "\(name)", status: -ENODEV,
      advice: Message("Its chip \(place.path) was removed."))
    let number = GPIOChipWatch.shared.watch(place.path) { tell(error) }
    watching.withLock { $0 = number }
  }

  /// Turns an output off and releases the line. May be called twice.
  func close() {
    if let number = watching.withLock({ $0 }) { GPIOChipWatch.shared.forget(number) }
    held.withLock { held in
      guard var taken = held else { return }
      if isOutput { _ = spokenmove_gpio_set(&taken.line, false) }
      spokenmove_gpio_release(&taken.line)
      held = nil
    }
  }

  private func call(
    _ body: @Sendable (UnsafePointer<spokenmove_gpio_line>) -> Int32
  ) throws(PanelError) -> Int32 {
    let status = held.withLock { held in
      held.map { taken in withUnsafePointer(to: taken.line, body) } ?? 0
    }
    try check(status)
    return status
  }

  private func check(_ status: Int32) throws(PanelError) {
    guard status >= 0 else { throw PanelError(status, operation, "\(name)", path: place.path) }
  }
}

extension GPIOBias {
  fileprivate var shim: Int32 {
    switch self {
    case .none: Int32(SPOKENMOVE_GPIO_BIAS_NONE)
    case .pullUp: Int32(SPOKENMOVE_GPIO_BIAS_UP)
    case .pullDown: Int32(SPOKENMOVE_GPIO_BIAS_DOWN)
    }
  }
}
