import Appliance
import ApplianceCore
import DeviceIO
import Localization
import Panel
import TestSupport
import Testing

@testable import Doctor
@testable import PanelGPIO

@Suite("Button and lights")
struct PanelCheckTests {
  private let lines = Configuration().panelLines

  private func checks(
    _ states: [Result<GPIOLineState, PanelError>], appliance: Message? = nil
  ) -> [Check] {
    PanelCheck(lines: Array(zip(lines, states)).map { ($0, $1) }, appliance: appliance).checks
  }

  private func state(_ offset: Int, _ consumer: String? = nil) -> Result<GPIOLineState, PanelError>
  {
    .success(
      GPIOLineState(
        chip: "/dev/gpiochip0", offset: offset, isUsed: consumer != nil, consumer: consumer ?? ""))
  }

  @Test("free lines and the appliance's own pass")
  func well() {
    #expect(checks([state(17), state(27), state(22)]).map(\.status) == [.ok, .ok, .ok])
    let held = [state(17, "spokenmove"), state(27, "spokenmove"), state(22, "spokenmove")]
    let checks = checks(held, appliance: "the running appliance (process 812)")
    #expect(checks.allSatisfy { $0.status == .ok && $0.what.contains("process 812") })
    #expect(self.checks(held).allSatisfy { $0.status == .failure })
    #expect(PanelCheck(lines: [], appliance: nil).checks.map(\.status) == [.ok])
  }

  @Test("a program that holds a line is named")
  func held() {
    let checks = checks([state(17), state(27, "spi0 CS0"), state(22, "")], appliance: "x")
    #expect(checks.map(\.status) == [.ok, .failure, .failure])
    #expect(checks[1].what.contains("leds.available.line is GPIO27, line 27 of /dev/gpiochip0"))
    #expect(checks[1].what.contains("\"spi0 CS0\""))
  }

  @Test("one line for two parts is reported")
  func twice() {
    let checks = checks([state(17), state(27), state(17)])
    #expect(checks.map(\.status) == [.ok, .ok, .failure])
    #expect(checks[2].what.contains("which button.line is as well"))
  }

  @Test("a shared problem is reported once, a single one by its setting")
  func errors() {
    func error(_ code: PanelError.Code) -> Result<GPIOLineState, PanelError> {
      .failure(PanelError(code, "look at the line", "GPIO1", advice: "It is so."))
    }
    let none = checks([error(.chipMissing), error(.chipMissing), error(.chipMissing)])
    #expect(none.count == 1 && none[0].status == .failure)
    #expect(checks([error(.lineMissing), error(.lineMissing), error(.lineMissing)]).count == 3)
    #expect(
      checks([error(.lineForbidden), error(.lineForbidden), error(.lineForbidden)])[0].status
        == .failure)
    let other = PanelCheck(
      lines: [(lines[0], error(.lineForbidden))], appliance: nil, isAskedByAnother: true)
    #expect(other.checks.map(\.status) == [.warning])
    let one = checks([state(1), error(.lineMissing), state(2)])
    #expect(one[1].advice?.contains("leds.available.line: none") == true)
  }

  // MARK: With a person

  private func button(_ happening: [ButtonEvent]) -> MockButton {
    let button = MockButton()
    for event in happening { event == .pressed ? button.press() : button.release() }
    return button
  }

  private func test(_ clock: ManualClock, answer: String? = nil) -> PanelTest {
    PanelTest(clock: clock, say: { _ in }, answer: { answer })
  }

  @Test("a press is noticed")
  func pressed() async {
    let button = button([.pressed, .released])
    #expect(await test(ManualClock()).test(button, lines[0]).status == .ok)
  }

  @Test("no press, half a press and a held button are reported")
  func notPressed() async {
    for button in [button([]), button([.released])] {
      let clock = ManualClock()
      async let check = test(clock).test(button, lines[0])
      await clock.wakeNext()
      let what = await check.what
      #expect(what.contains("not pressed"))
    }
    let stuck = MockButton(isPressed: true)
    #expect(await test(ManualClock()).test(stuck, lines[0]).what.contains("nobody should touch"))
  }

  @Test(
    "the person's answer decides on a light",
    arguments: [
      ("y", .ok), (" Yes", .warning), ("Yes", .ok), ("n", .failure), ("", .warning),
      (nil, .warning),
    ]
      as [(String?, Check.Status)])
  func watched(answer: String?, status: Check.Status) async {
    let light = MockIndicator()
    #expect(await test(ManualClock(), answer: answer).test(light, lines[1]).status == status)
    #expect(light.history == [.doubleBlink, .off])
  }

  @Test("without an answer, a light gets a warning")
  func nobody() async {
    let clock = ManualClock()
    let light = MockIndicator()
    let asking = PanelTest(
      clock: clock, say: { _ in },
      answer: {
        try? await Task.sleep(for: .seconds(3_600))
        return nil
      })
    async let check = asking.test(light, lines[1])
    await clock.wakeNext()
    let status = await check.status
    #expect(status == .warning)
    #expect(light.history.last == .off)
  }
}
