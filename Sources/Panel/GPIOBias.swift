/// The chip's internal resistor that defines the level of an open line.
public enum GPIOBias: String, Sendable, Hashable, CaseIterable {
  /// None: the board has its own.
  case none
  case pullUp = "pull-up"
  case pullDown = "pull-down"
}
