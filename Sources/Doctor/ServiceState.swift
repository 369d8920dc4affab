import DeviceIO
import Glibc
import Localization

/// The state of the appliance's unit, according to systemd.
struct ServiceState: Sendable, Hashable {
  static let unit = "spokenmove.service"

  /// Whether this machine runs systemd.
  var hasSystemd = false
  /// The unit's properties; empty if systemd did not answer.
  var properties: [String: String] = [:]
}

extension ServiceState {
  /// Asks systemd; blocks for 5 s at most.
  init(of machine: Machine) {
    hasSystemd = machine.exists("/run/systemd/system")
    guard hasSystemd else { return }
    let names =
      "LoadState,ActiveState,SubState,UnitFileState,Result,NRestarts,MainPID,StatusText,User,"
      + "ProtectSystem,ReadWritePaths,StateDirectory,ExecMainStartTimestampMonotonic"
    let text =
      ChildProcess.output(of: "systemctl", ["show", "--property=\(names)", Self.unit]) ?? ""
    properties = Self.properties(in: text)
  }

  /// Reads lines of "Name=value".
  static func properties(in text: String) -> [String: String] {
    var properties: [String: String] = [:]
    for line in text.split(separator: "\n") {
      guard let sign = line.firstIndex(of: "=") else { continue }
      properties[String(line[..<sign])] = String(line[line.index(after: sign)...])
    }
    return properties
  }

  subscript(_ name: String) -> String { properties[name] ?? "" }

  var isInstalled: Bool { self["LoadState"] == "loaded" }
  /// The service's process; nil if it is not running.
  var processID: pid_t? { pid_t(self["MainPID"]).flatMap { $0 > 0 ? $0 : nil } }
  /// The user that the unit names; nil if there is no unit, or if it names none.
  var user: String? { isInstalled && !self["User"].isEmpty ? self["User"] : nil }

  /// When its process started, in seconds since 1970; nil if unknown.
  func start(on machine: Machine) -> Int? {
    let boot = (machine.text("/proc/stat") ?? "").split(separator: "\n")
      .first { $0.hasPrefix("btime ") }.flatMap { Int($0.dropFirst(6)) }
    guard processID != nil, let boot, let time = Int(self["ExecMainStartTimestampMonotonic"])
    else { return nil }
    let (start, isTooMuch) = boot.addingReportingOverflow(time / 1_000_000)
    return isTooMuch ? nil : start
  }

  /// A check, if `file` has changed since the service read the configuration.
  func staleConfiguration(_ file: String, on machine: Machine) -> Check? {
    // Rounding loses a second or two.
    guard let start = start(on: machine), let node = machine.node(file), start < node.modified - 2
    else { return nil }
    return .warning(
      "configuration", Message("\(file) has changed since the service started."),
      .verbatim("sudo systemctl restart spokenmove"))
  }

  /// The check of the service.
  var check: Check {
    let name = "service"
    let restart = "sudo systemctl restart spokenmove"
    guard hasSystemd else {
      return .warning(
        name,
        Message("systemd does not run this machine, so nothing starts the appliance by itself."),
        Message("Start it by hand: spokenmove run"))
    }
    guard !properties.isEmpty else {
      return .warning(
        name, Message("systemd does not answer."), Message("Ask it: systemctl status spokenmove"))
    }
    guard isInstalled else {
      return .warning(
        name, Message("The appliance is not installed as a service (\(self["LoadState"]))."),
        Message("Install it: sudo deploy/install.sh"))
    }
    let text = self["StatusText"]
    func saying(_ what: Message) -> Message {
      text.isEmpty ? what : .joined([what, Message("It says: \(text)")])
    }
    switch (self["ActiveState"], self["SubState"]) {
    case (_, "auto-restart"), ("failed", _):
      return .failure(
        name,
        Message(
          "The service fails (\(self["Result"])); it was started again \(self["NRestarts"]) times."),
        Message("See why: journalctl -u spokenmove -n 30. Fix that, then: \(restart)"))
    case ("active", _):
      guard self["UnitFileState"] == "enabled" else {
        return .warning(
          name,
          saying(Message("The service is running, but will not start at the next boot.")),
          .verbatim("sudo systemctl enable spokenmove"))
      }
      let restarts = Int(self["NRestarts"]) ?? 0
      guard restarts == 0 else {
        return .warning(
          name,
          saying(Message("The service is running. It has been restarted; times: \(restarts).")),
          Message("See why: journalctl -u spokenmove -p warning"))
      }
      return .ok(name, saying(Message("The service runs.")))
    case ("activating", _):
      return .warning(
        name, saying(Message("The service is starting.")),
        Message("Look again in a minute, or read its log: journalctl -u spokenmove -n 30"))
    default:
      return .warning(
        name, Message("The service does not run (\(self["ActiveState"]))."),
        .verbatim("sudo systemctl enable --now spokenmove"))
    }
  }
}
