import Synchronization

/// A light without hardware that remembers its patterns, as with gpiozero's mock pins.
public final class MockIndicator: FallibleIndicator {
  private struct State {
    var history: [IndicatorPattern] = []
    var failure: PanelError?
  }

  /// Why the light disappeared; ends when it is closed.
  public let losses: AsyncStream<PanelError>
  private let sink: AsyncStream<PanelError>.Continuation
  private let state = Mutex(State())

  /// A light that has shown nothing yet.
  public init() {
    (losses, sink) = AsyncStream.makeStream(of: PanelError.self, bufferingPolicy: .unbounded)
  }

  /// Everything it has shown; ends with off once it has been closed.
  public var history: [IndicatorPattern] { state.withLock { $0.history } }

  /// Why it cannot be switched; nil if it can. While it is set, the light ignores patterns.
  public var failure: PanelError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Removes its line, as when an adapter is unplugged.
  public func lose(_ error: PanelError) { sink.yield(error) }

  /// Shows the pattern, unless it cannot be switched; returns immediately.
  public func set(_ pattern: IndicatorPattern) async {
    state.withLock { if $0.failure == nil { $0.history.append(pattern) } }
  }

  /// Turns it off, and ends `losses`.
  public func close() async {
    state.withLock { $0.history.append(.off) }
    sink.finish()
  }
}
