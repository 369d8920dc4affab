import CLinux

/// How the C library manages memory.
enum Allocation {
  /// From this size on, in bytes, a block has pages of its own.
  private static let ownPages: Int32 = 256 << 10

  /// Has the C library return large blocks to the system as soon as they are freed.
  ///
  /// Otherwise it raises the limit to the size of the largest block that was freed. The scores of a
  /// recording, some megabytes, then lie between the decoder's small blocks, and the gaps that they
  /// leave stay in memory: a sixth of the service. The corresponding C function is `mallopt`.
  static func returnLargeBlocks() {
    _ = mallopt(M_MMAP_THRESHOLD, ownPages)
  }
}
