import Panel
import TestSupport
import Testing

@Suite("A panel without hardware", .timeLimit(.patientMinutes(2)))
struct MockTests {
  private let gone = PanelError(.lineLost, "watch the button on", "GPIO17", advice: "Gone.")

  @Test("a program can press the button")
  func button() async {
    let button = MockButton()
    #expect(!button.isPressed)
    button.press()
    #expect(button.isPressed)
    button.release()
    #expect(!button.isPressed)
    await button.close()
    #expect(await button.events.reduce(into: []) { $0.append($1) } == [.pressed, .released])
    #expect(button.failure == nil)
    #expect(MockButton(isPressed: true).isPressed)
  }

  @Test("an error has the system's status only if it is given")
  func errorStatus() {
    #expect(gone.status == 0 && gone.advice == "Gone." && gone.subject == "GPIO17")
    #expect(PanelError(.lineLost, "a", "b", status: -16, advice: "c").status == -16)
  }

  @Test("a failing button ends its events, with the reason")
  func lostButton() async {
    let button = MockButton()
    button.press()
    button.fail(gone)
    button.release()
    #expect(await button.events.reduce(into: []) { $0.append($1) } == [.pressed])
    #expect(button.failure == gone)
  }

  @Test("a light remembers its patterns")
  func light() async {
    let light = MockIndicator()
    await light.set(.on)
    light.failure = gone
    await light.set(.slowBlink)
    light.failure = nil
    await light.set(.doubleBlink)
    #expect(light.history == [.on, .doubleBlink])
    light.lose(gone)
    await light.close()
    #expect(light.history.last == .off)
    #expect(await light.losses.reduce(into: []) { $0.append($1) } == [gone])
  }
}
