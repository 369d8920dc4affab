import DeviceIO
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Doctor

/// A folder that imitates the informative parts of a machine.
final class MadeUpMachine: MadeUpTree {
  private let scratch: ScratchDirectory
  var root: String { scratch.path }
  var machine: Machine { Machine(root: root) }

  init(_ files: KeyValuePairs<String, String> = [:]) throws {
    scratch = try ScratchDirectory()
    for (path, text) in files { try write(text, path) }
  }

  /// A process as in /proc.
  func addProcess(_ id: Int, _ name: String, terminal: Int = 0, groups: String = "") throws {
    try write("\(id) (\(name)) S 1 \(id) \(id) \(terminal) -1 4194560 0", "proc/\(id)/stat")
    try write("Name:\t\(name)\nGid:\t900\t900\t900\t900\nGroups:\t\(groups)\n", "proc/\(id)/status")
  }

  static let users: KeyValuePairs = [
    "etc/passwd": """
    root:x:0:0:root:/root:/bin/bash
    broken line
    spokenmove:x:900:900:SpokenMove:/var/lib/spokenmove:/usr/sbin/nologin
    pi:x:1000:1000::/home/pi:/bin/bash

    """,
    "etc/group": """
    root:x:0:
    audio:x:29:pulse,spokenmove
    dialout:x:20:pi
    gpio:x:986:spokenmove,pi
    :::
    spokenmove:x:900:

    """,
  ]
}
