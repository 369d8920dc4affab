/// A light's pattern: a sequence of levels, as data.
public struct IndicatorPattern: Sendable, Hashable {
  /// On or off for a while.
  public struct Level: Sendable, Hashable {
    /// Whether the light is on.
    public var isOn: Bool
    /// Its duration; nil: forever.
    public var duration: Duration?

    /// A level for a duration, or for good.
    public init(_ isOn: Bool, for duration: Duration?) {
      self.isOn = isOn
      self.duration = duration
    }
  }

  /// The levels, repeated in order; a level without a duration is the last one. Without
  /// levels, the light is off.
  public let levels: [Level]
  /// The character for it in a drawing without animation.
  public let sign: Character

  /// Repeating levels with these durations; the first is on unless `startsOn` is false.
  public init(blinking durations: [Duration], startsOn: Bool = true, sign: Character) {
    levels = durations.enumerated().map { index, duration in
      Level(index.isMultiple(of: 2) == startsOn, for: duration)
    }
    self.sign = sign
  }

  /// Levels with these durations, once; then the light is off.
  public init(once durations: [Duration], startsOn: Bool = true, sign: Character) {
    levels =
      durations.enumerated().map { index, duration in
        Level(index.isMultiple(of: 2) == startsOn, for: duration)
      } + [Level(false, for: nil)]
    self.sign = sign
  }

  private init(isOn: Bool, sign: Character) {
    levels = [Level(isOn, for: nil)]
    self.sign = sign
  }

  /// The level at `index`, counted through all repetitions.
  func level(_ index: Int) -> Level {
    levels.isEmpty ? Level(false, for: nil) : levels[index % levels.count]
  }

  /// Dark.
  public static let off = IndicatorPattern(isOn: false, sign: " ")
  /// Lit.
  public static let on = IndicatorPattern(isOn: true, sign: "*")
  /// 1 s on, 1 s off: something is being prepared.
  public static let slowBlink = IndicatorPattern(blinking: [.seconds(1), .seconds(1)], sign: "~")
  /// Two flashes of 0.15 s and a pause, every 1.5 s: something needs attention.
  public static let doubleBlink = IndicatorPattern(
    blinking: [
      .milliseconds(150), .milliseconds(150), .milliseconds(150), .milliseconds(1_050),
    ], sign: "!")
}

/// A light on the front panel.
public protocol Indicator: Sendable {
  /// Shows `pattern` until the next call.
  func set(_ pattern: IndicatorPattern) async

  /// Turns the light off and releases its line. May be called twice.
  func close() async
}
