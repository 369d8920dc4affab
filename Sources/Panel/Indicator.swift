/// How a light is lit.
public enum IndicatorPattern: Sendable, Hashable, CaseIterable {
  case off
  case on
  /// 1 s on, 1 s off: something is being prepared.
  case slowBlink
  /// Two flashes of 0.15 s and a pause, every 1.5 s: something needs attention.
  case doubleBlink
}

/// A light on the front panel.
public protocol Indicator: Sendable {
  /// Shows `pattern` until the next call.
  func set(_ pattern: IndicatorPattern) async

  /// Turns the light off and releases its line. May be called twice.
  func close() async
}
