import DeviceIO
import Synchronization
import TestSupport
import Testing

@testable import Panel

@Suite("Blinking")
struct SwitchedIndicatorTests {
  /// A light that records each switch and its time.
  private final class Light: Sendable {
    let clock = ManualClock()
    let switched = Mutex<[(isOn: Bool, at: Duration)]>([])

    func blinker() -> SwitchedIndicator {
      SwitchedIndicator(clock: clock) { [self] isOn in
        let now = clock.now.offset
        switched.withLock { $0.append((isOn, now)) }
      }
    }

    var levels: [Bool] { switched.withLock { $0.map(\.isOn) } }
    var times: [Duration] { switched.withLock { $0.map(\.at) } }
  }

  @Test("levels alternate between on and off; without levels it is dark")
  func levels() {
    let times = [Duration.seconds(1), .seconds(2), .seconds(3)]
    let on = [true, false, true]
    #expect(IndicatorPattern(once: times, sign: "x").levels.map(\.isOn) == on + [false])
    #expect(IndicatorPattern(blinking: times, sign: "x").levels.map(\.isOn) == on)
    let other = IndicatorPattern(blinking: times, startsOn: false, sign: "x")
    #expect(other.levels.map(\.isOn) == on.map { !$0 })
    #expect(other.levels.map(\.duration) == times)
    #expect(other.level(4) == other.levels[1])
    let dark = IndicatorPattern(blinking: [], sign: "x").level(0)
    #expect(!dark.isOn && dark.duration == nil)
  }

  @Test("steady patterns switch once and need no task", arguments: [false, true])
  func steady(isOn: Bool) async {
    let light = Light()
    let blinker = light.blinker()
    await blinker.set(isOn ? .on : .off)
    await blinker.set(isOn ? .on : .off)
    #expect(light.levels == [isOn])
    #expect(light.clock.sleeperCount == 0)
  }

  @Test(
    "blinking keeps its rhythm",
    arguments: [
      (IndicatorPattern.slowBlink, [0, 1_000, 2_000, 3_000, 4_000]),
      (.doubleBlink, [0, 150, 300, 450, 1_500]),
    ])
  func rhythm(pattern: IndicatorPattern, milliseconds: [Int]) async {
    let light = Light()
    let blinker = light.blinker()
    await blinker.set(pattern)
    for _ in 0..<4 { await light.clock.wakeNext() }
    await light.clock.waitForSleepers()
    #expect(light.times == milliseconds.map { .milliseconds($0) })
    #expect(light.levels == [true, false, true, false, true])
    _ = blinker
  }

  @Test("a single flash ends too")
  func flash() async {
    let light = Light()
    let blinker = light.blinker()
    await blinker.set(IndicatorPattern(once: [.seconds(1)], sign: "x"))
    await light.clock.wakeNext()
    await Patience.wait(for: "the light to go out") { light.levels == [true, false] }
    #expect(light.times == [.zero, .seconds(1)])
    _ = blinker
  }

  @Test("a one-time pattern ends with the light off")
  func once() async {
    let light = Light()
    let blinker = light.blinker()
    await blinker.set(
      IndicatorPattern(once: [.milliseconds(200), .milliseconds(100)], startsOn: false, sign: "x"))
    for _ in 0..<2 { await light.clock.wakeNext() }
    while light.switched.withLock({ $0.count }) < 3 { await Task.yield() }
    #expect(light.levels == [false, true, false])
    #expect(light.times == [0, 200, 300].map { .milliseconds($0) })
    #expect(light.clock.sleeperCount == 0)
    _ = blinker
  }

  @Test("the next pattern ends the blinking and its task")
  func ends() async {
    let light = Light()
    let blinker = light.blinker()
    await blinker.set(.slowBlink)
    await light.clock.wakeNext()
    await light.clock.waitForSleepers()
    await blinker.set(.on)
    while light.clock.sleeperCount > 0 { await Task.yield() }
    light.clock.advance(by: .seconds(10))
    #expect(light.levels == [true, false, true])
  }

  @Test("a closed light reports no more losses", .timeLimit(.patientMinutes(1)))
  func closed() async {
    let lost = PanelError(.lineLost, "light", "GPIO27", advice: "Gone.")
    let levels = Mutex<[Bool]>([])
    let levelsAtRelease = Mutex<[Bool]>([])
    let light = SwitchedIndicator(clock: ManualClock()) { isOn in
      levels.withLock { $0.append(isOn) }
    } release: {
      levelsAtRelease.withLock { $0 = levels.withLock { $0 } }
    }
    await light.set(.on)
    light.lose(lost)
    light.lose(PanelError(.lineLost, "light", "GPIO27", advice: "Still gone."))
    await light.close()
    var told: [PanelError] = []
    for await loss in light.losses { told.append(loss) }
    #expect(told == [lost] && light.failure == nil)
    #expect(levels.withLock { $0 } == [true, false])
    #expect(levelsAtRelease.withLock { $0 } == [true, false])
    withExtendedLifetime(light) {}
  }

  @Test("a light that fails while blinking is reported immediately")
  func failure() async throws {
    let clock = ManualClock()
    let lost = PanelError(.lineLost, "light", "GPIO27", advice: "Gone.")
    let isBroken = Mutex(false)
    let told = Mutex<[PanelError?]>([])
    let light = AwaitedIndicator(clock: clock) { error in
      told.withLock { $0.append(error) }
    } open: { () throws(PanelError) in
      SwitchedIndicator(clock: clock) { _ throws(PanelError) in
        if isBroken.withLock({ $0 }) { throw lost }
      }
    }
    await light.set(.slowBlink)
    #expect(told.withLock { $0 } == [])
    isBroken.withLock { $0 = true }
    await clock.wakeNext()
    await Patience.wait(for: "the news of the light") { told.withLock { $0 } == [lost] }
    isBroken.withLock { $0 = false }
    // Without a new pattern, the light returns by itself, and blinks.
    await Patience.wait(for: "the light to be back") {
      if clock.sleeperCount > 0 { clock.advance(by: AwaitedIndicator.pause) }
      return told.withLock { $0 } == [lost, nil]
    }
    await light.close()
  }
}
