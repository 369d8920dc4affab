/// The hash of Fowler, Noll and Vo, 64 bits: tells damaged or other bytes, not those of an
/// attacker.
package enum FNV1a {
  /// The hash of no bytes.
  package static let empty: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The hash of `bytes` behind others whose hash is `hash`.
  package static func hash(of bytes: some Sequence<UInt8>, after hash: UInt64 = empty) -> UInt64 {
    bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
