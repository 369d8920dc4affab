import DeviceIO
import Glibc

/// The kernel's information about sound cards; opens none of them.
struct SoundCards: Sendable {
  /// The root of /proc, /sys and /dev; "" except in tests.
  var root = ""

  /// The number of the card with this id ("Device") or number ("1"); nil if there is none.
  func number(of card: String) -> Int? {
    if let number = Int(card) {
      return DeviceNode(path: "\(root)/proc/asound/card\(number)") == nil ? nil : number
    }
    return numbers.first { SmallFile.line("\(root)/proc/asound/card\($0)/id") == card }
  }

  /// The numbers of all cards, whether or not this process may open them.
  var numbers: [Int] {
    SmallFile.names(in: "\(root)/proc/asound").compactMap { name in
      name.hasPrefix("card") ? Int(name.dropFirst(4)) : nil
    }.sorted()
  }

  /// The capture nodes of `card`, or of all cards.
  func captureNodes(card: Int?) -> [DeviceNode] {
    let prefix = card.map { "pcmC\($0)D" } ?? "pcmC"
    return SmallFile.names(in: "\(root)/dev/snd")
      .filter { $0.hasPrefix(prefix) && $0.hasSuffix("c") }
      .compactMap { DeviceNode(path: "\(root)/dev/snd/\($0)") }
  }

  /// Whether any node of any card is visible.
  var hasNodes: Bool {
    SmallFile.names(in: "\(root)/dev/snd").contains {
      $0.hasPrefix("controlC") || $0.hasPrefix("pcmC")
    }
  }

  /// The status of opening the card's control node: negative, or 0 on success. Disturbs nobody.
  func controlStatus(card: Int) -> Int32 {
    let descriptor = open("\(root)/dev/snd/controlC\(card)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return -errno }
    close(descriptor)
    return 0
  }

  /// The process that captures from `card`, or from any card: its id and, if readable, its name.
  func holder(card: Int?) -> (id: pid_t, name: String?)? {
    for number in card.map({ [$0] }) ?? numbers {
      let directory = "\(root)/proc/asound/card\(number)"
      for device in SmallFile.names(in: directory)
      where device.hasPrefix("pcm") && device.hasSuffix("c") {
        for part in SmallFile.names(in: "\(directory)/\(device)") where part.hasPrefix("sub") {
          let status = SmallFile.text("\(directory)/\(device)/\(part)/status") ?? ""
          if let thread = Self.owner(status) {
            let id = process(ofThread: thread)
            return (id, SmallFile.line("\(root)/proc/\(id)/comm"))
          }
        }
      }
    }
    return nil
  }

  /// The process of a thread, because the kernel names the thread that opened the substream;
  /// `thread` itself if it is gone or unreadable.
  private func process(ofThread thread: pid_t) -> pid_t {
    let status = SmallFile.text("\(root)/proc/\(thread)/status") ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("Tgid:") }
    return line.flatMap { pid_t($0.dropFirst(5).filter { !$0.isWhitespace }) } ?? thread
  }

  /// The number after "owner_pid" in a substream's status; nil if it is closed.
  static func owner(_ status: String) -> pid_t? {
    for line in status.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].drop(while: \.isWhitespace).hasPrefix("owner_pid")
      else { continue }
      return pid_t(String(parts[1].filter { !$0.isWhitespace }))
    }
    return nil
  }
}
