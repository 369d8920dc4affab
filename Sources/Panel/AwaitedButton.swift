import DeviceIO
import Synchronization

/// A button that tells why its events have ended.
public protocol FallibleButton: Button {
  /// Why `events` ended by itself; nil if it did not.
  var failure: PanelError? { get }
}

/// A button that may come later, go away and come back: it is taken as soon as it is there.
public final class AwaitedButton: Button {
  private struct State {
    var button: (any FallibleButton)?
    /// Those of buttons that went away.
    var dropped = 0
    var isClosed = false
  }

  /// How long is waited before it is looked for again.
  static let pause = Duration.seconds(1)

  /// Presses and releases; the oldest of more than 64 that nobody took are dropped, and counted.
  public let events: AsyncStream<ButtonEvent>
  private let sink: AsyncStream<ButtonEvent>.Continuation
  private let state = Mutex(State())
  private let work = Mutex<Task<Void, Never>?>(nil)

  /// - Parameters:
  ///   - tell: Takes why the button is not there, whenever that has changed, and nil when it is
  ///     there again.
  ///   - open: Takes the button's line; called again where it throws.
  public init(
    clock: any Clock<Duration> = QuietClock(), tell: @escaping @Sendable (PanelError?) -> Void,
    open: @escaping @Sendable () throws(PanelError) -> any FallibleButton
  ) {
    (events, sink) = AsyncStream.makeStream(
      of: ButtonEvent.self, bufferingPolicy: .bufferingNewest(64))
    let task = Task { await self.run(clock, tell, open) }
    work.withLock { $0 = task }
  }

  /// Whether the button is held down; false while there is none.
  public var isPressed: Bool { state.withLock { $0.button?.isPressed ?? false } }

  /// How many events were dropped because nobody took them in time.
  public var droppedEvents: Int {
    state.withLock { $0.dropped + ($0.button?.droppedEvents ?? 0) }
  }

  /// Ends `events`, and lets go of the line or of waiting for it.
  public func close() async {
    let button = state.withLock { state in
      state.isClosed = true
      return state.button
    }
    let task = work.withLock { $0 }
    task?.cancel()
    await button?.close()
    await task?.value
    sink.finish()
  }

  private func run(
    _ clock: any Clock<Duration>, _ tell: @Sendable (PanelError?) -> Void,
    _ open: @Sendable () throws(PanelError) -> any FallibleButton
  ) async {
    var told: PanelError?
    while !Task.isCancelled {
      do throws(PanelError) {
        let button = try open()
        if told != nil { tell(nil) }
        told = nil
        guard take(button) else { return await button.close() }
        for await event in button.events {
          if case .dropped = sink.yield(event) { state.withLock { $0.dropped += 1 } }
        }
        // Whoever holds it down while it goes away has let go of it.
        if button.isPressed { sink.yield(.released) }
        letGo(button)
        await button.close()
        if let failure = button.failure { throw failure }
      } catch {
        if error != told { tell(error) }
        told = error
      }
      guard (try? await clock.sleep(for: Self.pause)) != nil else { return }
    }
  }

  /// Returns false where the button is to be closed.
  private func take(_ button: any FallibleButton) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.button = button
      return true
    }
  }

  private func letGo(_ button: any FallibleButton) {
    state.withLock { state in
      state.dropped += button.droppedEvents
      state.button = nil
    }
  }
}
