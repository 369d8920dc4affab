import Glibc
import Localization

/// A device node such as /dev/snd/pcmC0D0c, and who may open it.
package struct DeviceNode: Sendable, Hashable {
  /// The node's path, as given.
  package let path: String
  /// The name of the node's group, or its number if it has no name.
  package let group: String
  /// Whether the permissions let this process read and write the node.
  ///
  /// A container or a service's sandbox may still forbid it.
  package let isAccessible: Bool
}

extension DeviceNode {
  /// Looks at the node; nil if there is none. The corresponding C functions are `stat` and
  /// `faccessat`.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.path = path
    group = Machine().groupName(status.st_gid)
    isAccessible = faccessat(AT_FDCWD, path, R_OK | W_OK, AT_EACCESS) == 0
  }

  /// How to let this process open the node.
  package var advice: Message {
    if group == "root" {
      return Message(
        "Only root may open \(path): install the udev rules, so that its group may.")
    }
    return Message(
      "Add the user to the group \(group) (sudo adduser USER \(group)) and log in again.")
  }
}
