import ApplianceCore
import DeviceIO
import LanguageModel
import Localization

/// Whether the service's user and the caller may use the devices.
struct UserCheck {
  let machine: Machine
  let configuration: Configuration
  let account: Account
  let caller: Account
  let service: ServiceState

  private static let name = "user"

  /// The nodes that the appliance opens, each with a description for a sentence.
  private var nodes: [(what: Message, node: Machine.Node)] {
    let sound = machine.names(in: "/dev/snd").filter { name in
      name.hasPrefix("controlC") || name.hasPrefix("pcmC") && name.hasSuffix("c")
    }.map { (Message("the sound devices"), "/dev/snd/\($0)") }
    let chips =
      configuration.panelLines.isEmpty
      ? []
      : machine.names(in: "/dev").filter { $0.hasPrefix("gpiochip") }
        .map { (Message("the GPIO chips"), "/dev/\($0)") }
    let console = configuration.console.device.map { [(Message("the serial port"), $0)] } ?? []
    return (sound + chips + console).compactMap { what, path in
      machine.node(path).flatMap { $0.isCharacterDevice ? (what, $0) : nil }
    }
  }

  var checks: [Check] {
    if let name = service.user, machine.account(named: name) == nil {
      return [
        .failure(
          Self.name, Message("There is no user \(name) for the service to run as."),
          .verbatim("sudo systemd-sysusers && sudo systemctl restart spokenmove"))
      ]
    }
    let nodes = nodes
    var checks = refusals(nodes)
    if checks.isEmpty {
      let groups = account.groups.sorted().map(machine.groupName).joined(separator: ", ")
      let what = Message.joined(nodes.map(\.what).withoutDuplicates(), separator: ", ")
      checks = [
        .ok(
          Self.name,
          what.isEmpty
            ? Message("\(account.name) is in the groups \(groups).")
            : Message("\(account.name) is in the groups \(groups) and may use \(what)."))
      ]
    }
    if let stale = staleGroups(nodes) { checks.append(stale) }
    if caller.id != account.id {
      let refused = nodes.filter { !caller.mayUse($0.node) }.map(\.what).withoutDuplicates()
      if !refused.isEmpty {
        checks.append(
          .warning(
            Self.name,
            Message(
              "You (\(caller.name)) may not use \(.joined(refused, separator: ", ")): not everything can be looked at."
            ),
            .verbatim("sudo spokenmove doctor")))
      }
    }
    return checks
  }

  /// A failure for each group that the account lacks, and for nodes that only root may use.
  func refusals(_ nodes: [(what: Message, node: Machine.Node)]) -> [Check] {
    var checks: [Check] = []
    for (what, node) in nodes where !account.mayUse(node) {
      let group = machine.groupName(node.group)
      let isForRoot = node.group == 0 || (node.mode >> 3) & 0o6 != 0o6
      let advice =
        if isForRoot {
          Message("Install the udev rules (sudo deploy/install.sh), then: sudo udevadm trigger")
        } else if service.isInstalled {
          Message.verbatim(
            "sudo adduser \(account.name) \(group) && sudo systemctl restart spokenmove")
        } else {
          Message("sudo adduser \(account.name) \(group), and log in again")
        }
      let text =
        isForRoot
        ? Message("Only root may use \(what) (\(node.path)).")
        : Message(
          "\(account.name) may not use \(what) (\(node.path)): only the group \(group) may.")
      if !checks.contains(where: { $0.advice == advice }) {
        checks.append(.failure(Self.name, text, advice))
      }
    }
    return checks
  }

  /// A check, if the user has joined a group since the service started.
  func staleGroups(_ nodes: [(what: Message, node: Machine.Node)]) -> Check? {
    guard let process = service.processID, account.id != 0,
      let groups = machine.groups(ofProcess: process)
    else { return nil }
    var running = account
    running.groups = groups
    guard
      let (what, _) = nodes.first(where: { account.mayUse($0.node) && !running.mayUse($0.node) })
    else { return nil }
    return .failure(
      Self.name, Message("The service started before \(account.name) was allowed to use \(what)."),
      .verbatim("sudo systemctl restart spokenmove"))
  }
}
