import CLinux
import Glibc

/// What happens to the files of directories, told by the kernel as it happens.
///
/// The corresponding C function is `inotify_init1`.
public struct DirectoryWatch: ~Copyable {
  /// What to be told of.
  public struct Kinds: OptionSet, Sendable {
    /// The bits that the kernel has for them, `IN_CREATE` and its kin.
    public let rawValue: UInt32
    /// Of the kernel's bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A file was made in the directory, or moved into it.
    public static let created = Kinds(rawValue: UInt32(IN_CREATE) | UInt32(IN_MOVED_TO))
    /// A file was removed from the directory, or moved out of it.
    public static let deleted = Kinds(rawValue: UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM))
    /// Its owner, group or permissions changed.
    public static let attributes = Kinds(rawValue: UInt32(IN_ATTRIB))
    /// A file of the directory was opened.
    public static let opened = Kinds(rawValue: UInt32(IN_OPEN))
    /// A file of the directory was closed, whatever it was open for.
    public static let closed = Kinds(
      rawValue: UInt32(IN_CLOSE_WRITE) | UInt32(IN_CLOSE_NOWRITE))
    /// The directory itself went away, and with it the watch; always told.
    public static let ended = Kinds(rawValue: UInt32(IN_IGNORED))
    /// There was more than could be told; always told.
    public static let overflow = Kinds(rawValue: UInt32(IN_Q_OVERFLOW))
  }

  /// Something that happened.
  public struct Event: Sendable {
    /// What `add` returned for the directory.
    public let watch: Int32
    /// What it was; of several kinds at once where they belong together.
    public let kinds: Kinds
    /// The file's name in the directory; empty if it is about the directory.
    public let name: String
  }

  /// Readable when there are events.
  public let descriptor: CInt

  /// Watches nothing yet. Throws where the process has no descriptor left.
  public init() throws(BlockingThread.Unavailable) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { throw BlockingThread.Unavailable(status: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Watches `directory` from now on; nil if it is none, or may not be read.
  ///
  /// The corresponding C function is `inotify_add_watch`.
  public func add(_ directory: String, _ kinds: Kinds) -> Int32? {
    let watch = inotify_add_watch(descriptor, directory, kinds.rawValue | UInt32(IN_ONLYDIR))
    return watch >= 0 ? watch : nil
  }

  /// Watches it no longer. The corresponding C function is `inotify_rm_watch`.
  public func remove(_ watch: Int32) {
    inotify_rm_watch(descriptor, watch)
  }

  /// The events that have come; none if there are none. Never blocks.
  public func read() -> [Event] {
    var events: [Event] = []
    withUnsafeTemporaryAllocation(byteCount: 8_192, alignment: 8) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        let head = MemoryLayout<inotify_event>.size
        while rest.count >= head {
          let event = rest.loadUnaligned(as: inotify_event.self)
          let end = min(head + Int(event.len), rest.count)
          let name = String(decoding: rest[head..<end].prefix { $0 != 0 }, as: UTF8.self)
          events.append(Event(watch: event.wd, kinds: Kinds(rawValue: event.mask), name: name))
          rest = UnsafeRawBufferPointer(rebasing: rest[end...])
        }
      }
    }
    return events
  }
}
