import DeviceIO
import Glibc

/// Files with secrets.
enum Credential {
  private static let scheme = "credential:"

  /// The path for a setting: `credential:secrets_NAME` is a file of root's that systemd passes to
  /// the service. Outside the service, such as for the doctor, it is root's own file.
  static func path(_ setting: String) -> String {
    guard setting.hasPrefix(scheme) else { return setting }
    let name = setting.dropFirst(scheme.count)
    guard let folder = getenv("CREDENTIALS_DIRECTORY") else {
      return
        "/etc/spokenmove-relay/\(name.split(separator: "_", maxSplits: 1).joined(separator: "/"))"
    }
    return "\(String(cString: folder))/\(name)"
  }

  /// Throws if others may read the file.
  static func check(_ setting: String) throws(PlainError) {
    let path = path(setting)
    var status = stat()
    guard stat(path, &status) == 0 else { throw unreadable(path, errno) }
    // For a systemd credential, an access list lets the service's user read it.
    let isGiven = setting.hasPrefix(scheme) && getenv("CREDENTIALS_DIRECTORY") != nil
    guard status.st_mode & 0o077 == 0 || isGiven else {
      throw PlainError("Others may read \(path), which holds a secret: chmod 600 \(path)")
    }
  }

  private static func unreadable(_ path: String, _ status: Int32) -> PlainError {
    PlainError("Cannot read \(path): \(SystemStatus.text(status)).")
  }

  /// The first line of a file that nobody else may read.
  static func secret(_ setting: String) throws(PlainError) -> String {
    try check(setting)
    let path = path(setting)
    let bytes: [UInt8]
    do throws(SmallFile.Failure) {
      bytes = try SmallFile.bytes(path, limit: 4_096)
    } catch {
      if case .status(let status) = error { throw unreadable(path, status) }
      throw PlainError("Cannot read \(path): it is no regular file of at most 4 KiB.")
    }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    guard !line.isEmpty else { throw PlainError("\(path) is empty.") }
    return String(decoding: line, as: UTF8.self)
  }
}
