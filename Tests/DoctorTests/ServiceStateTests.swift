import Appliance
import ApplianceCore
import Testing

@testable import DeviceIO
@testable import Doctor

@Suite("The service and other programs")
struct ServiceStateTests {
  static let running: [String: String] = [
    "LoadState": "loaded", "ActiveState": "active", "SubState": "running",
    "UnitFileState": "enabled",
    "NRestarts": "0", "MainPID": "812", "StatusText": "Available.", "User": "spokenmove",
  ]

  @Test(
    "every state of the service is reported",
    arguments: [
      ([:], .ok, "It says: Available.", nil),
      (["UnitFileState": "disabled"], .warning, "next boot", "systemctl enable"),
      (["NRestarts": "3"], .warning, "3", "journalctl"),
      (["ActiveState": "inactive", "SubState": "dead"], .warning, "inactive", "enable --now"),
      (["ActiveState": "failed", "SubState": "failed"], .failure, "fails", "journalctl"),
      (["ActiveState": "activating", "SubState": "auto-restart"], .failure, "fails", "journalctl"),
      (["ActiveState": "activating", "SubState": "start"], .warning, "starting", "journalctl"),
      (["LoadState": "not-found"], .warning, "not installed", "install.sh"),
      (["LoadState": "masked"], .warning, "masked", "install.sh"),
      (["NRestarts": "odd", "MainPID": "-3"], .ok, "runs", nil),
    ] as [([String: String], Check.Status, String, String?)])
  func states(
    changed: [String: String], status: Check.Status, what: String, advice: String?
  ) throws {
    let state = ServiceState(
      hasSystemd: true, properties: Self.running.merging(changed) { $1 })
    let check = state.check
    #expect(check.status == status && check.what.contains(what))
    #expect(check.advice.map { $0.contains(advice ?? "-") } ?? (advice == nil))
  }

  @Test("a missing or silent systemd is reported")
  func noSystemd() throws {
    #expect(ServiceState(hasSystemd: false).check.what.contains("systemd does not run"))
    #expect(ServiceState(of: try MadeUpMachine().machine) == ServiceState(hasSystemd: false))
    #expect(ServiceState(hasSystemd: true).check.status == .warning)
  }

  @Test(
    "a configuration changed after the start needs a restart",
    arguments: [
      ("cpu 1 2\nbtime 1000\n", "5000000", true), ("btime 4000000000\n", "5000000", false),
      ("btime x\n", "5000000", false), ("", "5000000", false), ("btime 1000\n", "", false),
      ("btime 9223372036854775807\n", "5000000", false),
    ])
  func stale(times: String, start: String, isStale: Bool) throws {
    let made = try MadeUpMachine(["etc/spokenmove/config.yaml": "", "proc/stat": times])
    var state = ServiceState(hasSystemd: true, properties: Self.running)
    state.properties["ExecMainStartTimestampMonotonic"] = start
    let file = "/etc/spokenmove/config.yaml"
    #expect((state.staleConfiguration(file, on: made.machine) != nil) == isStale)
    #expect(state.staleConfiguration("/nowhere", on: made.machine) == nil)
    state.properties["MainPID"] = "0"
    #expect(state.staleConfiguration(file, on: made.machine) == nil)
  }

  @Test(
    "odd files do not stop the check",
    arguments: ["\0\u{fffd}::,,::\n", ":", "(((((", ")", "\n\n\n"])
  func odd(text: String) throws {
    let made = try MadeUpMachine([
      "etc/passwd": text, "etc/group": text, "proc/stat": text, "proc/cmdline": text,
      "proc/1/stat": text, "proc/1/status": text, "proc/99999999999999999999/stat": text,
      "sys/class/tty/console/active": text, "sys/class/thermal/thermal_zone0/temp": text,
      "sys/devices/platform/soc/soc:firmware/get_throttled": text,
    ])
    try made.link("/dev/null", "dev/ttyS0")
    let machine = made.machine
    #expect(machine.account(named: "spokenmove") == nil)
    #expect(machine.processes.isEmpty)
    #expect(PowerCheck(machine: machine).checks.map(\.status) == [.ok])
    var configuration = Configuration()
    configuration.console.device = "/dev/ttyS0"
    let account = Account(name: "x", id: 1, groups: [])
    let console = ConsoleCheck(
      machine: machine, console: configuration.console,
      service: ServiceState(hasSystemd: true))
    #expect(console.checks.map(\.status) == [.ok])
    let user = UserCheck(
      machine: machine, configuration: configuration, account: account, caller: account,
      service: ServiceState(hasSystemd: true))
    #expect(user.checks.map(\.status) == [.ok])
  }

  @Test("the service's process and user are found")
  func process() {
    let state = ServiceState(hasSystemd: true, properties: Self.running)
    #expect(state.processID == 812 && state.user == "spokenmove")
    var stopped = state
    stopped.properties["MainPID"] = "0"
    #expect(stopped.processID == nil)
  }

  @Test("systemctl's properties are read")
  func properties() {
    #expect(
      ServiceState.properties(in: "A=1\nB=x=y\nC=\nnonsense\n\n=\n")
        == ["A": "1", "B": "x=y", "C": "", "": ""])
  }
}
