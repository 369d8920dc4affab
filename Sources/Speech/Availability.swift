import Synchronization

/// Whether a recognizer can be used, with notification of changes; true at first.
final class Availability: Sendable {
  private struct State {
    var isAvailable = true
    var listeners: [Int: AsyncStream<Bool>.Continuation] = [:]
    var count = 0
  }
  private let state = Mutex(State())

  var isAvailable: Bool { state.withLock { $0.isAvailable } }

  /// Notifies all listeners if the value changed.
  func set(_ isAvailable: Bool) {
    let listeners = state.withLock { state -> [AsyncStream<Bool>.Continuation] in
      guard state.isAvailable != isAvailable else { return [] }
      state.isAvailable = isAvailable
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield(isAvailable) }
  }

  /// The value now and after each change; a slow reader gets only the latest.
  func changes() -> AsyncStream<Bool> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    let (number, now) = state.withLock { state in
      state.count += 1
      state.listeners[state.count] = continuation
      return (state.count, state.isAvailable)
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    continuation.yield(now)
    return stream
  }

  deinit {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.finish() }
  }
}
