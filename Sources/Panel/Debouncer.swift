/// Debounces a button's contact: a level counts once it has lasted for a period.
///
/// The kernel debounces in the same way if libgpiod 2 requests it. Times have any common origin.
package struct Debouncer {
  package enum Event: Equatable {
    /// The line changed to this level.
    case edge(isActive: Bool, at: Duration)
    /// The requested wait is over; the line has this level now.
    case waited(isActive: Bool, at: Duration)
  }

  package enum Action: Equatable {
    case report(ButtonEvent)
    /// Send `waited` at this time; replaces an earlier wait.
    case wait(until: Duration)
  }

  /// A level that has not lasted long enough, and when it began.
  private struct Pending {
    var isActive: Bool
    var since: Duration
    var deadline: Duration
    /// Whether a reading contradicted this level; an edge may be late or lost.
    var isDoubtful = false
  }

  package let period: Duration
  package private(set) var isPressed: Bool
  private var pending: Pending?

  /// `isPressed` is the line's initial level.
  package init(period: Duration, isPressed: Bool) {
    self.period = period
    self.isPressed = isPressed
  }

  package mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .edge(let isActive, let time):
      guard period > .zero else { return settle(isActive) }
      // If reports are late, a level may have lasted long enough before its ending edge arrives.
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
