/// Returns the result of `work`, or nil if it takes longer than `limit`; then it continues in the
/// background. A cancelled caller waits too.
@discardableResult
package func within<Value: Sendable>(
  _ limit: Duration, clock: any Clock<Duration> = QuietClock(),
  _ work: @escaping @Sendable () async -> Value
) async -> Value? {
  let (results, sink) = AsyncStream.makeStream(
    of: Value?.self, bufferingPolicy: .bufferingOldest(1))
  let worker = Task {
    let value = await work()
    sink.yield(value)
  }
  let timer = Task {
    try? await clock.sleep(for: limit)
    sink.yield(nil)
  }
  defer {
    timer.cancel()
    worker.cancel()
  }
  // In a cancelled task, the stream would end at once.
  return await Task {
    for await result in results { return result }
    return nil
  }.value
}
