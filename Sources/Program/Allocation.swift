import CLinux

/// How the C library manages memory.
package enum Allocation {
  /// From this size on, in bytes, a block has pages of its own.
  private static let ownPages: Int32 = 256 << 10
  /// How many heaps the threads share.
  private static let heapCount: Int32 = 2

  /// Keeps the memory of a service that runs for months as small as what it uses.
  ///
  /// Large blocks are returned to the system as soon as they are freed. Otherwise the C library
  /// raises the limit to the size of the largest one freed so far: the scores of a recording, some
  /// megabytes, then lie between the decoder's small blocks, and stay in memory once they are free.
  /// And threads share heaps, of which each thread would have one with gaps of its own. The
  /// corresponding C function is `mallopt`.
  package static func economize() {
    _ = mallopt(M_MMAP_THRESHOLD, ownPages)
    _ = mallopt(M_ARENA_MAX, heapCount)
  }
}
