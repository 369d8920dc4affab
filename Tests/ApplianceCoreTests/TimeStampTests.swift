import Foundation
import TestSupport
import Testing

@testable import ApplianceCore

@Suite(.tags(.hardwareFree)) struct TimeStampTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (1_763_721_600_825, "2025-11-21T10:40:00.825Z"),
      (1_709_254_799_009, "2024-03-01T00:59:59.009Z"),
    ] as [(Int64, String)])
  func timesAreWrittenForPrograms(wall: Int64, text: String) {
    let stamp = TimeStamp(wall: wall, monotonic: 0)
    #expect(stamp.iso8601 == text)
    #expect(stamp.day == String(text.prefix(10)))
  }

  @Test func timesAreInMilliseconds() {
    let before = ContinuousClock.now
    let (first, wall) = (TimeStamp.now, Date().timeIntervalSince1970)
    #expect(abs(Double(first.wall) / 1_000 - wall) < 5)
    while before.duration(to: .now) < .milliseconds(30) {}
    let passed = TimeStamp.now.monotonic - first.monotonic
    #expect((20..<5_000).contains(passed), "\(passed)")
    // Since the machine started.
    #expect(first.monotonic > 1_000 && first.monotonic < first.wall)
  }
}
