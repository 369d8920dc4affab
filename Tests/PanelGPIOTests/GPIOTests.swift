import Glibc
import Panel
import Synchronization
import TestSupport
import Testing

@testable import PanelGPIO

@Suite("GPIO lines without a chip")
struct GPIOTests {
  @Test("a machine without a chip is reported")
  func noChip() throws {
    let scratch = try ScratchDirectory()
    let chips = GPIOChips(for: "watch the button on", in: scratch.path)
    let error = try thrown(PanelError.self) { try chips.place(of: .number(17)) }
    #expect(error.code == .chipMissing)
    #expect(
      error.description.hasPrefix("Cannot watch the button on GPIO 17: This machine has no GPIO"))
  }

  @Test("a file with a chip's name is refused")
  func noRealChip() throws {
    let scratch = try ScratchDirectory()
    let file = try #require(fopen("\(scratch.path)/gpiochip0", "w"))
    fclose(file)
    let chips = GPIOChips(for: "light", in: scratch.path)
    let error = try thrown(PanelError.self) { try chips.place(of: .named("GPIO17")) }
    #expect(error.status < 0)
    #expect(error.description.contains("\(scratch.path)/gpiochip0"))
  }

  @Test("only the holder of a line hears, once, that its chip is gone")
  func goneChip() async throws {
    let scratch = try ScratchDirectory()
    let watch = GPIOChipWatch(directory: scratch.path)
    let told = Mutex<[String]>([])
    for name in ["gpiochip0", "gpiochip1", "gpiochip2"] {
      let file = try #require(fopen("\(scratch.path)/\(name)", "w"))
      fclose(file)
    }
    let forgotten = watch.watch("\(scratch.path)/gpiochip1") { told.withLock { $0.append("1") } }
    _ = watch.watch("\(scratch.path)/gpiochip0") { told.withLock { $0.append("0") } }
    _ = watch.watch("\(scratch.path)/gpiochip2") { told.withLock { $0.append("2") } }
    watch.forget(forgotten)
    for name in ["gpiochip1", "gpiochip0"] { unlink("\(scratch.path)/\(name)") }
    await Patience.wait(for: "the loss to be told") { told.withLock { !$0.isEmpty } }
    unlink("\(scratch.path)/gpiochip2")
    await Patience.wait(for: "the other loss to be told") { told.withLock { $0.count > 1 } }
    #expect(told.withLock { $0 } == ["0", "2"])
  }

  @Test(
    "every status has its error",
    arguments: [
      (EBUSY, PanelError.Code.lineBusy), (EACCES, .lineForbidden), (EPERM, .lineForbidden),
      (ENODEV, .lineLost), (ENOENT, .chipMissing), (EMFILE, .noResources),
      (EINVAL, .lineUnsuitable),
    ])
  func statuses(status: Int32, code: PanelError.Code) {
    let error = PanelError(-status, "light", "GPIO 17", path: "/dev/gpiochip0", holder: "led0")
    #expect(error.code == code)
    #expect(error.status == -status)
    #expect(error.description.contains("led0") == (code == .lineBusy))
  }
}
