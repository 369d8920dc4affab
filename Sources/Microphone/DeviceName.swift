/// The hardware behind an ALSA device name: "plughw:CARD=Device,DEV=0" is the card Device.
struct DeviceName: Sendable, Hashable {
  /// The card's id or number; nil for "default" and names from a configuration file.
  let card: String?
  /// Whether only one program at a time can open it.
  let isExclusive: Bool

  init(_ name: String) {
    var card: String?
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    // Only names from the system's own configuration refer to a card; in others, arguments can mean
    // anything.
    let kinds = ["hw", "plughw", "sysdefault", "default", "front", "dsnoop", "usbstream"]
    if parts.count == 2, kinds.contains(String(parts[0])) {
      for (index, argument) in parts[1].split(separator: ",").enumerated() {
        let pair = argument.split(separator: "=", maxSplits: 1)
        switch (pair.first.map(String.init), pair.count, index) {
        case ("CARD", 2, _): card = String(pair[1])
        case (let value, 1, 0): card = value
        default: break
        }
      }
    }
    isExclusive = parts.first == "hw" || parts.first == "plughw"
    self.card = card
  }
}
