import Synchronization

/// A panel's lights as text, such as "(*) available  ( ) recording", redrawn at each change.
///
/// Blinking is drawn as a sign, (~) for slow and (!) for double, so that it needs no redrawing.
public final class TerminalPanel: Sendable {
  private let lights = Mutex<[(name: String, pattern: IndicatorPattern)]>([])
  private let draw: @Sendable (String) -> Void

  /// `draw` gets the whole line, without a line end, in the order of changes; it must not block for
  /// long.
  public init(draw: @escaping @Sendable (String) -> Void) {
    self.draw = draw
  }

  /// Adds a light to the right of the others; it is off.
  public func indicator(named name: String) -> TerminalIndicator {
    let index = lights.withLock { lights in
      lights.append((name, .off))
      return lights.count - 1
    }
    return TerminalIndicator(panel: self, index: index)
  }

  fileprivate func set(_ pattern: IndicatorPattern, at index: Int) {
    // Drawn under the lock, to keep simultaneous changes in order.
    lights.withLock { lights in
      guard lights[index].pattern != pattern else { return }
      lights[index].pattern = pattern
      draw(lights.map { "(\($0.pattern.sign)) \($0.name)" }.joined(separator: "  "))
    }
  }
}

/// One light of a `TerminalPanel`.
public struct TerminalIndicator: Indicator {
  fileprivate let panel: TerminalPanel
  fileprivate let index: Int

  /// Redraws the panel with this light's new pattern; returns immediately.
  public func set(_ pattern: IndicatorPattern) async {
    panel.set(pattern, at: index)
  }

  /// Draws the light as off.
  public func close() async {
    panel.set(.off, at: index)
  }
}
