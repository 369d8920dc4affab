import CLinux
import Glibc

/// Reports changes to the files of directories as they happen.
///
/// The corresponding C function is `inotify_init1`.
package struct DirectoryWatch: ~Copyable {
  /// Which changes to report.
  package struct Kinds: OptionSet, Sendable {
    /// The kernel's bits, `IN_CREATE` and so on.
    package let rawValue: UInt32
    /// Kinds from the kernel's bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A file was created in the directory, or moved into it.
    package static let created = Kinds(rawValue: UInt32(IN_CREATE) | UInt32(IN_MOVED_TO))
    /// A file was removed from the directory, or moved out of it.
    package static let deleted = Kinds(rawValue: UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM))
    /// A file's owner, group or permissions changed.
    package static let attributes = Kinds(rawValue: UInt32(IN_ATTRIB))
    /// A file in the directory was opened.
    package static let opened = Kinds(rawValue: UInt32(IN_OPEN))
    /// A file in the directory was closed after any kind of use.
    package static let closed = Kinds(
      rawValue: UInt32(IN_CLOSE_WRITE) | UInt32(IN_CLOSE_NOWRITE))
    /// The directory itself disappeared, and the watch with it; always reported.
    package static let ended = Kinds(rawValue: UInt32(IN_IGNORED))
    /// Some events were lost; always reported.
    package static let overflow = Kinds(rawValue: UInt32(IN_Q_OVERFLOW))
  }

  /// A change.
  package struct Event: Sendable {
    /// What `add` returned for the directory.
    package let watch: Int32
    /// What happened; related kinds come together.
    package let kinds: Kinds
    /// The file's name in the directory; empty if the event is about the directory.
    package let name: String
  }

  /// Readable when there are events.
  package let descriptor: CInt

  /// Watches nothing yet. Throws if the process has run out of descriptors.
  package init() throws(BlockingThread.Unavailable) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { throw BlockingThread.Unavailable(status: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Watches `directory` from now on; nil if it is not a directory or may not be read.
  ///
  /// The corresponding C function is `inotify_add_watch`.
  package func add(_ directory: String, _ kinds: Kinds) -> Int32? {
    let watch = inotify_add_watch(descriptor, directory, kinds.rawValue | UInt32(IN_ONLYDIR))
    return watch >= 0 ? watch : nil
  }

  /// Stops watching. The corresponding C function is `inotify_rm_watch`.
  package func remove(_ watch: Int32) {
    inotify_rm_watch(descriptor, watch)
  }

  /// The pending events; may be empty. Never blocks.
  package func read() -> [Event] {
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
