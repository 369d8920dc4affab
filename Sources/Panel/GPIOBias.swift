/// The resistor inside the chip that gives an open line its level.
public enum GPIOBias: String, Sendable, Hashable, CaseIterable {
  /// None: the board has its own.
  case none
  case pullUp = "pull-up"
  case pullDown = "pull-down"
}
