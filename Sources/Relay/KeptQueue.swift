import DeviceIO
import Glibc

/// Messages that wait for the broker, in a file that survives restarts and power cuts.
///
/// The file is a journal with one line per event:
/// - `+NUMBER KIND PAYLOAD`: a message
/// - `>NUMBER`: the relay has sent this message and all before it
/// - `-NUMBER`: nobody needs this message any more
/// - `=TEXT`: the progress of the reported game
///
/// Memory holds only the messages' places. A line torn by a power cut does not count.
package final class KeptQueue {
  /// The disk cannot save or return the data.
  package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    package var path: String
    /// An `errno` value.
    package var status: Int32

    package var description: String {
      switch status {
      case EWOULDBLOCK:
        "Another relay uses \(path). Stop it, or name another queue.directory."
      case ENOSPC: "The disk of \(path) is full. Make room on it."
      default:
        "Cannot save the waiting messages in \(path): \(SystemStatus.text(status)). "
          + "Check queue.directory and its owner."
      }
    }
  }

  private static let name = "queue"
  /// A journal up to this size is never compacted.
  private static let smallSize = 256 << 10
  /// A longer line counts as damaged.
  private static let longestLine = 512 << 10

  private let directory: String
  private let directoryDescriptor: CInt
  private var file: CInt
  private var size = 0
  private(set) var queue: SendingQueue
  /// The last saved progress of the game; empty if there is none.
  private(set) var progress: [UInt8] = []
  /// The number up to which the file marks messages as sent.
  private var writtenMark = 0

  private var path: String { "\(directory)/\(Self.name)" }

  /// The queue of a relay.
  package convenience init(of configuration: RelayConfiguration) throws(Failure) {
    try self.init(in: configuration.queueDirectory)
  }

  /// Opens or creates the queue in the existing `directory`, exclusively for this process.
  init(
    in directory: String, limits: SendingQueue.Limits = SendingQueue.Limits()
  ) throws(Failure) {
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Failure(path: directory, status: errno) }
    let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
    // Locks the directory, because the file gets replaced.
    let file =
      flock(folder, LOCK_EX | LOCK_NB) == 0 ? openat(folder, Self.name, flags, 0o600) : -1
    guard file >= 0 else {
      let failure = Failure(path: directory, status: errno)
      close(folder)
      throw failure
    }
    self.directory = directory
    directoryDescriptor = folder
    self.file = file
    queue = SendingQueue(limits: limits)
    try read()
    try compact()
  }

  deinit {
    close(file)
    close(directoryDescriptor)
  }

  // MARK: Use

  /// Saves messages, with the progress of the game. If one of them must not be lost, they are on
  /// disk when it returns.
  ///
  /// - Parameter goesOut: Whether they will be sent immediately; the same write marks them as sent.
  func add(
    _ messages: [RelayMessage], progress: String, goesOut: Bool
  ) throws(Failure) {
    var text: [UInt8] = []
    var next = queue
    var isPrecious = false
    for message in messages where message.kind != .partial {
      let number = next.nextNumber
      let start = Array("+\(number) \(message.kind.rawValue) ".utf8)
      let payload = message.payload.utf8
      let outdated = next.add(
        message.kind, offset: size + text.count + start.count, length: payload.count)
      text += start + payload + [0x0A]
      for item in outdated { text += Array("-\(item.number)\n".utf8) }
      if !message.kind.isRetained { isPrecious = true }
    }
    let kept = Array(progress.utf8)
    if kept != self.progress { text += [UInt8(ascii: "=")] + kept + [0x0A] }
    guard !text.isEmpty else { return }
    let mark = next.nextNumber - 1
    let isMarked = goesOut && next.items.count <= next.limits.window
    if isMarked { text += Array(">\(mark)\n".utf8) }
    let before = size
    try write(text)
    do throws(Failure) {
      if isPrecious { try sync() }
    } catch {
      // Undo all of it, so that it can be added again.
      ftruncate(file, off_t(before))
      size = before
      throw error
    }
    if isMarked { writtenMark = mark }
    queue = next
    self.progress = kept
    compactIfLarge()
  }

  /// The next message to send, marked if it may have been sent before; nil if none waits, or enough
  /// are in flight. When this returns, the file marks it as sent.
  func next() throws(Failure) -> (number: Int, message: RelayMessage)? {
    while true {
      let before = queue
      guard let (item, isRepeated) = queue.next() else { return nil }
      do throws(Failure) {
        if item.number > writtenMark {
          // Mark everything that may go out now in one write.
          let ahead = queue.items[..<(queue.inFlight + queue.sendable)]
          let mark = ahead.last?.number ?? item.number
          try write(Array(">\(mark)\n".utf8))
          try sync()
          writtenMark = mark
        }
        guard let payload = try payload(of: item) else {
          // Damaged on disk, and unreadable for good.
          try remove(item.number)
          continue
        }
        let message = RelayMessage(item.kind, payload)
        return (item.number, isRepeated ? message.repeated : message)
      } catch {
        queue = before
        throw error
      }
    }
  }

  /// The broker has the message.
  func remove(_ number: Int) throws(Failure) {
    queue.remove(number)
    try write(Array("-\(number)\n".utf8))
    compactIfLarge()
  }

  /// Everything unconfirmed will be sent again.
  func connectionLost() { queue.connectionLost() }

  // MARK: The file

  private func payload(of item: SendingQueue.Item) throws(Failure) -> String? {
    var bytes = [UInt8](repeating: 0, count: item.length)
    let count = pread(file, &bytes, item.length, off_t(item.offset))
    guard count >= 0 else { throw failure() }
    guard count == item.length, bytes.first == UInt8(ascii: "{"),
      bytes.last == UInt8(ascii: "}"), bytes.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends to the journal; undoes a partial write.
  private func write(_ bytes: [UInt8]) throws(Failure) {
    do throws(Failure) {
      try Self.write(bytes, to: file, path)
    } catch {
      ftruncate(file, off_t(size))
      throw error
    }
    size += bytes.count
  }

  private static func write(_ bytes: [UInt8], to file: CInt, _ path: String) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure(path: path, status: errno) }
      rest = rest.dropFirst(count)
    }
  }

  private func sync() throws(Failure) {
    guard fdatasync(file) == 0 else { throw failure() }
  }

  private func failure() -> Failure { Failure(path: path, status: errno) }

  /// Failure does no harm; the next event tries again.
  private func compactIfLarge() {
    if size > Self.smallSize + 2 * queue.bytes { try? compact() }
  }

  /// Writes a journal of everything that still counts, and replaces the old one with it.
  private func compact() throws(Failure) {
    let new = Self.name + ".new"
    unlinkat(directoryDescriptor, new, 0)
    let aside = openat(
      directoryDescriptor, new, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard aside >= 0 else { throw failure() }
    do throws(Failure) {
      var offsets: [Int] = []
      var text = Array("=".utf8) + progress + [0x0A]
      var begin = 0
      for item in queue.items {
        text += Array("+\(item.number) \(item.kind.rawValue) ".utf8)
        offsets.append(begin + text.count)
        text += Array((try payload(of: item) ?? String(repeating: " ", count: item.length)).utf8)
        text.append(0x0A)
        if text.count > 65_536 {
          try Self.write(text, to: aside, path)
          begin += text.count
          text = []
        }
      }
      text += Array(">\(queue.sentMark)\n".utf8)
      try Self.write(text, to: aside, path)
      guard fdatasync(aside) == 0,
        renameat(directoryDescriptor, new, directoryDescriptor, Self.name) == 0
      else { throw failure() }
      close(file)
      file = aside
      size = begin + text.count
      writtenMark = queue.sentMark
      queue.move(to: offsets)
    } catch {
      close(aside)
      unlinkat(directoryDescriptor, new, 0)
      throw error
    }
    guard fsync(directoryDescriptor) == 0 else { throw failure() }
  }

  // MARK: Reading

  private func read() throws(Failure) {
    var lines = LineAssembler(limit: Self.longestLine)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var offset = 0
    while true {
      let count = pread(file, &chunk, chunk.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      guard count > 0 else { break }
      lines.take(chunk[..<count]) { line, begin in understand(line, at: begin) }
      offset += count
    }
    size = offset
    writtenMark = queue.sentMark
  }

  private func understand(_ line: [UInt8], at begin: Int) {
    let rest = line.dropFirst()
    switch line.first {
    case UInt8(ascii: "="): progress = Array(rest)
    case UInt8(ascii: ">"): if let number = Self.number(rest) { queue.wasSent(upTo: number) }
    case UInt8(ascii: "-"): if let number = Self.number(rest) { queue.remove(number) }
    case UInt8(ascii: "+"):
      let parts = rest.split(separator: 0x20, maxSplits: 2)
      guard parts.count == 3, let number = Self.number(parts[0]), number >= queue.nextNumber,
        let kind = RelayMessage.Topic(rawValue: String(decoding: parts[1], as: UTF8.self)),
        parts[2].last == UInt8(ascii: "}"), queue.items.count < 2 * queue.limits.messages
      else { return }
      // Slices have the line's indices.
      queue.add(kind, offset: begin + parts[2].startIndex, length: parts[2].count, number: number)
    default: break
    }
  }

  private static func number(_ digits: some Sequence<UInt8>) -> Int? {
    let number = Int(String(decoding: Array(digits), as: UTF8.self))
    return number.flatMap { (1..<(1 << 53)).contains($0) ? $0 : nil }
  }
}
