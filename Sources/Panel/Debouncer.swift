/// Tells presses from the bouncing of a button's contact: a level counts when it has lasted for a
/// period.
///
/// That is how the kernel debounces where libgpiod 2 asks it to. Times are since any moment, the
/// same for all calls.
package struct Debouncer {
  package enum Event: Equatable {
    /// The line changed to this level.
    case edge(isActive: Bool, at: Duration)
    /// The time that was to be waited for has come; the line has this level now.
    case waited(isActive: Bool, at: Duration)
  }

  package enum Action: Equatable {
    case report(ButtonEvent)
    /// To be told `waited` then; it takes the place of what was to be waited for before.
    case wait(until: Duration)
  }

  /// A level that has not lasted yet, and since when it is there.
  private struct Pending {
    var isActive: Bool
    var since: Duration
    var deadline: Duration
    /// Whether the line was found at the other level: the edge to that may be on its way, or lost.
    var isDoubtful = false
  }

  package let period: Duration
  package private(set) var isPressed: Bool
  private var pending: Pending?

  /// `isPressed` is the line's level at the beginning.
  package init(period: Duration, isPressed: Bool) {
    self.period = period
    self.isPressed = isPressed
  }

  package mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .edge(let isActive, let time):
      guard period > .zero else { return settle(isActive) }
      // Whoever is told late finds both edges of a level that has lasted.
      var actions: [Action] = []
      if let pending, time - pending.since >= period { actions = settle(pending.isActive) }
      pending = Pending(isActive: isActive, since: time, deadline: time + period)
      return actions + [.wait(until: time + period)]
    case .waited(let isActive, let time):
      guard let pending else { return [] }
      if time < pending.deadline { return [.wait(until: pending.deadline)] }
      if isActive != pending.isActive, !pending.isDoubtful {
        self.pending?.isDoubtful = true
        self.pending?.deadline = time + period
        return [.wait(until: time + period)]
      }
      self.pending = nil
      return settle(isActive)
    }
  }

  private mutating func settle(_ isActive: Bool) -> [Action] {
    guard isActive != isPressed else { return [] }
    isPressed = isActive
    return [.report(isActive ? .pressed : .released)]
  }
}
