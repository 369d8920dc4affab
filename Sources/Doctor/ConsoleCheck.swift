import ApplianceCore
import CLinux
import DeviceIO
import Glibc
import Localization

/// Whether the console's terminal exists, and nobody else uses it.
struct ConsoleCheck {
  let machine: Machine
  let console: Configuration.ConsoleSettings
  let service: ServiceState

  private static let name = "console"

  var checks: [Check] {
    guard let device = console.device else {
      let place =
        service.isInstalled
        ? Message("the service's journal (journalctl -fu spokenmove)")
        : Message("standard output")
      return [
        .ok(
          Self.name, Message("Results go to \(place). For a serial port, set console.device."))
      ]
    }
    guard let node = machine.node(device) else { return [missing(device)] }
    guard node.isCharacterDevice else {
      return [
        .failure(
          Self.name, Message("\(device) is no terminal."),
          Message("Set console.device to a serial port\(choices), or to stdout."))
      ]
    }
    let path = machine.resolved(device)
    let problems = [held(node, path), kernelConsole(path)].compactMap { $0 }
    guard problems.isEmpty else { return problems }
    let link = path == device ? "" : " (\(path))"
    return [
      .ok(
        Self.name,
        Message(
          "\(device)\(link) exists and nobody else uses it: \(console.baud) baud, 8 data bits, no parity, one stop bit. Set the other end to the same."
        ))
    ]
  }

  private func missing(_ device: String) -> Check {
    let name = device.split(separator: "/").last.map(String.init) ?? device
    let isBuiltIn = ["serial", "ttyAMA", "ttyS"].contains { name.hasPrefix($0) }
    return .failure(
      Self.name, Message("There is no serial port \(device)."),
      isBuiltIn
        ? Message(
          "Switch it on: sudo raspi-config nonint do_serial_hw 0 && sudo reboot. Or set console.device to another port\(choices)."
        )
        : Message("Plug it in, or set console.device to another port\(choices)."))
  }

  /// The available ports, for a sentence.
  private var choices: String {
    let names = machine.names(in: "/dev").filter { name in
      name == "serial0" || ["ttyUSB", "ttyACM", "ttyAMA"].contains { name.hasPrefix($0) }
    }
    return names.isEmpty ? "" : " (\(names.map { "/dev/\($0)" }.joined(separator: ", ")))"
  }

  /// A check, if another program has it open.
  private func held(_ node: Machine.Node, _ path: String) -> Check? {
    let terminal = Self.kernelNumber(of: node.device)
    let own = [getpid(), getppid(), service.processID]
    for process in machine.processes where !own.contains(process.id) && process.name != "spokenmove"
    {
      guard process.terminal == terminal || machine.process(process.id, hasOpen: path) else {
        continue
      }
      let name = path.split(separator: "/").last ?? ""
      if ["agetty", "getty", "login"].contains(process.name) {
        return .failure(
          Self.name,
          Message(
            "\(path) is held by the login prompt (\(process.name), process \(process.id)): both would read what is typed."
          ),
          .verbatim(
            "sudo systemctl disable --now serial-getty@\(name).service && "
              + "sudo systemctl mask serial-getty@\(name).service"))
      }
      // The doctor may itself run on the console's terminal.
      if process.terminal == terminal, machine.ownTerminal == terminal { continue }
      return .failure(
        Self.name, Message("\(path) is held by \(process.name) (process \(process.id))."),
        Message("End that program: sudo kill \(process.id)"))
    }
    return nil
  }

  /// A check, if the kernel writes messages to it.
  private func kernelConsole(_ path: String) -> Check? {
    guard let name = path.split(separator: "/").last.map(String.init) else { return nil }
    let active = machine.line("/sys/class/tty/console/active") ?? ""
    let arguments = machine.line("/proc/cmdline") ?? ""
    let isNamed = arguments.split(separator: " ").contains { argument in
      guard argument.hasPrefix("console=") else { return false }
      let console = argument.dropFirst(8).prefix { $0 != "," }
      return console == name || machine.resolved("/dev/\(console)") == path
    }
    guard isNamed || active.split(separator: " ").contains(where: { $0 == name }) else {
      return nil
    }
    return .warning(
      Self.name,
      Message(
        "The kernel writes its messages to \(path) (console= on its command line), in between the results."
      ),
      Message(
        "sudo raspi-config nonint do_serial_cons 1 && sudo reboot. Without raspi-config: take console=\(name) out of /boot/firmware/cmdline.txt."
      ))
  }

  /// The kernel's number in /proc for a process's terminal.
  static func kernelNumber(of device: dev_t) -> UInt32 {
    let major = gnu_dev_major(device)
    let minor = gnu_dev_minor(device)
    return minor & 0xff | (major & 0xfff) << 8 | (minor & 0xfff00) << 12
  }
}

extension Machine {
  /// This process's terminal.
  fileprivate var ownTerminal: UInt32 {
    text("/proc/self/stat").flatMap { Self.process(getpid(), $0) }?.terminal ?? 0
  }
}
