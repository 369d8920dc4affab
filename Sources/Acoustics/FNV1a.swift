/// The 64-bit hash of Fowler, Noll and Vo: detects damage and differences, but not attacks.
package enum FNV1a {
  /// The hash of `bytes`.
  package static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
