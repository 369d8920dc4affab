import Appliance
import ApplianceCore
import Glibc

/// Whether the service's user, and the caller, may use the devices.
struct UserCheck {
  let machine: Machine
  let configuration: Configuration
  let account: Account
  let caller: Account
  let service: ServiceState

  private static let name = "user"

  /// The nodes that the appliance opens, with a description of each for a sentence.
  private var nodes: [(what: String, node: Machine.Node)] {
    let sound = machine.names(in: "/dev/snd").filter { name in
      name.hasPrefix("controlC") || name.hasPrefix("pcmC") && name.hasSuffix("c")
    }.map { ("the sound devices", "/dev/snd/\($0)") }
    let usesLines =
      [
        configuration.button.line, configuration.lights.available.line,
        configuration.lights.recording.line,
      ]
      .contains { $0 != nil }
    let chips =
      usesLines
      ? machine.names(in: "/dev").filter { $0.hasPrefix("gpiochip") }
        .map { ("the GPIO chips", "/dev/\($0)") } : []
    let console = configuration.console.device.map { [("the serial port", $0)] } ?? []
    return (sound + chips + console).compactMap { what, path in
      machine.node(path).flatMap { $0.isCharacterDevice ? (what, $0) : nil }
    }
  }

  var checks: [Check] {
    if let name = service.user, machine.account(named: name) == nil {
      return [
        .failure(
          Self.name, "There is no user \(name) for the service to run as.",
          "sudo systemd-sysusers && sudo systemctl restart spokenmove")
      ]
    }
    let nodes = nodes
    var checks = refusals(nodes)
    if checks.isEmpty {
      let groups = account.groups.sorted().map(machine.groupName).joined(separator: ", ")
      let what = Self.unique(nodes.map(\.what)).joined(separator: ", ")
      checks = [
        .ok(
          Self.name,
          "\(account.name) is in the groups \(groups)"
            + (what.isEmpty ? "." : " and may use \(what)."))
      ]
    }
    if let stale = staleGroups(nodes) { checks.append(stale) }
    if caller.id != account.id {
      let refused = Self.unique(nodes.filter { !caller.mayUse($0.node) }.map(\.what))
      if !refused.isEmpty {
        checks.append(
          .warning(
            Self.name,
            "You (\(caller.name)) may not use \(refused.joined(separator: ", ")): not everything can be looked at.",
            "sudo spokenmove doctor"))
      }
    }
    return checks
  }

  /// A failure for each group that the account lacks, and for nodes that only root may use.
  func refusals(_ nodes: [(what: String, node: Machine.Node)]) -> [Check] {
    var checks: [Check] = []
    for (what, node) in nodes where !account.mayUse(node) {
      let group = machine.groupName(node.group)
      let isForRoot = node.group == 0 || (node.mode >> 3) & 0o6 != 0o6
      let advice =
        if isForRoot {
          "Install the udev rules (sudo deploy/install.sh), then: sudo udevadm trigger"
        } else {
          "sudo adduser \(account.name) \(group)"
            + (service.isInstalled ? " && sudo systemctl restart spokenmove" : ", and log in again")
        }
      let text =
        isForRoot
        ? "Only root may use \(what) (\(node.path))."
        : "\(account.name) may not use \(what) (\(node.path)): only the group \(group) may."
      if !checks.contains(where: { $0.advice == advice }) {
        checks.append(.failure(Self.name, text, advice))
      }
    }
    return checks
  }

  /// A check if the user has joined a group since the service was started.
  func staleGroups(_ nodes: [(what: String, node: Machine.Node)]) -> Check? {
    guard let process = service.processID, account.id != 0,
      let groups = machine.groups(ofProcess: process)
    else { return nil }
    var running = account
    running.groups = groups
    guard
      let (what, _) = nodes.first(where: { account.mayUse($0.node) && !running.mayUse($0.node) })
    else { return nil }
    return .failure(
      Self.name, "The service was started before \(account.name) might use \(what).",
      "sudo systemctl restart spokenmove")
  }

  private static func unique(_ texts: [String]) -> [String] {
    texts.enumerated().filter { index, text in texts.firstIndex(of: text) == index }.map(\.element)
  }
}
