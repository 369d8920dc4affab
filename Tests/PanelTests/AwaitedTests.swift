import DeviceIO
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Panel

@Suite("A panel that comes and goes", .timeLimit(.patientMinutes(2)))
struct AwaitedTests {
  /// A machine's line: missing, busy, or disappearing.
  private final class Line: Sendable {
    let error = Mutex<PanelError?>(nil)
    private let taken = Mutex<(lights: [MockIndicator], buttons: [MockButton])>(([], []))
    let told = Mutex<[PanelError?]>([])

    init(_ error: PanelError? = nil) { self.error.withLock { $0 = error } }

    /// The lights opened so far, in order.
    var lights: [MockIndicator] { taken.withLock { $0.lights } }
    var buttons: [MockButton] { taken.withLock { $0.buttons } }

    func become(_ error: PanelError?) {
      self.error.withLock { $0 = error }
      for light in lights { light.failure = error }
    }

    func light() throws(PanelError) -> MockIndicator {
      try check()
      let light = MockIndicator()
      taken.withLock { $0.lights.append(light) }
      return light
    }

    func button() throws(PanelError) -> MockButton {
      try check()
      let button = MockButton()
      taken.withLock { $0.buttons.append(button) }
      return button
    }

    func tell(_ error: PanelError?) { told.withLock { $0.append(error) } }
    var history: [PanelError?] { told.withLock { $0 } }
    func check() throws(PanelError) { if let error = error.withLock({ $0 }) { throw error } }
  }

  private static let missing = PanelError(.chipMissing, "light", "GPIO17", advice: "None.")
  private static let busy = PanelError(.lineBusy, "light", "GPIO17", advice: "Held.")
  private let clock = ManualClock()

  private func indicator(_ line: Line) -> AwaitedIndicator {
    let open: @Sendable () throws(PanelError) -> any FallibleIndicator = {
      () throws(PanelError) in
      try line.light()
    }
    return AwaitedIndicator(clock: clock, tell: { line.tell($0) }, open: open)
  }

  @Test("a late light shows the last pattern")
  func lateLight() async throws {
    let line = Line(Self.missing)
    let indicator = indicator(line)
    await indicator.set(.slowBlink)
    await clock.waitForSleepers(1)
    await indicator.set(.on)
    #expect(clock.sleeperCount == 1)
    for error in [Self.missing, Self.busy] {
      line.become(error)
      clock.advance(by: .seconds(1))
      await clock.waitForSleepers(1)
    }
    #expect(line.history == [Self.missing, Self.busy])
    line.become(nil)
    clock.advance(by: .seconds(1))
    try #require(clock.sleeperCount == 0)
    while line.history.count < 3 { await Task.yield() }
    #expect(line.history.last == .some(nil))
    #expect(line.lights.map(\.history) == [[.on]])
    await indicator.close()
    #expect(line.lights[0].history == [.on, .off])
    // It ignores later requests.
    await indicator.set(.slowBlink)
    #expect(line.lights.map(\.history) == [[.on, .off]])
  }

  @Test("64 events of a button wait; then the oldest are dropped")
  func waitingEvents() async throws {
    let line = Line()
    let button = button(line)
    while line.buttons.isEmpty { await Task.yield() }
    for _ in 0..<33 {
      line.buttons[0].press()
      line.buttons[0].release()
    }
    await button.close()
    var events: [ButtonEvent] = []
    for await event in button.events { events.append(event) }
    #expect(events == (0..<32).flatMap { _ in [.pressed, .released] as [ButtonEvent] })
  }

  /// Separates its mutexes: Swift 6.0's compiler crashes on one beside `async let`.
  private final class Ear: Sendable {
    typealias Hear = @Sendable (ButtonEvent) -> Void
    private let heard = Mutex<[ButtonEvent]>([])
    private let given = Mutex<Hear?>(nil)

    var events: [ButtonEvent] { heard.withLock { $0 } }
    var hear: Hear? { given.withLock { $0 } }
    func append(_ event: ButtonEvent) { heard.withLock { $0.append(event) } }
    func take(_ hear: @escaping Hear) { given.withLock { $0 = hear } }
  }

  @Test("a listener gets waiting events, then each event on the button's thread, until the end")
  func listening() async throws {
    let ear = Ear()
    let open: @Sendable (@escaping Ear.Hear) -> any FallibleButton = { given in
      ear.take(given)
      return MockButton()
    }
    let button = AwaitedButton(clock: clock, tell: { _ in }, open: open)
    while ear.hear == nil { await Task.yield() }
    let direct = try #require(ear.hear)
    direct(.pressed)
    async let listening: Void = button.listen { ear.append($0) }
    while ear.events.isEmpty { await Task.yield() }
    direct(.released)
    #expect(ear.events == [.pressed, .released], "at once")
    await button.close()
    await listening
  }

  @Test("a light that disappeared is reopened")
  func lostLight() async throws {
    let line = Line()
    let indicator = indicator(line)
    await indicator.set(.on)
    #expect(line.history.isEmpty)
    line.become(Self.missing)
    await indicator.set(.off)
    await clock.waitForSleepers(1)
    line.become(nil)
    await indicator.set(.on)
    clock.advance(by: .seconds(1))
    try #require(clock.sleeperCount == 0)
    while line.history.count < 2 { await Task.yield() }
    #expect(line.history == [Self.missing, nil])
    #expect(line.lights.count == 2)
    #expect(line.lights[1].history == [.on])
  }

  @Test("a light that reports its loss is reopened, without a new pattern")
  func goneLight() async throws {
    let line = Line()
    let indicator = indicator(line)
    await indicator.set(.on)
    line.become(Self.missing)
    line.lights[0].lose(Self.missing)
    await clock.waitForSleepers(1)
    #expect(line.history == [Self.missing])
    line.become(nil)
    clock.advance(by: .seconds(1))
    try #require(clock.sleeperCount == 0)
    while line.history.count < 2 { await Task.yield() }
    #expect(line.history == [Self.missing, nil])
    #expect(line.lights[1].history == [.on])
    // A late report from the lost light is ignored.
    line.lights[0].lose(Self.busy)
    await indicator.close()
    #expect(line.history == [Self.missing, nil])
  }

  @Test("a light that disappears while being switched is reported and reopened")
  func goneMeanwhile() async {
    let line = Line()
    let going = Mutex<GoingLight?>(GoingLight(Self.missing))
    let open: @Sendable () throws(PanelError) -> any FallibleIndicator = {
      () throws(PanelError) in
      if let light = going.withLock({ $0.take() }) { return light }
      return try line.light()
    }
    let indicator = AwaitedIndicator(clock: clock, tell: { line.tell($0) }, open: open)
    await indicator.set(.on)
    #expect(line.history == [Self.missing])
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    await Patience.wait(for: "the light to be back") { line.history == [Self.missing, nil] }
    #expect(line.lights.map(\.history) == [[.on]])
    // From now on it is shown immediately.
    await indicator.set(.slowBlink)
    #expect(line.lights.map(\.history) == [[.on, .slowBlink]])
    await indicator.close()
  }

  /// A light that takes its time.
  private final class SlowIndicator: FallibleIndicator {
    let light = MockIndicator()
    let (isSwitching, mayGoOn) = (Completion(), Completion())
    var failure: PanelError? { light.failure }
    var losses: AsyncStream<PanelError> { light.losses }

    func set(_ pattern: IndicatorPattern) async {
      isSwitching.finish()
      await mayGoOn.wait()
      await light.set(pattern)
    }

    func close() async { await light.close() }
  }

  @Test("a pattern that comes while a late light is being switched is shown")
  func meanwhile() async {
    let line = Line(Self.missing)
    let slow = SlowIndicator()
    let open: @Sendable () throws(PanelError) -> any FallibleIndicator = {
      () throws(PanelError) in
      try line.check()
      return slow
    }
    let indicator = AwaitedIndicator(clock: clock, tell: { line.tell($0) }, open: open)
    await indicator.set(.slowBlink)
    await clock.waitForSleepers(1)
    line.become(nil)
    clock.advance(by: .seconds(1))
    await slow.isSwitching.wait()
    await indicator.set(.on)
    slow.mayGoOn.finish()
    await slow.light.waitToShow(.on)
    await indicator.close()
  }

  @Test("a missing chip is reported once per light and button, until the reason changes")
  func goneChip() async throws {
    let lost = PanelError(.lineLost, "light", "GPIO17", advice: "Its chip was removed.")
    let (lightLine, buttonLine) = (Line(), Line())
    let (light, button) = (indicator(lightLine), button(buttonLine))
    await light.set(.on)
    while buttonLine.buttons.isEmpty { await Task.yield() }
    for line in [lightLine, buttonLine] { line.error.withLock { $0 = Self.missing } }
    lightLine.lights[0].lose(lost)
    buttonLine.buttons[0].fail(lost)
    for error in [Self.missing, Self.busy, Self.missing] {
      await clock.waitForSleepers(2)
      for line in [lightLine, buttonLine] { line.error.withLock { $0 = error } }
      clock.advance(by: .seconds(1))
    }
    await clock.waitForSleepers(2)
    for line in [lightLine, buttonLine] {
      #expect(line.history == [lost, Self.busy, Self.missing])
    }
    await light.close()
    await button.close()
  }

  @Test("a light that never appears can be closed")
  func neverLight() async {
    let indicator = indicator(Line(Self.missing))
    await indicator.set(.on)
    await clock.waitForSleepers(1)
    await indicator.close()
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  private func button(_ line: Line) -> AwaitedButton {
    AwaitedButton(
      clock: clock, tell: { line.tell($0) },
      open: { _ throws(PanelError) in
        try line.button()
      })
  }

  @Test("a button appears late, disappears while pressed, and returns")
  func lateButton() async throws {
    let line = Line(Self.missing)
    let button = button(line)
    var events = button.events.makeAsyncIterator()
    await clock.waitForSleepers(1)
    #expect(!button.isPressed)
    line.become(nil)
    clock.advance(by: .seconds(1))
    try #require(clock.sleeperCount == 0)
    while line.buttons.isEmpty { await Task.yield() }
    let first = line.buttons[0]
    first.press()
    #expect(await events.next() == .pressed)
    line.become(Self.busy)
    first.fail(Self.busy)
    #expect(await events.next() == .released)
    await clock.waitForSleepers(1)
    #expect(!button.isPressed)
    line.become(nil)
    clock.advance(by: .seconds(1))
    try #require(clock.sleeperCount == 0)
    while line.buttons.count < 2 { await Task.yield() }
    line.buttons[1].press()
    #expect(await events.next() == .pressed)
    line.buttons[1].release()
    #expect(await events.next() == .released)
    #expect(line.history == [Self.missing, nil, Self.busy, nil])
    await button.close()
    #expect(await events.next() == nil)
  }

  @Test("a button that is missing again is reported again")
  func buttonGoneAgain() async throws {
    let line = Line(Self.missing)
    let button = button(line)
    for count in 1...2 {
      await clock.waitForSleepers(1)
      #expect(line.history == Array([Self.missing, nil, Self.missing].prefix(2 * count - 1)))
      line.become(nil)
      clock.advance(by: .seconds(1))
      try #require(clock.sleeperCount == 0)
      while line.buttons.count < count { await Task.yield() }
      line.become(Self.missing)
      line.buttons[count - 1].fail(Self.missing)
    }
    await clock.waitForSleepers(1)
    #expect(line.history == [Self.missing, nil, Self.missing, nil, Self.missing])
    await button.close()
  }

  @Test("a button that never appears can be closed")
  func neverButton() async {
    let button = button(Line(Self.missing))
    await clock.waitForSleepers(1)
    await button.close()
    #expect(clock.sleeperCount == 0)
  }
}
