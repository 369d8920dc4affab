import Glibc
import Synchronization

/// A thread that waits for a device and reports what it finds.
///
/// The thread sleeps in ``wait(for:timeout:)`` until the device is ready or somebody asks the
/// thread to end.
package final class DeviceLoop<Element: Sendable, Failure: Error>: Sendable {
  /// What ended a wait.
  package enum Waking: Sendable, Hashable {
    /// ``wake()`` or ``end()`` was called. The device may be ready too.
    case woken
    /// One of the descriptors has an event.
    case device
    /// The time has passed.
    case timeout
    /// The wait failed; a negative `errno`.
    case failed(Int32)
  }

  private struct State {
    var isEnding = false
    var failure: Failure?
  }

  private let name: String
  private let limit: Duration?
  private let signal: WakeSignal
  private let closed = Completion()
  private let state = Mutex(State())
  private let take: @Sendable (Element) -> Bool
  private let finish: @Sendable (Failure?) -> Void

  /// A loop that calls these functions on its thread.
  ///
  /// - Parameters:
  ///   - name: The thread's name in the process list; only 15 bytes count.
  ///   - limit: How long the thread may be busy without a pause; ``Supervision`` then reports it.
  ///   - take: Takes an element without blocking; returns false if that dropped an element.
  ///   - end: Called when the body has returned or thrown, with the failure if there was one.
  package init(
    name: String, limit: Duration? = .seconds(60), take: @escaping @Sendable (Element) -> Bool,
    end: @escaping @Sendable (Failure?) -> Void
  ) throws(BlockingThread.Unavailable) {
    self.name = name
    self.limit = limit
    self.take = take
    finish = end
    signal = try WakeSignal()
  }

  /// A loop with a stream of its elements, which ends without an error; ``failure`` says why.
  ///
  /// - Parameters:
  ///   - name: The thread's name in the process list; only 15 bytes count.
  ///   - limit: How long the thread may be busy without a pause; ``Supervision`` then reports it.
  ///   - policy: The stream's buffering policy while nobody reads it.
  package static func make(
    name: String, limit: Duration? = .seconds(60),
    keeping policy: AsyncStream<Element>.Continuation.BufferingPolicy
  ) throws(BlockingThread.Unavailable) -> (loop: DeviceLoop, stream: AsyncStream<Element>) {
    let (stream, sink) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    let loop = try DeviceLoop(name: name, limit: limit) { element in
      if case .dropped = sink.yield(element) { false } else { true }
    } end: { _ in
      sink.finish()
    }
    return (loop, stream)
  }

  /// Why the loop ended by itself; nil if it did not.
  package var failure: Failure? { state.withLock { $0.failure } }

  /// Whether the loop was asked to end.
  package var isEnding: Bool { state.withLock { $0.isEnding } }

  /// Whether the body has returned and released the device.
  package var isClosed: Bool { closed.isDone }

  /// Starts the thread, which runs `body` once. Call it once.
  package func start(
    _ body: @escaping @Sendable (DeviceLoop) throws(Failure) -> Void
  ) throws(BlockingThread.Unavailable) {
    do {
      try BlockingThread.start(name: name, limit: limit) { self.run(body) }
    } catch {
      closed.finish()
      finish(nil)
      throw error
    }
  }

  private func run(_ body: (DeviceLoop) throws(Failure) -> Void) {
    do throws(Failure) {
      try body(self)
    } catch {
      fail(error)
    }
    // When a reader sees the stream end, the device must be closed.
    closed.finish()
    finish(failure)
  }

  /// Asks the body to end; never blocks.
  package func end() {
    state.withLock { $0.isEnding = true }
    signal.raise()
  }

  /// Asks the body to end because the device failed elsewhere; never blocks.
  package func end(because failure: Failure) {
    fail(failure)
    end()
  }

  /// Makes the body's wait return; never blocks.
  package func wake() {
    signal.raise()
  }

  /// Asks the body to end; returns when it has ended.
  package func close() async {
    end()
    await closed.wait()
  }

  private func fail(_ failure: Failure) {
    state.withLock { $0.failure = $0.failure ?? failure }
  }

  // MARK: On the thread

  /// Waits for one of `descriptors` and writes events to `revents`; ignores descriptors below zero.
  package func wait(for descriptors: inout [pollfd], timeout: Duration? = nil) -> Waking {
    var all = descriptors + [Poll.reading(signal.descriptor)]
    let ready = Poll.wait(&all, timeout: timeout)
    let isWoken = all.removeLast().revents != 0
    descriptors = all
    if isWoken {
      signal.lower()
      return .woken
    }
    if ready < 0 { return .failed(ready) }
    return ready == 0 ? .timeout : .device
  }

  /// Ends the stream while the loop goes on.
  package func endStream() {
    finish(nil)
  }

  /// Reports `element`; never blocks. Returns false if that dropped an element.
  @discardableResult
  package func report(_ element: Element) -> Bool { take(element) }
}
