import DeviceIO
import Synchronization

/// A button that reports why its events ended.
public protocol FallibleButton: Button {
  /// Why `events` ended by itself; nil if it did not.
  var failure: PanelError? { get }
}

/// A button that may appear later, disappear and return: it opens as soon as it exists.
public final class AwaitedButton: Button {
  private struct State {
    var button: (any FallibleButton)?
    var hear: (@Sendable (ButtonEvent) -> Void)?
    var work: Task<Void, Never>?
  }

  /// How long to wait before trying again to open it.
  static let pause = Duration.seconds(1)

  /// Presses and releases; up to 64 wait, then it drops the oldest.
  public let events: AsyncStream<ButtonEvent>
  private let sink: AsyncStream<ButtonEvent>.Continuation
  private let state = Mutex(State())

  /// - Parameters:
  ///   - clock: Measures the pause between two attempts to open it.
  ///   - tell: Takes the reason why the button is missing, whenever it changes, and nil when the
  ///     button is back. A missing chip is reported only once.
  ///   - open: Opens the button's line; called again if it throws. The button may pass its events
  ///     to the given function, on any thread, instead of to its `events`.
  public init(
    clock: any Clock<Duration> = QuietClock(), tell: @escaping @Sendable (PanelError?) -> Void,
    open:
      @escaping @Sendable (
        _ hear: @escaping @Sendable (ButtonEvent) -> Void
      ) throws(PanelError) -> any FallibleButton
  ) {
    (events, sink) = AsyncStream.makeStream(
      of: ButtonEvent.self, bufferingPolicy: .bufferingNewest(64))
    let work = Task { await self.run(clock, tell, open) }
    state.withLock { $0.work = work }
  }

  /// Whether the button is held down; false while it is missing.
  public var isPressed: Bool { state.withLock { $0.button?.isPressed ?? false } }

  /// Passes on each press and release, on the thread where it occurred.
  public func listen(_ hear: @escaping @Sendable (ButtonEvent) -> Void) async {
    state.withLock { $0.hear = hear }
    // Earlier events.
    for await event in events { hear(event) }
  }

  private func pass(_ event: ButtonEvent) {
    if let hear = state.withLock({ $0.hear }) { hear(event) } else { sink.yield(event) }
  }

  /// Ends `events`, and releases the line or stops waiting for it.
  public func close() async {
    let work = state.withLock { $0.work }
    work?.cancel()
    await work?.value
    sink.finish()
  }

  private func run(
    _ clock: any Clock<Duration>, _ tell: @Sendable (PanelError?) -> Void,
    _ open:
      @Sendable (
        _ hear: @escaping @Sendable (ButtonEvent) -> Void
      ) throws(PanelError) -> any FallibleButton
  ) async {
    var told: PanelError?
    while !Task.isCancelled {
      do throws(PanelError) {
        let button = try open { [weak self] in self?.pass($0) }
        if told != nil { tell(nil) }
        told = nil
        state.withLock { $0.button = button }
        // Also ends when this task is cancelled.
        for await event in button.events { pass(event) }
        // A button that disappears while held down counts as released.
        if button.isPressed { pass(.released) }
        state.withLock { $0.button = nil }
        await button.close()
        if let failure = button.failure { throw failure }
      } catch {
        if error.isNews(after: told) {
          tell(error)
          told = error
        }
      }
      guard (try? await clock.sleep(for: Self.pause)) != nil else { return }
    }
  }
}
