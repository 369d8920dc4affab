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

  /// The process that captures from `card`, or from any card.
  func holder(card: Int?) -> Microphone.Holder? {
    for number in card.map({ [$0] }) ?? numbers {
      let directory = "\(root)/proc/asound/card\(number)"
      for device in SmallFile.names(in: directory)
      where device.hasPrefix("pcm") && device.hasSuffix("c") {
        for part in SmallFile.names(in: "\(directory)/\(device)") where part.hasPrefix("sub") {
          let status = SmallFile.text("\(directory)/\(device)/\(part)/status") ?? ""
          if let thread = Self.field("owner_pid", in: status).flatMap({ Int($0) }) {
            let id = process(ofThread: thread)
            return Microphone.Holder(processID: id, name: SmallFile.line("\(root)/proc/\(id)/comm"))
          }
        }
      }
    }
    return nil
  }

  /// The process of a thread, because the kernel names the thread that opened the substream;
  /// `thread` itself if it is gone or unreadable.
  private func process(ofThread thread: Int) -> Int {
    let status = SmallFile.text("\(root)/proc/\(thread)/status") ?? ""
    return Self.field("Tgid", in: status).flatMap { Int($0) } ?? thread
  }

  /// The value in a line "name: value" of a kernel's file; nil without such a line.
  static func field(_ name: String, in text: String) -> String? {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == name else { continue }
      return String(parts[1].drop(while: \.isWhitespace))
    }
    return nil
  }
}
