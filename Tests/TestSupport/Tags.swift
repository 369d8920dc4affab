import Foundation
import Testing

extension Tag {
  /// Needs neither a device nor an installed library.
  @Tag package static var hardwareFree: Self
  /// Needs an installed acoustic model. Recognizing with one is slow without optimisation.
  @Tag package static var speech: Self
  /// Takes seconds rather than milliseconds.
  @Tag package static var slow: Self
}

/// A test's cost, for leaving it out of a run.
package enum TestCost: String, Sendable {
  case slow, speech
}

extension Trait where Self == ConditionTrait {
  /// Skips the test if the environment's SPOKENMOVE_SKIP names the cost, as in
  /// `SPOKENMOVE_SKIP="slow speech"`.
  package static func skippable(_ cost: TestCost) -> Self {
    let skipped = ProcessInfo.processInfo.environment["SPOKENMOVE_SKIP"] ?? ""
    return .disabled(
      if: skipped.split(separator: " ").contains(Substring(cost.rawValue)),
      "SPOKENMOVE_SKIP names \(cost.rawValue)")
  }
}
