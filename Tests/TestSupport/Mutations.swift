/// Reproducible corruptions of bytes, as by a disk, a cable or an attacker.
package struct Mutations: Sequence, IteratorProtocol {
  private let original: [UInt8]
  private let tokens: [[UInt8]]
  private var left: Int
  private var state: UInt64

  /// `count` variants of `original`; besides single bytes, it inserts `tokens`.
  package init(
    of original: some Sequence<UInt8>, tokens: [String] = [], count: Int, seed: UInt64 = 1
  ) {
    self.original = Array(original)
    self.tokens = (tokens + Self.tokens).map { Array($0.utf8) }
    left = count
    state = seed
  }

  /// Strings on which parsers of text and numbers have failed.
  private static let tokens = [
    "", "\u{0}", "\n", "\r\n", "\"", "\\", "{", "}", "[", "]", "(", ")", "<", ">", ":", ",", "-1",
    "0", "99999999999999999999", "9223372036854775807", "-9223372036854775808", "1e999", "-1e-999",
    "NaN", "0x", "é", "\u{FEFF}", "\u{202E}",
  ]

  /// The next variant; nil after the last.
  package mutating func next() -> [UInt8]? {
    guard left > 0 else { return nil }
    left -= 1
    var bytes = original
    for _ in 0...number(below: 4) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = number(below: bytes.count + 1)
    let length = Swift.min(bytes.count - place, number(below: 9))
    switch number(below: 6) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(number(below: 8))
    case 1 where place < bytes.count: bytes[place] = [0, 0x7F, 0x80, 0xFF][number(below: 4)]
    case 2: bytes.removeSubrange(place..<place + length)
    case 3: bytes.removeSubrange(place...)
    case 4:
      bytes.insert(contentsOf: bytes[place..<place + length], at: number(below: bytes.count + 1))
    default:
      bytes.replaceSubrange(place..<place + length, with: tokens[number(below: tokens.count)])
    }
  }

  /// Steele, Lea, Flood: "Fast splittable pseudorandom number generators" (2014), SplitMix64.
  private mutating func number(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
