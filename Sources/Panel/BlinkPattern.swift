/// When a light is on, from the moment it begins to show an `IndicatorPattern`.
struct BlinkPattern: Sendable, Hashable {
  /// How long it is on, off, on …, over and over; empty where the light does not blink.
  let steps: [Duration]
  /// What a light shows that does not blink.
  let isSteadilyOn: Bool

  init(_ pattern: IndicatorPattern) {
    switch pattern {
    case .off: steps = []
    case .on: steps = []
    case .slowBlink: steps = [.seconds(1), .seconds(1)]
    case .doubleBlink:
      steps = [.milliseconds(150), .milliseconds(150), .milliseconds(150), .milliseconds(1_050)]
    }
    isSteadilyOn = pattern == .on
  }

  /// The level number `index` and how long it lasts; nil for the time where the light does not blink.
  func step(_ index: Int) -> (isOn: Bool, duration: Duration?) {
    guard !steps.isEmpty else { return (isSteadilyOn, nil) }
    let position = index % steps.count
    return (position.isMultiple(of: 2), steps[position])
  }
}
