extension ModelDefinition {
  /// Reads the binary form: counts, phone names, a tree of contexts, the phones, the state
  /// sequences. Returns the phone in the middle of each triphone, by its number; a phone is in its
  /// own middle.
  ///
  /// Format: `bin_mdef_read` in pocketsphinx/bin_mdef.c.
  mutating func readBinary(
    _ file: ModelBytes, states: ClosedRange<Int>
  ) throws(ModelFileError) -> [UInt8] {
    var bytes = file
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
    senoneCount = try bytes.count(in: phoneSenoneCount...0xFFFF)
    matrixCount = try bytes.count(in: 1...limit)
    let sequenceCount = try bytes.count(in: 1...limit)
    _ = try bytes.count(in: 0...limit)
    // The library looks up all word positions without a check.
    let nodeCount = try bytes.count(in: WordPosition.allCases.count...limit)
    silence = try bytes.count(in: 0...phoneCount - 1)
    let start = bytes.position
    for _ in 0..<phoneCount { phones.append(try bytes.text()) }
    numbers = Dictionary(zip(phones, phones.indices), uniquingKeysWith: { first, _ in first })
    _ = try bytes.raw((4 - (bytes.position - start) % 4) % 4)
    // The library looks contexts up in this tree; here, the triphones' own are enough.
    for _ in 0..<nodeCount {
      let (_, childCount, place) = (try bytes.short(), try bytes.short(), try bytes.integer())
      guard childCount <= Int16.max,
        childCount == 0
          ? place < triphoneCount : place >= 0 && place + childCount <= nodeCount
      else { throw bytes.damaged }
    }
    // An entry has twelve bytes; a damaged count may be of many more than there are.
    let room = min(triphoneCount, bytes.bytes.count / 12)
    var bases: [UInt8] = []
    sequenceOfPhone.reserveCapacity(room)
    bases.reserveCapacity(room)
    triphones.reserveCapacity(room)
    for number in 0..<triphoneCount {
      sequenceOfPhone.append(Int32(try bytes.count(in: 0...sequenceCount - 1)))
      _ = try bytes.count(in: 0...matrixCount - 1)
      // For a phone, whether it is a noise; for a triphone, its position in the word, and its
      // phones.
      let kind = try bytes.byte()
      let (phone, left, right) = (try bytes.byte(), try bytes.byte(), try bytes.byte())
      if number < phoneCount {
        bases.append(UInt8(number))
        isFiller.append(kind != 0)
      } else {
        guard max(phone, left, right) < phoneCount else { throw bytes.damaged }
        bases.append(UInt8(phone))
        triphones[Self.key(kind, phone, left, right)] = Int32(number)
      }
    }
    // If phones had different numbers of states, each sequence would carry its own count; no known
    // model does.
    let stateCount = sequenceCount * statesPerPhone
    _ = try bytes.count(in: stateCount...stateCount)
    for _ in 0..<stateCount {
      let senone = try bytes.short()
      guard senone < senoneCount else { throw bytes.damaged }
      sequences.append(UInt16(senone))
    }
    return bases
  }
}
