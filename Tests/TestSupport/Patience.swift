import Foundation
import Testing

/// How long a test waits for an event: 15 s, times the environment's SPOKENMOVE_PATIENCE.
///
/// Counts only slices of time in which the waiting test could run, so that parallel tests on a busy
/// machine don't use it up.
package enum Patience {
  private static let slice = Duration.milliseconds(10)
  /// The environment's SPOKENMOVE_PATIENCE; by default 1.
  static let factor: Double = {
    let text = ProcessInfo.processInfo.environment["SPOKENMOVE_PATIENCE"]
    return text.flatMap(Double.init) ?? 1
  }()
  private static let sliceCount = Int(1_500 * factor)

  /// Returns when the time is over, or the task is cancelled.
  package static func runsOut() async {
    for _ in 0..<sliceCount {
      do { try await Task.sleep(for: slice) } catch { return }
    }
  }

  /// Returns true as soon as `isSo`, and false when the time is over.
  package static func lasts(until isSo: () throws -> Bool) async rethrows -> Bool {
    for count in 0..<100 + sliceCount {
      if try isSo() { return true }
      if count < 100 { await Task.yield() } else { try? await Task.sleep(for: slice) }
    }
    return try isSo()
  }

  /// Returns as soon as `isSo`; records an issue when the time is over.
  package static func wait(
    for event: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isSo: () throws -> Bool
  ) async rethrows {
    if try await lasts(until: isSo) { return }
    Issue.record("waited in vain for \(event)", sourceLocation: sourceLocation)
  }
}

extension TimeLimitTrait.Duration {
  /// A test's time limit in minutes, times the environment's SPOKENMOVE_PATIENCE.
  package static func patientMinutes(_ minutes: Int) -> Self {
    .minutes(Int((Double(minutes) * Patience.factor).rounded(.up)))
  }
}
