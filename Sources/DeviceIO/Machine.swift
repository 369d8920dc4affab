import Glibc

/// The examined machine, as its files describe it.
package struct Machine: Sendable {
  /// The root of /proc, /sys, /dev and /etc; "" except in tests.
  package let root: String

  package init(root: String = "") { self.root = root }

  package func text(_ path: String) -> String? { SmallFile.text(root + path, limit: 1 << 20) }
  package func line(_ path: String) -> String? { SmallFile.line(root + path) }
  package func names(in directory: String) -> [String] { SmallFile.names(in: root + directory) }
  package func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

  /// A device node, a file or a folder, and who may use it.
  package struct Node: Sendable, Hashable {
    package let path: String
    package var owner: uid_t
    package var group: gid_t
    package var mode: mode_t
    /// The device number; 0 if it is not a device.
    package var device: dev_t
    /// When it was last changed, in seconds since 1970.
    package var modified = 0

    package var isCharacterDevice: Bool { mode & S_IFMT == S_IFCHR }
    package var isDirectory: Bool { mode & S_IFMT == S_IFDIR }
  }

  /// The node at `path`, following links; nil if there is none. The corresponding C function is
  /// `stat`.
  package func node(_ path: String) -> Node? {
    var status = stat()
    guard stat(root + path, &status) == 0 else { return nil }
    return Node(
      path: path, owner: status.st_uid, group: status.st_gid, mode: status.st_mode,
      device: status.st_rdev, modified: status.st_mtim.tv_sec)
  }

  /// The path with links resolved, as in the kernel's list of open files.
  package func resolved(_ path: String) -> String {
    let text = SmallFile.resolved(root + path)
    return text.hasPrefix(root) ? String(text.dropFirst(root.utf8.count)) : text
  }

  /// The public facts about a process.
  package struct ProcessEntry: Sendable, Hashable {
    package let id: pid_t
    package let name: String
    /// The device number of its controlling terminal in the kernel's encoding; 0 if it has none.
    package let terminal: UInt32
  }

  /// All visible processes.
  package var processes: [ProcessEntry] {
    names(in: "/proc").compactMap { name in
      guard let id = pid_t(name), let text = text("/proc/\(name)/stat") else { return nil }
      return Self.process(id, text)
    }
  }

  /// Reads "812 (a name) S 1 812 812 1092 …"; the name may contain anything.
  package static func process(_ id: pid_t, _ text: String) -> ProcessEntry? {
    guard let begin = text.firstIndex(of: "("), let end = text.lastIndex(of: ")"), begin < end
    else { return nil }
    let fields = text[text.index(after: end)...].split(whereSeparator: \.isWhitespace)
    guard fields.count > 4 else { return nil }
    // Signed in /proc.
    let terminal = Int32(fields[4]).map { UInt32(bitPattern: $0) } ?? 0
    return ProcessEntry(
      id: id, name: String(text[text.index(after: begin)..<end]), terminal: terminal)
  }

  /// Whether the process has the file at `path` open; false if that is not readable.
  package func process(_ id: pid_t, hasOpen path: String) -> Bool {
    names(in: "/proc/\(id)/fd").contains { name in
      SmallFile.target(ofLink: "\(root)/proc/\(id)/fd/\(name)") == path
    }
  }
}
