import ChessTables

/// The openings as a tree of moves, with a table from positions to names.
struct OpeningTable: Sendable {
  /// A move in the tree; its parent is nil after the start position.
  struct Node: Sendable {
    var move: Move
    var parent: UInt16?
  }

  struct Entry: Sendable {
    /// The last move's node.
    var node: UInt16
    /// The number of moves of the line.
    var length: UInt8
    /// How many other lines pass through its position: a measure of fame.
    var variations: UInt16 = 0
    /// The place of the ECO code and the name in the data.
    var text: Range<Int32>
  }

  static let shared = OpeningTable()

  private(set) var nodes: [Node] = []
  private(set) var entries: [Entry] = []
  /// Entries by their positions.
  private var byPosition: [Position.Key: UInt16] = [:]

  private init() {
    nodes.reserveCapacity(9000)
    entries.reserveCapacity(4000)
    byPosition.reserveCapacity(4000)
    read()
  }

  /// The bytes of `openings.txt`; `chess_tables.h` describes them.
  private var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: chess_openings_bytes(), count: chess_openings_count())
  }

  private mutating func read() {
    let bytes = bytes
    var path: [(node: UInt16, position: Position)] = []
    // The lines whose positions the current line passes through.
    var open: [Int] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      defer { start = end + 1 }
      let line = bytes[start..<end]
      guard let space = line.firstIndex(of: UInt8(ascii: " ")), space - start >= 2,
        let shared = Int(String(decoding: line.prefix(2), as: UTF8.self)), shared <= path.count
      else { continue }
      path.removeSubrange(shared...)
      var index = start + 2
      while index + 4 <= space {
        guard let move = Move(uci: String(decoding: line[index..<index + 4], as: UTF8.self)) else {
          break
        }
        let position = (path.last?.position ?? .start).applying(move)
        nodes.append(Node(move: move, parent: path.last?.node))
        path.append((UInt16(truncatingIfNeeded: nodes.count - 1), position))
        index += 4
      }
      guard let last = path.last else { continue }
      while let previous = open.last, Int(entries[previous].length) > shared { open.removeLast() }
      for previous in open { entries[previous].variations += 1 }
      open.append(entries.count)
      byPosition[last.position.key] = UInt16(truncatingIfNeeded: entries.count)
      entries.append(
        Entry(
          node: last.node, length: UInt8(truncatingIfNeeded: path.count),
          text: Int32(truncatingIfNeeded: space + 1)..<Int32(truncatingIfNeeded: end)))
    }
  }

  func index(of key: Position.Key) -> Int? { byPosition[key].map(Int.init) }

  /// How many lines end at a position or pass through it; 0 if it has no name.
  func lines(through key: Position.Key) -> Int {
    index(of: key).map { Int(entries[$0].variations) + 1 } ?? 0
  }

  func opening(at index: Int) -> Opening {
    let text = text(at: index)
    return Opening(
      eco: String(text.prefix(3)), name: String(text.dropFirst(3)), moves: moves(at: index))
  }

  func name(at index: Int) -> String { String(text(at: index).dropFirst(3)) }

  private func text(at index: Int) -> String {
    let range = entries[index].text
    return String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
  }

  private func moves(at index: Int) -> [Move] {
    var moves: [Move] = []
    var next: UInt16? = entries[index].node
    while let node = next {
      moves.append(nodes[Int(node)].move)
      next = nodes[Int(node)].parent
    }
    return moves.reversed()
  }
}
