import Synchronization

/// A light that can be turned on and off, and may fail.
package final class SwitchedIndicator: FallibleIndicator {
  /// Failures to switch the light, or its loss, as they happen; ends when it is closed.
  package let losses: AsyncStream<PanelError>
  private let blinker: Blinker
  private let state: LightState
  private let release: @Sendable () -> Void

  /// `turn` turns the light on or off, and must not block for long. `release` frees the light's
  /// line, which turns it off; it may run twice.
  package init(
    clock: any Clock<Duration>, turn: @escaping @Sendable (Bool) throws(PanelError) -> Void,
    release: @escaping @Sendable () -> Void = {}
  ) {
    self.release = release
    let (losses, sink) = AsyncStream.makeStream(
      of: PanelError.self, bufferingPolicy: .bufferingOldest(1))
    self.losses = losses
    let state = LightState(sink: sink)
    self.state = state
    blinker = Blinker(clock: clock) { isOn in
      do throws(PanelError) {
        try turn(isOn)
      } catch {
        state.fail(error)
      }
    }
  }

  deinit {
    release()
    state.sink.finish()
  }

  /// The last failure to switch the light; nil if there was none.
  package var failure: PanelError? { state.failure.withLock { $0 } }

  /// Shows the pattern from now on; returns when the light has been switched once.
  package func set(_ pattern: IndicatorPattern) async {
    await blinker.show(pattern)
  }

  /// Reports that the light has disappeared without having been switched.
  package func lose(_ error: PanelError) {
    state.sink.yield(error)
  }

  /// Turns the light off and ends `losses`.
  package func close() async {
    await blinker.show(.off)
    release()
    state.sink.finish()
  }
}

/// Shared with the light's switch, which must not retain the indicator.
private final class LightState: Sendable {
  let failure = Mutex<PanelError?>(nil)
  let sink: AsyncStream<PanelError>.Continuation

  init(sink: AsyncStream<PanelError>.Continuation) { self.sink = sink }

  func fail(_ error: PanelError) {
    failure.withLock { $0 = error }
    sink.yield(error)
  }
}
