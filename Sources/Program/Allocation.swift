import CLinux

/// How the C library manages memory.
package enum Allocation {
  /// From this size on, in bytes, a block has its own pages.
  private static let ownPages: Int32 = 256 << 10
  /// How many heaps the threads share.
  private static let heapCount: Int32 = 2

  /// Keeps a long-running service's memory as small as its use.
  ///
  /// Returns large blocks to the system as soon as they are freed. By default, the C library raises
  /// the limit to the largest block freed so far: then a recording's scores, some megabytes, lie
  /// between the decoder's small blocks, and stay in memory when they are free. Threads also share
  /// heaps; otherwise each would have its own, with gaps. The corresponding C function is
  /// `mallopt`.
  package static func economize() {
    _ = mallopt(M_MMAP_THRESHOLD, ownPages)
    _ = mallopt(M_ARENA_MAX, heapCount)
  }
}
