import Appliance
import ApplianceCore
import DeviceIO
import Testing

@testable import Doctor

@Suite("The serial port")
struct ConsoleCheckTests {
  private let made: MadeUpMachine

  init() throws {
    made = try MadeUpMachine(["proc/cmdline": "root=/dev/mmcblk0p2 quiet\n"])
    // A character device that every machine has, instead of a serial port; its number in /proc is
    // 259.
    try made.link("/dev/null", "dev/ttyUSB0")
  }

  private func checks(_ device: String?, service: [String: String] = [:]) -> [Check] {
    var console = Configuration().console
    console.device = device
    return ConsoleCheck(
      machine: made.machine, console: console,
      service: ServiceState(hasSystemd: true, properties: service)
    ).checks
  }

  @Test("a free port passes")
  func free() throws {
    let checks = checks("/dev/ttyUSB0")
    #expect(checks.map(\.status) == [.ok] && checks[0].what.contains("115200 baud"))
    #expect(self.checks(nil).map(\.status) == [.ok])
  }

  @Test(
    "a missing port is reported with advice",
    arguments: [("/dev/serial0", "raspi-config"), ("/dev/ttyUSB7", "Plug it in")])
  func missing(device: String, advice: String) throws {
    let check = try #require(checks(device).first)
    #expect(check.status == .failure && check.advice?.contains(advice) == true)
    #expect(check.advice?.contains("/dev/ttyUSB0") == true, "the ports that there are")
  }

  @Test("a file is not a terminal")
  func file() throws {
    try made.write("", "dev/file")
    #expect(checks("/dev/file").map(\.status) == [.failure])
  }

  @Test("a login prompt on the port is reported")
  func login() throws {
    try made.addProcess(512, "agetty", terminal: 259)
    try made.addProcess(513, "odd) name (", terminal: 4)
    let checks = checks("/dev/ttyUSB0")
    #expect(checks.map(\.status) == [.failure])
    #expect(checks[0].what.contains("agetty, process 512"))
    #expect(checks[0].advice?.contains("disable --now serial-getty@null.service") == true)
  }

  @Test("a program that holds the port is named")
  func open() throws {
    try made.addProcess(700, "picocom")
    try made.link("/dev/null", "proc/700/fd/3")
    let checks = checks("/dev/ttyUSB0")
    #expect(
      checks.map(\.status) == [.failure] && checks[0].advice == "End that program: sudo kill 700")
    #expect(self.checks("/dev/ttyUSB0", service: ["MainPID": "700"]).map(\.status) == [.ok])
  }

  @Test("the appliance itself is no obstacle")
  func own() throws {
    try made.addProcess(700, "spokenmove")
    try made.link("/dev/null", "proc/700/fd/3")
    #expect(checks("/dev/ttyUSB0").map(\.status) == [.ok])
  }

  @Test(
    "the kernel's messages on the port are reported",
    arguments: [
      ("proc/cmdline", "console=tty1 console=ttyUSB0,115200 quiet\n"),
      ("sys/class/tty/console/active", "tty0 null\n"),
    ])
  func kernel(path: String, text: String) throws {
    try made.write(text, path)
    let checks = checks("/dev/ttyUSB0")
    #expect(checks.map(\.status) == [.warning])
    #expect(checks[0].advice?.contains("do_serial_cons 1") == true)
  }

  @Test(
    "processes in /proc give their terminal",
    arguments: [
      ("1 (a) S 1 1 1 34816 -1", 34_816), ("1 (a b) c) R 1 1 1 0", 0),
      ("1 (a) S 1 1 1 -1", 0xffff_ffff),
      ("1 (a) S 1 1 1 x", 0), ("1 (a) S 1", nil), ("1 )a( S 1 1 1 1", nil), ("", nil), ("(", nil),
    ] as [(String, UInt32?)])
  func processes(text: String, terminal: UInt32?) {
    #expect(Machine.process(1, text)?.terminal == terminal)
  }

  @Test(
    "device numbers are encoded like the kernel's",
    arguments: [(4, 64, 1_088), (204, 64, 52_288), (188, 300, 1_096_748)])
  func numbers(major: UInt32, minor: UInt32, number: UInt32) {
    let device = UInt(major & 0xfff) << 8 | UInt(minor & 0xff) | UInt(minor & ~0xff) << 12
    #expect(ConsoleCheck.kernelNumber(of: device) == number)
  }
}
