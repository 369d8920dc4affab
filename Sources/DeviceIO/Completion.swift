import Synchronization

/// An end that any number of tasks can await.
package final class Completion: Sendable {
  private struct State {
    var isDone = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Something that has not ended.
  package init() {}

  /// Whether it has ended.
  package var isDone: Bool { state.withLock { $0.isDone } }

  /// Marks it as ended; never blocks. Further calls do nothing.
  package func finish() {
    let waiting = state.withLock { state in
      state.isDone = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when it has ended. Cancelling the caller does not end the wait.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if !state.isDone { state.waiting.append(continuation) }
        return state.isDone
      }
      if isDone { continuation.resume() }
    }
  }
}
