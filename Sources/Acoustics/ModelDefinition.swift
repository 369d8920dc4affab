/// The phones of an acoustic model and their states in context: its `mdef`, binary or text.
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

  /// By number: a codebook of a phonetically tied model belongs to the phone with the same number.
  package let phones: [String]
  /// The number of the silence phone.
  package let silence: Int
  /// The phone of each senone, by the senone's number.
  let codebooks: [UInt8]
  /// The three senones of each state sequence.
  private let sequences: [UInt16]
  /// The sequence of each phone and triphone, by its number.
  private let sequenceOfPhone: [Int32]
  private let isFiller: [Bool]
  /// A tree of contexts: each node's own number, how many nodes are below it, and where the first
  /// of them is, or the triphone's number.
  private let tree: [Node]
  private let numbers: [String: Int]

  private struct Node: Hashable {
    var key: Int
    var childCount: Int
    var place: Int
  }

  /// How many states a phone has.
  package static let stateCount = 3

  package var senoneCount: Int { codebooks.count }

  /// Reads the file.
  ///
  /// - Throws: `ModelFileError` if the file is not of this kind, is damaged, or does not have three
  ///   states per phone.
  package init(contentsOf path: String) throws(ModelFileError) {
    let file = try ModelBytes(contentsOf: path)
    var bytes = ModelBytes(try Self.binary(of: file.bytes, path: path), name: path)
    guard bytes.starts(with: "BMDF") else {
      throw ModelFileError(path: path, problem: "it is no definition of phones")
    }
    _ = try bytes.integer()
    _ = try bytes.integer()
    _ = try bytes.raw(try bytes.count(in: 0...65_536))
    let phoneCount = try bytes.count(in: 1...255)
    let triphoneCount = try bytes.count(in: phoneCount...0xFF_FFFF)
    _ = try bytes.count(in: Self.stateCount...Self.stateCount)
    _ = try bytes.integer()
    let senoneCount = try bytes.count(in: 1...0xFFFF)
    _ = try bytes.integer()
    let sequenceCount = try bytes.count(in: 1...0xFF_FFFF)
    _ = try bytes.integer()
    let nodeCount = try bytes.count(in: 0...0xFF_FFFF)
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
      guard
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
      _ = try bytes.integer()
      let kind = try bytes.byte()
      if phone < phoneCount { isFiller.append(kind != 0) }
      _ = try bytes.raw(3)
    }
    self.sequenceOfPhone = sequenceOfPhone
    self.isFiller = isFiller
    let stateCount = sequenceCount * Self.stateCount
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
      senoneCount, phoneCount: phoneCount, tree: tree, sequenceOfPhone, sequences)
  }

  /// The number of a phone; nil if the model has no phone of this name.
  package func number(of phone: String) -> Int? { numbers[phone] }

  /// The phone of a senone.
  package func phone(of senone: Int) -> Int { Int(codebooks[senone]) }

  /// The state of each senone, by the senone's number: 0..<`stateCount`.
  package func states() -> [UInt8] {
    var states = [UInt8](repeating: 0, count: senoneCount)
    for (place, senone) in sequences.enumerated() {
      states[Int(senone)] = UInt8(place % Self.stateCount)
    }
    return states
  }

  /// Whether a phone is one of the model's noises.
  package func isNoise(_ phone: Int) -> Bool { phones[phone].hasPrefix("+") }

  /// Whether a phone is neither silence nor a noise.
  package func isSpoken(_ phone: Int) -> Bool { phone != silence && !isNoise(phone) }

  /// The senones of a phone between two others.
  ///
  /// Contexts not seen in training are looked up as the decoder does: in other positions, then
  /// beside silence, then alone. The corresponding C function is `bin_mdef_phone_id_nearest`.
  package func senones(
    of phone: Int, after left: Int, before right: Int, _ position: WordPosition
  ) -> ArraySlice<UInt16> {
    let sequence = Int(sequenceOfPhone[triphone(phone, left, right, position)])
    return sequences[sequence * Self.stateCount..<(sequence + 1) * Self.stateCount]
  }

  /// The senones of a phone regardless of context.
  package func senones(of phone: Int) -> ArraySlice<UInt16> {
    let sequence = Int(sequenceOfPhone[phone])
    return sequences[sequence * Self.stateCount..<(sequence + 1) * Self.stateCount]
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
    guard !tree.isEmpty else { return nil }
    var (first, count) = (0, WordPosition.allCases.count)
    for key in [
      position.rawValue, phone, isFiller[left] ? silence : left, isFiller[right] ? silence : right,
    ] {
      let nodes = tree[min(first, tree.count)..<min(first + count, tree.count)]
      guard let node = nodes.first(where: { $0.key == key }) else { return nil }
      if node.childCount == 0 { return node.place >= 0 ? node.place : nil }
      (first, count) = (node.place, node.childCount)
    }
    return nil
  }

  /// The phone of each senone, taken from its triphones.
  private static func codebooks(
    _ senoneCount: Int, phoneCount: Int, tree: [Node], _ sequenceOfPhone: [Int32],
    _ sequences: [UInt16]
  ) -> [UInt8] {
    var codebooks = [UInt8](repeating: 0, count: senoneCount)
    // Each node is visited once, unless the tree is damaged.
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
