/// The phones of an acoustic model and their states in context: its `mdef` file, binary or text.
///
/// Format: `bin_mdef_read` in pocketsphinx/bin_mdef.c.
package struct ModelDefinition: Sendable, Hashable {
  /// A phone's position in its word; the raw values are the file's.
  package enum WordPosition: Int, Sendable, CaseIterable {
    case inside
    case beginning
    case end
    case alone
  }

  /// By number. In a phonetically tied model, a codebook belongs to the phone with the same number.
  package let phones: [String]
  /// The number of the silence phone.
  package let silence: Int
  /// The phone of each senone, by the senone's number.
  let codebooks: [UInt8]
  /// The number of transition matrices that the phones share.
  package let matrixCount: Int
  /// How many states a phone of this definition has.
  package let statesPerPhone: Int
  /// The senones of each state sequence, one for each state.
  private let sequences: [UInt16]
  /// The sequence of each phone and triphone, by its number.
  private let sequenceOfPhone: [Int32]
  private let isFiller: [Bool]
  /// A tree of contexts. Each node has its own number, the number of its children, and the place of
  /// the first child or the triphone's number.
  private let tree: [Node]
  private let numbers: [String: Int]

  private struct Node: Hashable {
    var key: Int
    var childCount: Int
    var place: Int
  }

  /// The number of states per phone in models that can be scored here.
  package static let stateCount = 3

  package var senoneCount: Int { codebooks.count }

  /// Reads the file: counts, phone names, a tree of contexts, the phones, the state sequences.
  ///
  /// - Parameter states: The accepted numbers of states per phone.
  /// - Throws: `ModelFileError` if the file is of another kind, is damaged, or has another number
  ///   of states per phone.
  package init(
    contentsOf path: String, states: ClosedRange<Int> = Self.stateCount...Self.stateCount
  ) throws(ModelFileError) {
    let file = try ModelBytes(contentsOf: path)
    var bytes = ModelBytes(try Self.binary(of: file.bytes, path: path), name: path)
    guard !bytes.starts(with: "FDMB") else { throw bytes.otherByteOrder }
    guard bytes.starts(with: "BMDF") else {
      throw bytes.error("it is no definition of phones")
    }
    _ = try bytes.raw(4)
    _ = try bytes.count(in: 0...Int(Int32.max))
    _ = try bytes.raw(try bytes.count(in: 0...65_536))
    let limit = 0xFF_FFFF
    let phoneCount = try bytes.count(in: 1...255)
    let triphoneCount = try bytes.count(in: phoneCount...limit)
    statesPerPhone = try bytes.count(in: states)
    let phoneSenoneCount = try bytes.count(in: 1...0xFFFF)
    let senoneCount = try bytes.count(in: phoneSenoneCount...0xFFFF)
    matrixCount = try bytes.count(in: 1...limit)
    let sequenceCount = try bytes.count(in: 1...limit)
    _ = try bytes.count(in: 0...limit)
    // The library looks up all word positions without a check.
    let nodeCount = try bytes.count(in: WordPosition.allCases.count...limit)
    silence = try bytes.count(in: 0...phoneCount - 1)
    let start = bytes.position
    var phones: [String] = []
    for _ in 0..<phoneCount { phones.append(try bytes.text()) }
    self.phones = phones
    _ = try bytes.raw((4 - (bytes.position - start) % 4) % 4)
    var tree: [Node] = []
    for _ in 0..<nodeCount {
      let node = Node(
        key: try bytes.short(), childCount: try bytes.short(), place: try bytes.integer())
      guard node.childCount <= Int16.max,
        node.childCount == 0
          ? node.place < triphoneCount
          : node.place >= 0 && node.place + node.childCount <= nodeCount
      else { throw bytes.damaged }
      tree.append(node)
    }
    self.tree = tree
    var sequenceOfPhone: [Int32] = []
    var isFiller: [Bool] = []
    for phone in 0..<triphoneCount {
      sequenceOfPhone.append(Int32(try bytes.count(in: 0...sequenceCount - 1)))
      _ = try bytes.count(in: 0...matrixCount - 1)
      // For a phone, whether it is a noise; for a triphone, its position in the word, and its
      // phones.
      let kind = try bytes.byte()
      let context = try bytes.raw(3)
      if phone < phoneCount {
        isFiller.append(kind != 0)
      } else if context.contains(where: { $0 >= phoneCount }) {
        throw bytes.damaged
      }
    }
    self.sequenceOfPhone = sequenceOfPhone
    self.isFiller = isFiller
    // If phones had different numbers of states, each sequence would carry its own count; no known
    // model does.
    let stateCount = sequenceCount * statesPerPhone
    _ = try bytes.count(in: stateCount...stateCount)
    var sequences: [UInt16] = []
    for _ in 0..<stateCount {
      let senone = try bytes.short()
      guard senone < senoneCount else { throw bytes.damaged }
      sequences.append(UInt16(senone))
    }
    self.sequences = sequences
    numbers = Dictionary(zip(phones, phones.indices), uniquingKeysWith: { first, _ in first })
    codebooks = Self.codebooks(
      senoneCount, phoneCount: phoneCount, tree: tree, sequenceOfPhone, sequences,
      stateCount: statesPerPhone)
  }

  /// Whether PocketSphinx's binary search finds each phone, and silence.
  package var isInOrder: Bool {
    numbers["SIL"] != nil
      && zip(phones, phones.dropFirst()).allSatisfy {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
  }

  /// The number of a phone; nil if the model has no phone of this name.
  package func number(of phone: String) -> Int? { numbers[phone] }

  /// The phone of a senone.
  package func phone(of senone: Int) -> Int { Int(codebooks[senone]) }

  /// The state of each senone, by the senone's number: 0..<`statesPerPhone`.
  package func states() -> [UInt8] {
    var states = [UInt8](repeating: 0, count: senoneCount)
    for (place, senone) in sequences.enumerated() {
      states[Int(senone)] = UInt8(place % statesPerPhone)
    }
    return states
  }

  /// Whether a phone is one of the model's noises.
  package func isNoise(_ phone: Int) -> Bool { phones[phone].hasPrefix("+") }

  /// Whether a phone is neither silence nor a noise.
  package func isSpoken(_ phone: Int) -> Bool { phone != silence && !isNoise(phone) }

  /// The senones of a phone between two others.
  ///
  /// Backs off like the decoder for contexts that training did not see: to other positions, then
  /// beside silence, then without context. The corresponding C function is
  /// `bin_mdef_phone_id_nearest`.
  package func senones(
    of phone: Int, after left: Int, before right: Int, _ position: WordPosition
  ) -> ArraySlice<UInt16> {
    let sequence = Int(sequenceOfPhone[triphone(phone, left, right, position)])
    return sequences[sequence * statesPerPhone..<(sequence + 1) * statesPerPhone]
  }

  /// The senones of a phone without context.
  package func senones(of phone: Int) -> ArraySlice<UInt16> {
    let sequence = Int(sequenceOfPhone[phone])
    return sequences[sequence * statesPerPhone..<(sequence + 1) * statesPerPhone]
  }

  private func triphone(_ phone: Int, _ left: Int, _ right: Int, _ position: WordPosition) -> Int {
    func anywhere(_ left: Int, _ right: Int) -> Int? {
      let positions = [position] + WordPosition.allCases.filter { $0 != position }
      return positions.lazy.compactMap { find(phone, left, right, $0) }.first
    }
    if let found = anywhere(left, right) { return found }
    let isFirst = position == .beginning || position == .alone
    let isLast = position == .end || position == .alone
    return anywhere(
      isFirst || isFiller[left] ? silence : left, isLast || isFiller[right] ? silence : right)
      ?? phone
  }

  private func find(_ phone: Int, _ left: Int, _ right: Int, _ position: WordPosition) -> Int? {
    var (first, count) = (0, WordPosition.allCases.count)
    for key in [
      position.rawValue, phone, isFiller[left] ? silence : left, isFiller[right] ? silence : right,
    ] {
      let nodes = tree[first..<first + count]
      guard let node = nodes.first(where: { $0.key == key }) else { return nil }
      if node.childCount == 0 { return node.place >= 0 ? node.place : nil }
      (first, count) = (node.place, node.childCount)
    }
    return nil
  }

  /// The phone of each senone, taken from its triphones.
  private static func codebooks(
    _ senoneCount: Int, phoneCount: Int, tree: [Node], _ sequenceOfPhone: [Int32],
    _ sequences: [UInt16], stateCount: Int
  ) -> [UInt8] {
    var codebooks = [UInt8](repeating: 0, count: senoneCount)
    // The walk visits each node once, unless the tree is damaged.
    var rest = 4 * tree.count
    func mark(_ triphone: Int, _ phone: Int) {
      let sequence = Int(sequenceOfPhone[triphone]) * stateCount
      for senone in sequences[sequence..<sequence + stateCount] {
        codebooks[Int(senone)] = UInt8(phone)
      }
    }
    for position in tree.prefix(WordPosition.allCases.count) where position.childCount > 0 {
      for phone in tree[position.place..<position.place + position.childCount]
      where phone.childCount > 0 && phone.key < phoneCount {
        for left in tree[phone.place..<phone.place + phone.childCount]
        where left.childCount > 0 && rest > 0 {
          rest -= left.childCount
          for right in tree[left.place..<left.place + left.childCount]
          where right.childCount == 0 && right.place >= 0 {
            mark(right.place, phone.key)
          }
        }
      }
    }
    for phone in 0..<phoneCount { mark(phone, phone) }
    return codebooks
  }
}
