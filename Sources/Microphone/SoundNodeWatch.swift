import DeviceIO

/// Watches the nodes of sound devices, whose directory comes and goes with the cards.
final class SoundNodeWatch {
  struct Happenings: OptionSet {
    let rawValue: Int
    /// Nodes appeared, disappeared, or changed permissions.
    static let changed = Happenings(rawValue: 1)
    /// Somebody opened a capture device.
    static let opened = Happenings(rawValue: 2)
    /// Somebody closed a capture device.
    static let closed = Happenings(rawValue: 4)
  }

  private let watch: DirectoryWatch
  private let devices: String
  /// The watch for the nodes' directory, while it exists.
  private var nodes: Int32?
  /// The watch for the directory to appear, only while it is missing: /dev has many other events.
  private var coming: Int32?

  /// `root` is "" except in tests.
  init(root: String) throws(BlockingThread.Unavailable) {
    watch = try DirectoryWatch()
    devices = "\(root)/dev"
    follow()
  }

  /// Readable after a change.
  var descriptor: CInt { watch.descriptor }

  /// The changes since the last call. Never blocks.
  func read() -> Happenings {
    var happenings: Happenings = []
    for event in watch.read() {
      if event.kinds.contains(.overflow) {
        happenings.insert(.changed)
      } else if event.watch == coming {
        if event.name == "snd" { happenings.insert(.changed) }
      } else if event.watch == nodes {
        if event.kinds.contains(.ended) { nodes = nil }
        if !event.kinds.isDisjoint(with: [.created, .deleted, .attributes, .ended]) {
          happenings.insert(.changed)
        } else if event.name.hasPrefix("pcm"), event.name.hasSuffix("c") {
          happenings.insert(event.kinds.contains(.opened) ? .opened : .closed)
        }
      }
    }
    if happenings.contains(.changed) { follow() }
    return happenings
  }

  /// Watches the nodes' directory, or waits for it to appear.
  private func follow() {
    if nodes == nil, coming == nil { coming = watch.add(devices, .created) }
    // Only once the other watch is in place, so that nothing in between is missed.
    if nodes == nil {
      nodes = watch.add("\(devices)/snd", [.created, .deleted, .attributes, .opened, .closed])
    }
    if nodes != nil, let watched = coming {
      watch.remove(watched)
      coming = nil
    }
  }
}
