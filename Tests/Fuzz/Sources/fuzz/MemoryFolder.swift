import FoundationEssentials
import Glibc

/// A folder in memory for this process alone, removed when it exits.
enum MemoryFolder {
  /// Below TMPDIR, which Tests/fuzz.sh sets and removes, in case the process crashes.
  static let path: String = {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/dev/shm"
    let path = "\(parent)/spokenmove-fuzz-\(getpid())"
    precondition(mkdir(path, 0o700) == 0, "\(path) is there already")
    atexit { try? FileManager.default.removeItem(atPath: MemoryFolder.path) }
    return path
  }()
}
