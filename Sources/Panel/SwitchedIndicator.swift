import DeviceIO
import Synchronization

/// A light that can be turned on and off, and may fail; needs no task unless it blinks. Close it:
/// otherwise it goes on blinking.
package actor SwitchedIndicator: FallibleIndicator {
  /// Failures to switch the light, or its loss, as they happen; ends when it is closed.
  package nonisolated let losses: AsyncStream<PanelError>
  private nonisolated let sink: AsyncStream<PanelError>.Continuation
  private nonisolated let lastFailure = Mutex<PanelError?>(nil)
  private let clock: any Clock<Duration>
  private let turn: @Sendable (Bool) throws(PanelError) -> Void
  private let release: @Sendable () -> Void
  private var shown: IndicatorPattern?
  private var blinking: Task<Void, Never>?

  /// `turn` turns the light on or off, and must not block for long. `release` frees the light's
  /// line, which turns it off; it may run twice.
  package init(
    clock: any Clock<Duration>, turn: @escaping @Sendable (Bool) throws(PanelError) -> Void,
    release: @escaping @Sendable () -> Void = {}
  ) {
    self.clock = clock
    self.turn = turn
    self.release = release
    (losses, sink) = AsyncStream.makeStream(
      of: PanelError.self, bufferingPolicy: .bufferingOldest(1))
  }

  /// The last failure to switch the light; nil if there was none.
  package nonisolated var failure: PanelError? { lastFailure.withLock { $0 } }

  /// Shows `pattern` from its beginning; a current pattern simply continues. Returns when the light
  /// has been switched once.
  package func set(_ pattern: IndicatorPattern) {
    guard pattern != shown else { return }
    shown = pattern
    blinking?.cancel()
    blinking = nil
    light(pattern.level(0).isOn)
    guard pattern.level(0).duration != nil else { return }
    blinking = Task { await blink(pattern, on: clock) }
  }

  private func light(_ isOn: Bool) {
    do throws(PanelError) {
      try turn(isOn)
    } catch {
      lastFailure.withLock { $0 = error }
      sink.yield(error)
    }
  }

  /// Goes through a pattern until it ends or another one replaces it.
  private func blink(_ pattern: IndicatorPattern, on clock: some Clock<Duration>) async {
    // Deadlines are absolute, so that the rhythm does not drift.
    var deadline = clock.now
    var index = 0
    while let duration = pattern.level(index).duration {
      deadline = deadline.advanced(by: duration)
      index += 1
      try? await clock.sleep(until: deadline, tolerance: nil)
      guard !Task.isCancelled else { return }
      light(pattern.level(index).isOn)
    }
  }

  /// Reports that the light has disappeared without having been switched.
  package nonisolated func lose(_ error: PanelError) {
    sink.yield(error)
  }

  /// Turns the light off and ends `losses`.
  package func close() {
    set(.off)
    release()
    sink.finish()
  }
}
