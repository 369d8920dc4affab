import FoundationEssentials
import Glibc

/// A time on the wall clock and on a monotonic clock.
package struct TimeStamp: Sendable, Hashable {
  /// Milliseconds since 1970, UTC.
  package var wall: Int64
  /// Milliseconds since the machine started.
  package var monotonic: Int64

  /// The current time. The corresponding C function is `clock_gettime`.
  package static var now: TimeStamp {
    TimeStamp(wall: milliseconds(of: CLOCK_REALTIME), monotonic: milliseconds(of: CLOCK_MONOTONIC))
  }

  private static func milliseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The date by the wall clock, such as "2026-11-21".
  package var day: String { String(iso8601.prefix(10)) }

  /// The time by the wall clock in RFC 3339 format, such as "2026-11-21T10:40:00.825Z".
  package var iso8601: String {
    // The style would round a fraction.
    let seconds = Date(timeIntervalSince1970: Double(wall / 1_000)).formatted(.iso8601)
    let fraction = String(wall % 1_000).padded(to: 3, with: "0", left: true)
    return "\(seconds.dropLast()).\(fraction)Z"
  }
}
