import Appliance
import ApplianceCore
import Glibc
import Localization
import Testing

@testable import DeviceIO
@testable import Doctor

@Suite("Users, groups and their permissions")
struct AccountTests {
  private let made: MadeUpMachine
  private let account: Account

  init() throws {
    made = try MadeUpMachine(MadeUpMachine.users)
    account = try #require(made.machine.account(named: "spokenmove"))
  }

  private func node(_ path: String, group: gid_t, mode: mode_t, owner: uid_t = 0) -> Machine.Node {
    Machine.Node(path: path, owner: owner, group: group, mode: S_IFCHR | mode, device: 1)
  }

  private func check(_ service: ServiceState, caller: Account? = nil) -> UserCheck {
    UserCheck(
      machine: made.machine, configuration: Configuration(), account: account,
      caller: caller ?? account, service: service)
  }

  private let installed = ServiceState(
    hasSystemd: true, properties: ["LoadState": "loaded", "User": "spokenmove"])

  @Test("a user's groups come from the system's files")
  func groups() throws {
    #expect(account == Account(name: "spokenmove", id: 900, groups: [29, 986, 900]))
    #expect(made.machine.account(id: 1_000)?.groups == [1_000, 20, 986])
    #expect(made.machine.account(named: "nobody") == nil)
    #expect(made.machine.groupName(986) == "gpio" && made.machine.groupName(5) == "5")
    #expect(try MadeUpMachine().machine.account(id: 0) == nil)
  }

  @Test(
    "owner, group and mode decide who can use a node",
    arguments: [
      (29, 0o660, 0, true), (20, 0o660, 0, false), (29, 0o640, 0, false), (0, 0o666, 0, true),
      (0, 0o600, 0, false), (0, 0o600, 900, true), (29, 0o060, 900, false),
    ] as [(gid_t, mode_t, uid_t, Bool)])
  func permissions(group: gid_t, mode: mode_t, owner: uid_t, may: Bool) {
    let node = node("/dev/x", group: group, mode: mode, owner: owner)
    #expect(account.mayUse(node) == may)
    #expect(Account(name: "root", id: 0, groups: []).mayUse(node))
  }

  @Test("a missing group is named once, with the command")
  func missingGroup() {
    let nodes: [(what: Message, node: Machine.Node)] = [
      ("the sound devices", node("/dev/snd/pcmC1D0c", group: 29, mode: 0o660)),
      ("the serial port", node("/dev/ttyAMA0", group: 20, mode: 0o660)),
      ("the serial port", node("/dev/ttyUSB0", group: 20, mode: 0o660)),
    ]
    let checks = check(installed).refusals(nodes)
    #expect(checks.count == 1)
    #expect(checks.first?.status == .failure)
    #expect(checks.first?.what.contains("only the group dialout may") == true)
    #expect(
      checks.first?.advice == "sudo adduser spokenmove dialout && sudo systemctl restart spokenmove"
    )
  }

  @Test("nodes that only root may use need the udev rules")
  func rootOnly() {
    let chip = node("/dev/gpiochip0", group: 0, mode: 0o600)
    let checks = check(installed).refusals([("the GPIO chips", chip)])
    #expect(checks.count == 1 && checks.first?.advice?.contains("udev") == true)
  }

  @Test("a service that started before its user joined the group needs a restart")
  func stale() throws {
    var running = installed
    running.properties["MainPID"] = "812"
    let sound: (Message, Machine.Node) = (
      "the sound devices", node("/dev/snd/pcmC1D0c", group: 29, mode: 0o660)
    )
    try made.addProcess(812, "spokenmove", groups: "986")
    #expect(check(running).staleGroups([sound])?.advice == "sudo systemctl restart spokenmove")
    try made.addProcess(812, "spokenmove", groups: "29 986")
    #expect(check(running).staleGroups([sound]) == nil)
    #expect(check(installed).staleGroups([sound]) == nil)
  }

  @Test("a user that the unit names but the system lacks is reported")
  func noUser() {
    var other = installed
    other.properties["User"] = "chess"
    let checks = check(other).checks
    #expect(checks.map(\.status) == [.failure] && checks[0].what.contains("no user chess"))
  }

  @Test("all is well: the groups are listed")
  func well() throws {
    try made.link("/dev/null", "dev/snd/pcmC1D0c")
    let checks = check(installed).checks
    #expect(
      checks == [
        .ok(
          "user",
          "spokenmove is in the groups audio, spokenmove, gpio and may use the sound devices.")
      ])
  }
}
