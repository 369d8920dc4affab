import ApplianceCore
import DeviceIO
import Glibc
import Localization

/// Whether games can be saved.
struct DiskCheck {
  let machine: Machine
  let configuration: Configuration
  let account: Account
  let service: ServiceState

  private static let name = "disk"

  var check: Check {
    guard configuration.game else {
      return .ok(Self.name, Message("No game is followed (game: off), so nothing is kept."))
    }
    let directory = configuration.record.directory
    if let missing = missingDisk(of: directory) { return missing }
    guard let place = existing(directory), let space = Space.left(at: machine.root + place) else {
      return .failure(
        Self.name, Message("There is no folder for games: \(directory)."),
        Message("Set record.directory to an absolute path, such as /var/lib/spokenmove."))
    }
    return mayWrite(place, for: directory)
      ?? Self.check(space, directory: directory, megabytes: configuration.record.megabytes)
  }

  /// A check, if the folder should be on a separate disk that is missing, such as a USB stick.
  private func missingDisk(of directory: String) -> Check? {
    // Fields of both files: the device, the mount point, the type, the options.
    func entries(_ file: String) -> [[Substring]] {
      (machine.text(file) ?? "").split(separator: "\n")
        .map { $0.split { $0 == " " || $0 == "\t" } }
        .filter { $0.count >= 4 && !$0[0].hasPrefix("#") }
    }
    let mounted = Set(entries("/proc/self/mounts").map { $0[1] })
    let missing = entries("/etc/fstab").first {
      (directory + "/").hasPrefix($0[1] + "/") && !mounted.contains($0[1])
        && !$0[3].split(separator: ",").contains("noauto")
    }
    guard let missing else { return nil }
    return .failure(
      Self.name,
      Message(
        "The disk \(missing[0]), on which games are to be kept, is not mounted at \(missing[1])."),
      Message(
        "Plug it in; then, if nothing happens within a minute: sudo systemctl restart spokenmove"))
  }

  /// A disk's free space.
  struct Space: Sendable, Hashable {
    var freeMegabytes: Int
    var isReadOnly = false

    /// The corresponding C function is `statvfs`.
    static func left(at path: String) -> Space? {
      var status = statvfs()
      guard statvfs(path, &status) == 0 else { return nil }
      let (bytes, isTooMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(
        by: UInt64(status.f_frsize))
      return Space(
        freeMegabytes: isTooMuch ? Int.max : Int(clamping: bytes >> 20),
        isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0)
    }
  }

  static func check(_ space: Space, directory: String, megabytes: Int) -> Check {
    if space.isReadOnly {
      return .failure(
        name, Message("The disk of \(directory) is read-only."),
        Message(
          "See why: dmesg | grep -i 'read-only'. If that is intended, give the folder a disk of its own."
        ))
    }
    let free = space.freeMegabytes
    if space.freeMegabytes < 2 {
      return .failure(
        name, Message("\(directory) has \(free) MiB left: a game cannot be kept."),
        Message("Make room, for example: sudo apt-get clean"))
    }
    if space.freeMegabytes < megabytes {
      return .warning(
        name, Message("\(directory) has \(free) MiB left, and games may take \(megabytes) MiB."),
        Message("Make room (sudo apt-get clean), or lower record.megabytes."))
    }
    return .ok(name, Message("\(directory) has \(free) MiB left."))
  }

  /// The folder, or the nearest existing parent.
  private func existing(_ directory: String) -> String? {
    guard directory.hasPrefix("/") else { return nil }
    var parts = directory.split(separator: "/")
    while true {
      let path = "/" + parts.joined(separator: "/")
      if let node = machine.node(path) { return node.isDirectory ? path : nil }
      guard parts.popLast() != nil else { return nil }
    }
  }

  private func mayWrite(_ place: String, for directory: String) -> Check? {
    if service.isInstalled, service["ProtectSystem"] == "strict" {
      let allowed =
        // Without marks, such as the "-" of a path that may be missing.
        service["ReadWritePaths"].split(separator: " ").map { $0.drop { "-+".contains($0) } }
        .map(String.init)
        + service["StateDirectory"].split(separator: " ").map { "/var/lib/\($0)" }
      guard allowed.contains(where: { directory == $0 || directory.hasPrefix("\($0)/") }) else {
        return .failure(
          Self.name, Message("The service's sandbox keeps it from writing to \(directory)."),
          Message(
            "Allow it: sudo systemctl edit spokenmove, and write the two lines [Service] and ReadWritePaths=\(directory)"
          ))
      }
      // systemd creates the service's own folder when it starts the service.
      if place != directory { return nil }
    }
    guard let node = machine.node(place), !account.mayUse(node) else { return nil }
    return .failure(
      Self.name, Message("The user \(account.name) may not write to \(place)."),
      .verbatim("sudo mkdir -p \(directory) && sudo chown \(account.name) \(directory)"))
  }
}
