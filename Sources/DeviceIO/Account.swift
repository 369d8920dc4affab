import Glibc

/// A user of the machine, and the user's groups.
package struct Account: Sendable, Hashable {
  package let name: String
  package let id: uid_t
  /// The numbers of the groups, including the user's own.
  package var groups: Set<gid_t>

  /// Whether the permissions let the user read and write the node.
  package func mayUse(_ node: Machine.Node) -> Bool {
    if id == 0 { return true }
    let shift: mode_t = id == node.owner ? 6 : groups.contains(node.group) ? 3 : 0
    // Using a folder means creating files in it.
    let needed: mode_t = node.isDirectory ? 0o7 : 0o6
    return (node.mode >> shift) & needed == needed
  }
}

extension Machine {
  private func rows(_ path: String) -> [[Substring]] {
    (text(path) ?? "").split(separator: "\n").map {
      $0.split(separator: ":", omittingEmptySubsequences: false)
    }
  }

  /// The user with this name in /etc/passwd; nil if there is none.
  package func account(named name: String) -> Account? { account { $0[0] == name } }

  /// The user with this number in /etc/passwd; nil if there is none.
  package func account(id: uid_t) -> Account? { account { uid_t($0[2]) == id } }

  private func account(_ isMeant: ([Substring]) -> Bool) -> Account? {
    guard let row = rows("/etc/passwd").first(where: { $0.count > 3 && isMeant($0) }),
      let id = uid_t(row[2]), let own = gid_t(row[3])
    else { return nil }
    let others = rows("/etc/group").compactMap { group -> gid_t? in
      guard group.count > 3, group[3].split(separator: ",").contains(row[0]) else { return nil }
      return gid_t(group[2])
    }
    return Account(name: String(row[0]), id: id, groups: Set(others + [own]))
  }

  /// The user who runs this program.
  package var caller: Account {
    let id = geteuid()
    let known = account(id: id)
    // The groups of this process count, not those that its user will have after the next login.
    let groups = groups(ofProcess: getpid()) ?? known?.groups ?? []
    return Account(name: known?.name ?? "user \(id)", id: id, groups: groups)
  }

  /// The group's name, or its number if it has none.
  package func groupName(_ id: gid_t) -> String {
    rows("/etc/group").first { $0.count > 2 && gid_t($0[2]) == id }.map { String($0[0]) }
      ?? String(id)
  }

  /// The groups of a running process: those that its user had when it started.
  package func groups(ofProcess id: pid_t) -> Set<gid_t>? {
    guard let text = text("/proc/\(id)/status") else { return nil }
    var groups: Set<gid_t> = []
    for line in text.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.first == "Gid:" || words.first == "Groups:" {
        groups.formUnion(words.dropFirst().compactMap { gid_t($0) })
      }
    }
    return groups
  }
}
