import TestSupport
import Testing

@testable import Panel

@Suite("Names of GPIO lines")
struct GPIOLineNameTests {
  @Test(
    "numbers, names and chips with numbers are names of lines",
    arguments: [
      ("17", GPIOLineName.number(17)), ("0", .number(0)), ("GPIO17", .named("GPIO17")),
      ("ID_SDA", .named("ID_SDA")), ("gpiochip0:17", .onChip("gpiochip0", 17)),
      ("/dev/gpiochip1:3", .onChip("/dev/gpiochip1", 3)),
      ("gpio-sim.0-node0:2", .onChip("gpio-sim.0-node0", 2)),
    ])
  func names(text: String, line: GPIOLineName) throws {
    #expect(try GPIOLineName(text) == line)
    #expect(line.written == text)
    #expect(line.description == (text.allSatisfy(\.isNumber) ? "GPIO \(text)" : text))
  }

  @Test(
    "other text is not a name",
    arguments: [
      "", " ", "GPIO 17", ":17", "gpiochip0:", "gpiochip0:x", "123456", "1.5:z", "é",
    ])
  func noNames(text: String) throws {
    let error = try thrown(PanelError.self) { try GPIOLineName(text) }
    #expect(error.code == .invalidName)
    #expect(error.description.contains("\"\(text)\""))
    #expect(error.operation == "use the GPIO line" && error.subject == "\"\(text)\"")
    #expect(error.status == 0 && error.advice.hasPrefix("Give a number (17), a name"))
  }
}
