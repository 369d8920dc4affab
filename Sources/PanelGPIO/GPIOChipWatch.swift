import DeviceIO
import Glibc
import Synchronization

/// Reports to a line's holder when its chip disappears, as when a USB adapter is unplugged.
///
/// Many kernels do not: a thread waiting for an edge would wait forever, and an idle light would
/// never notice. The watch sleeps until a device appears or disappears.
final class GPIOChipWatch: Sendable {
  /// The process's instance; its thread starts with the first line, and stays.
  static let shared = GPIOChipWatch()

  private struct State {
    var holders: [Int: (node: String, tell: @Sendable () -> Void)] = [:]
    var lastNumber = 0
    var isRunning = false
  }

  private let directory: String
  private let state = Mutex(State())

  /// Watches the nodes in `directory`.
  init(directory: String = "/dev") { self.directory = directory }

  /// Calls `tell` once, on a separate thread, when the node at `path` is gone; returns a number for
  /// `forget(_:)`.
  func watch(_ path: String, _ tell: @escaping @Sendable () -> Void) -> Int {
    let (number, starts) = state.withLock { state in
      state.lastNumber += 1
      state.holders[state.lastNumber] = (path, tell)
      defer { state.isRunning = true }
      return (state.lastNumber, !state.isRunning)
    }
    guard starts else { return number }
    do throws(BlockingThread.Unavailable) {
      try BlockingThread.start(name: "gpiochips", limit: .seconds(60)) { self.run() }
    } catch {
      // Without the watch, switching or reading a line still reports a failure.
      state.withLock { $0.isRunning = false }
    }
    return number
  }

  /// Stops watching the node with this number.
  func forget(_ number: Int) {
    state.withLock { _ = $0.holders.removeValue(forKey: number) }
  }

  private func run() {
    defer { state.withLock { $0.isRunning = false } }
    do throws(BlockingThread.Unavailable) {
      let watch = try DirectoryWatch()
      follow(watch)
    } catch {
      // As without a thread.
    }
  }

  private func follow(_ watch: borrowing DirectoryWatch) {
    guard watch.add(directory, .deleted) != nil else { return }
    // Nodes that disappeared before the watch began are gone as well.
    tell { access($0, F_OK) != 0 }
    while true {
      var descriptors = [Poll.reading(watch.descriptor)]
      guard Poll.wait(&descriptors, timeout: nil) > 0 else { return }
      let events = watch.read()
      let nodes = Set(events.map { "\(directory)/\($0.name)" })
      let mayHaveMissed = events.contains { !$0.kinds.isDisjoint(with: [.overflow, .ended]) }
      tell { nodes.contains($0) || (mayHaveMissed && access($0, F_OK) != 0) }
    }
  }

  private func tell(_ isGone: (String) -> Bool) {
    let gone = state.withLock { state in
      let gone = state.holders.filter { isGone($0.value.node) }
      for number in gone.keys { state.holders[number] = nil }
      return gone.values
    }
    for holder in gone { holder.tell() }
  }
}
