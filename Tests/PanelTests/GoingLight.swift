import Synchronization
import TestSupport
import Testing

@testable import Panel

/// A light that disappears while being switched on.
final class GoingLight: FallibleIndicator {
  let failure: PanelError? = nil
  let losses: AsyncStream<PanelError>
  private let steps: Steps

  private final class Steps: Sendable {
    let isSwitching = Mutex(false)
    let isDealtWith = Mutex(false)
    let hasGone = Mutex(false)
  }

  init(_ error: PanelError) {
    let steps = Steps()
    self.steps = steps
    losses = AsyncStream {
      guard !steps.hasGone.withLock({ $0 }) else {
        // A second call shows that the first loss has been handled.
        steps.isDealtWith.withLock { $0 = true }
        return nil
      }
      await Patience.wait(for: "a light to be switched") { steps.isSwitching.withLock { $0 } }
      steps.hasGone.withLock { $0 = true }
      return error
    }
  }

  func set(_ pattern: IndicatorPattern) async {
    steps.isSwitching.withLock { $0 = true }
    await Patience.wait(for: "the loss to be dealt with") { steps.isDealtWith.withLock { $0 } }
  }

  func close() async {}
}
