import Dispatch

/// Runs `work` for each number below `count`, on all cores at once, and returns when all have run.
/// No two of them may write to the same place.
func onAllCores(_ count: Int, _ work: (Int) -> Void) {
  // For a single piece, no other core needs to wake up.
  guard count > 1 else { return (0..<count).forEach(work) }
  withoutActuallyEscaping(work) { work in
    nonisolated(unsafe) let work = work
    DispatchQueue.concurrentPerform(iterations: count) { work($0) }
  }
}
