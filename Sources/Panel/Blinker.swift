/// Drives a light through its patterns; needs no task unless it blinks.
package actor Blinker {
  private let clock: any Clock<Duration>
  private let light: @Sendable (Bool) -> Void
  private var shown: IndicatorPattern?
  private var blinking: Task<Void, Never>?

  /// `light` switches the light, and must not block for long.
  package init(clock: any Clock<Duration>, light: @escaping @Sendable (Bool) -> Void) {
    self.clock = clock
    self.light = light
  }

  deinit {
    blinking?.cancel()
  }

  /// Shows `pattern` from its beginning; a current pattern simply continues.
  package func show(_ pattern: IndicatorPattern) {
    guard pattern != shown else { return }
    shown = pattern
    blinking?.cancel()
    blinking = nil
    light(pattern.level(0).isOn)
    guard pattern.level(0).duration != nil else { return }
    blinking = Self.blink(pattern, on: clock) { [weak self] isOn in
      await self?.step(pattern, isOn) ?? false
    }
  }

  /// One step of a pattern; false if it has been replaced.
  private func step(_ pattern: IndicatorPattern, _ isOn: Bool) -> Bool {
    guard shown == pattern, !Task.isCancelled else { return false }
    light(isOn)
    return true
  }

  private static func blink(
    _ pattern: IndicatorPattern, on clock: some Clock<Duration>,
    _ show: @escaping @Sendable (Bool) async -> Bool
  ) -> Task<Void, Never> {
    Task {
      // Deadlines are absolute, so that the rhythm does not drift.
      var deadline = clock.now
      var index = 0
      while let duration = pattern.level(index).duration {
        deadline = deadline.advanced(by: duration)
        index += 1
        do { try await clock.sleep(until: deadline, tolerance: nil) } catch { return }
        guard await show(pattern.level(index).isOn) else { return }
      }
    }
  }
}
