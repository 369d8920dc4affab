import Testing

@testable import Panel

@Suite("Debouncing")
struct DebouncerTests {
  /// The events for edges (to active or not, in milliseconds), with waits as in a thread.
  private func events(
    _ edges: [(Bool, Int)], period: Duration = .milliseconds(10), isPressed: Bool = false
  ) -> [(ButtonEvent, Int)] {
    var debouncer = Debouncer(period: period, isPressed: isPressed)
    var result: [(ButtonEvent, Int)] = []
    var deadline: Duration?
    var level = isPressed
    func perform(_ actions: [Debouncer.Action], at time: Duration) {
      for action in actions {
        switch action {
        case .report(let event): result.append((event, Int(time / .milliseconds(1))))
        case .wait(let until): deadline = until
        }
      }
    }
    for (isActive, milliseconds) in edges + [(nil, 10_000)] as [(Bool?, Int)] {
      let time = Duration.milliseconds(milliseconds)
      if let due = deadline, due <= time {
        deadline = nil
        perform(debouncer.handle(.waited(isActive: level, at: due)), at: due)
      }
      guard let isActive else { break }
      level = isActive
      perform(debouncer.handle(.edge(isActive: isActive, at: time)), at: time)
    }
    return result
  }

  @Test("a bouncing press and release count once each, after the period")
  func bounces() {
    let heard = events([
      (true, 100), (false, 101), (true, 103), (false, 104), (true, 106),
      (false, 300), (true, 302), (false, 305),
    ])
    #expect(heard.map(\.0) == [.pressed, .released])
    #expect(heard.map(\.1) == [116, 315])
  }

  @Test("a spike shorter than the period is ignored")
  func spike() {
    #expect(events([(true, 100), (false, 104)]).isEmpty)
    #expect(events([(true, 100), (false, 300), (true, 305)]).map(\.0) == [.pressed])
  }

  @Test("if it is held at the start, the first event is the release")
  func heldAtStart() {
    #expect(events([(false, 100)], isPressed: true).map(\.0) == [.released])
  }

  @Test("if the kernel debounces, edges count immediately, except those without a change")
  func byKernel() {
    let heard = events([(true, 100), (true, 101), (false, 102)], period: .zero)
    #expect(heard.map(\.0) == [.pressed, .released])
    #expect(heard.map(\.1) == [100, 102])
  }

  @Test("the level reveals a lost edge")
  func lostEdge() {
    var debouncer = Debouncer(period: .milliseconds(10), isPressed: false)
    #expect(
      debouncer.handle(.edge(isActive: true, at: .zero)) == [.wait(until: .milliseconds(10))])
    // It may also still arrive.
    #expect(
      debouncer.handle(.waited(isActive: false, at: .milliseconds(10)))
        == [.wait(until: .milliseconds(20))])
    #expect(debouncer.handle(.waited(isActive: false, at: .milliseconds(20))).isEmpty)
    #expect(!debouncer.isPressed)
    #expect(debouncer.handle(.waited(isActive: true, at: .milliseconds(30))).isEmpty)
  }

  @Test("edges handled late count at their own time")
  func late() {
    var debouncer = Debouncer(period: .milliseconds(10), isPressed: false)
    _ = debouncer.handle(.edge(isActive: true, at: .zero))
    // The level is read after the button was released, but before that edge is.
    _ = debouncer.handle(.waited(isActive: false, at: .milliseconds(35)))
    #expect(
      debouncer.handle(.edge(isActive: false, at: .milliseconds(30)))
        == [.report(.pressed), .wait(until: .milliseconds(40))])
    #expect(
      debouncer.handle(.edge(isActive: true, at: .milliseconds(60)))
        == [.report(.released), .wait(until: .milliseconds(70))])
    #expect(
      debouncer.handle(.edge(isActive: false, at: .milliseconds(64)))
        == [.wait(until: .milliseconds(74))])
    #expect(debouncer.handle(.waited(isActive: false, at: .milliseconds(74))).isEmpty)
  }

  @Test("early wake-ups continue the wait, and needless ones are ignored")
  func early() {
    var debouncer = Debouncer(period: .milliseconds(10), isPressed: false)
    #expect(debouncer.handle(.waited(isActive: true, at: .zero)).isEmpty)
    _ = debouncer.handle(.edge(isActive: true, at: .zero))
    #expect(
      debouncer.handle(.waited(isActive: true, at: .milliseconds(9)))
        == [.wait(until: .milliseconds(10))])
  }
}
