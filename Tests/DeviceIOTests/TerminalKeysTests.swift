import Glibc
import Testing

@testable import DeviceIO

@Suite struct TerminalKeysTests {
  private func echoes(_ descriptor: CInt) -> Bool {
    var attributes = termios()
    return tcgetattr(descriptor, &attributes) == 0 && attributes.c_lflag & tcflag_t(ECHO) != 0
  }

  @Test func aTerminalIsRestoredEvenByForce() throws {
    var (controller, terminal): (CInt, CInt) = (-1, -1)
    try #require(openpty(&controller, &terminal, nil, nil, nil) == 0)
    defer { for descriptor in [controller, terminal] { close(descriptor) } }
    let keys = try #require(TerminalKeys(terminal))
    #expect(!echoes(terminal))
    TerminalKeys.restoreTaken()
    #expect(echoes(terminal))
    keys.restore()
    #expect(echoes(terminal) && TerminalKeys(-1) == nil)
  }
}
