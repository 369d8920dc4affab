extension ModelDefinition {
  /// The binary form of a definition, which may be in sphinxtrain's text form.
  ///
  /// The order of contexts differs from pocketsphinx_mdef_convert's, with the same meaning. Bytes
  /// that are not a text definition are returned unchanged.
  ///
  /// Format: `mdef_init` in pocketsphinx/mdef.c, which exits the process if the file is damaged.
  ///
  /// - Throws: `ModelFileError` for a damaged text.
  static func binary(of bytes: [UInt8], path: String) throws(ModelFileError) -> [UInt8] {
    guard bytes.starts(with: "0.3".utf8) || bytes.starts(with: "#".utf8) else { return bytes }
    var text = DefinitionText(bytes, path: path)
    return try text.definition().binary()
  }
}

/// The phones and triphones of a definition in text form.
private struct DefinitionContents {
  struct Entry {
    /// The numbers of its senone sequence and of its transition matrix.
    var sequence: Int
    var matrix: Int
    /// For a phone, whether it is a noise; for a triphone, its position and its phones' numbers.
    var attributes: (UInt8, UInt8, UInt8, UInt8)
  }

  var stateCount = 0
  var senoneCount = 0
  var matrixCount = 0
  var names: [ArraySlice<UInt8>] = []
  var phones: [Entry] = []
  var sequences: [DefinitionText.Sequence] = []
  /// A position, a phone, and its neighbors, a byte each, in order.
  var contexts: [(key: UInt32, phone: Int)] = []

  func binary() -> [UInt8] {
    let tree = tree()
    var bytes = Array("BMDF".utf8)
    func append(_ numbers: Int...) {
      for number in numbers {
        withUnsafeBytes(of: Int32(truncatingIfNeeded: number).littleEndian) { bytes += $0 }
      }
    }
    let silence = names.firstIndex(of: ArraySlice("SIL".utf8)) ?? names.count
    append(1, 0, names.count, phones.count, stateCount, names.count * stateCount, senoneCount)
    append(matrixCount, sequences.count, 3, tree.count, silence)
    let start = bytes.count
    for name in names { bytes += name + [0] }
    bytes += repeatElement(0, count: (4 - (bytes.count - start) % 4) % 4)
    for node in tree {
      append(node.key | node.childCount << 16, node.place)
    }
    for phone in phones {
      append(phone.sequence, phone.matrix)
      withUnsafeBytes(of: phone.attributes) { bytes += $0 }
    }
    append(sequences.count * stateCount)
    for sequence in sequences {
      for state in 0..<stateCount {
        withUnsafeBytes(of: sequence[state].littleEndian) { bytes += $0 }
      }
    }
    return bytes
  }

  /// The tree of contexts, level after level: positions, phones, left neighbors, right neighbors.
  private func tree() -> [(key: Int, childCount: Int, place: Int)] {
    var levels = [ModelDefinition.WordPosition.allCases.map { UInt32($0.rawValue) }]
    for shift in [16, 8, 0] as [UInt32] {
      var level: [UInt32] = []
      for (key, _) in contexts where level.last != key >> shift { level.append(key >> shift) }
      levels.append(level)
    }
    var tree: [(key: Int, childCount: Int, place: Int)] = []
    for (depth, level) in levels.enumerated() {
      guard depth < 3 else {
        tree += contexts.map { (key: Int($0.key & 0xFF), childCount: 0, place: $0.phone) }
        break
      }
      var place = tree.count + level.count
      var below = levels[depth + 1][...]
      for key in level {
        let childCount = below.prefix { $0 >> 8 == key }.count
        below = below.dropFirst(childCount)
        tree.append(
          (key: Int(key & 0xFF), childCount: childCount, place: childCount > 0 ? place : -1))
        place += childCount
      }
    }
    return tree
  }
}

/// A definition in text form, read line by line.
private struct DefinitionText {
  /// The senones of up to five states; the others are 0.
  typealias Sequence = SIMD8<UInt16>

  /// The longest line that the library reads in one piece.
  private static let longestLine = 1_022
  private static let stateLimit = 5

  private let bytes: [UInt8]
  private let path: String
  private var position = 0
  /// The number of the last line read, from 1, its place, and the places of its words.
  private var line = 0
  private var lineStart = 0
  private var words: [Range<Int>] = []

  private var contents = DefinitionContents()
  private var sequenceNumbers: [Sequence: Int] = [:]

  init(_ bytes: [UInt8], path: String) {
    self.bytes = bytes
    self.path = path
  }

  private func error(_ problem: String) -> ModelFileError {
    ModelFileError(path: path, problem: problem)
  }

  private var damagedLine: ModelFileError { error("line \(line) is damaged") }
  private var cutOff: ModelFileError { error("it is cut off after line \(line)") }

  mutating func definition() throws(ModelFileError) -> DefinitionContents {
    guard try readLine(), words.count == 1, isWord(0, "0.3"), words[0].lowerBound == lineStart
    else { throw error("it is no definition of phones of version 0.3") }
    let counts = try header()
    for _ in 0..<counts.phones { try readPhone(counts) }
    for _ in 0..<counts.triphones { try readTriphone() }
    while try readLine() {
      guard words.isEmpty else { throw error("line \(line) follows its last phone") }
    }
    contents.contexts.sort { $0.key < $1.key }
    guard zip(contents.contexts, contents.contexts.dropFirst()).allSatisfy({ $0.key < $1.key })
    else {
      throw error("it has a triphone twice")
    }
    return contents
  }

  // MARK: Lines and words

  /// Reads the next line that is not a comment; false at the end.
  private mutating func readLine() throws(ModelFileError) -> Bool {
    while position < bytes.count {
      let start = position
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      position = end + 1
      line += 1
      lineStart = start
      guard end - start <= Self.longestLine else { throw damagedLine }
      if bytes[start] == UInt8(ascii: "#") { continue }
      try split(start..<end)
      return true
    }
    return false
  }

  private mutating func split(_ line: Range<Int>) throws(ModelFileError) {
    words.removeAll(keepingCapacity: true)
    var start: Int?
    for place in line {
      switch bytes[place] {
      case 0x20, 0x09, 0x0D:
        if let first = start { words.append(first..<place) }
        start = nil
      case 0x21..<0x7F: start = start ?? place
      default: throw damagedLine
      }
    }
    if let first = start { words.append(first..<line.upperBound) }
  }

  private func isWord(_ index: Int, _ text: StaticString) -> Bool {
    let word = words[index]
    return word.count == text.utf8CodeUnitCount
      && text.withUTF8Buffer { bytes[word].elementsEqual($0) }
  }

  /// The number at a word, which must be below `limit`.
  private func number(_ index: Int, below limit: Int) throws(ModelFileError) -> Int {
    let word = words[index]
    var number = 0
    guard (1...9).contains(word.count) else { throw damagedLine }
    for byte in bytes[word] {
      guard (0x30...0x39).contains(byte) else { throw damagedLine }
      number = 10 * number + Int(byte) - 0x30
    }
    guard number < limit else { throw damagedLine }
    return number
  }

  // MARK: Counts

  private typealias Counts = (phones: Int, triphones: Int)

  private mutating func header() throws(ModelFileError) -> Counts {
    let names = [
      "n_base", "n_tri", "n_state_map", "n_tied_ci_state", "n_tied_state", "n_tied_tmat",
    ]
    var counts: [String: Int] = [:]
    while counts.count < names.count {
      guard try readLine() else { throw cutOff }
      guard words.count == 2 else { throw error("line \(line) is no count") }
      let name = String(decoding: bytes[words[1]], as: UTF8.self)
      guard names.contains(name) else { throw error("line \(line) is no count") }
      counts[name] = try number(0, below: 0x1000_0000)
    }
    let values = names.map { counts[$0, default: 0] }
    let (phones, triphones) = (values[0], values[1])
    contents.stateCount = values[2] / max(phones + triphones, 1) - 1
    (contents.senoneCount, contents.matrixCount) = (values[4], values[5])
    guard (1...255).contains(phones), triphones <= 0xFF_FFFF - phones,
      (contents.stateCount + 1) * (phones + triphones) == values[2],
      (1...Self.stateLimit).contains(contents.stateCount),
      values[3] == phones * contents.stateCount,
      values[3] <= values[4], values[4] < Int(Int16.max), (1...0xFF_FFFF).contains(values[5])
    else { throw error("its counts are wrong") }
    return (phones, triphones)
  }

  // MARK: Phones

  private mutating func readPhone(_ counts: Counts) throws(ModelFileError) {
    try readEntry()
    guard isWord(1, "-"), isWord(2, "-"), isWord(3, "-") else { throw damagedLine }
    let name = bytes[words[0]]
    // They are looked up by binary search, here and in the library.
    guard contents.names.last.map({ $0.lexicographicallyPrecedes(name) }) ?? true else {
      throw error("line \(line): its phones are not in order")
    }
    contents.names.append(name)
    let isNoise = isWord(4, "filler")
    try append(
      (isNoise ? 1 : 0, 0, 0, 0), isNoise: isNoise, senones: counts.phones * contents.stateCount)
  }

  private mutating func readTriphone() throws(ModelFileError) {
    try readEntry()
    let (phone, left, right) = (try phone(0), try phone(1), try phone(2))
    let position = try wordPosition(3)
    let key = UInt32(position) << 24 | UInt32(phone) << 16 | UInt32(left) << 8 | UInt32(right)
    contents.contexts.append((key, contents.phones.count))
    try append(
      (position, phone, left, right), isNoise: contents.phones[Int(phone)].attributes.0 == 1,
      senones: contents.senoneCount)
  }

  /// Reads a line with the words of a phone's entry: names, position, kind, matrix, senones, "N".
  private mutating func readEntry() throws(ModelFileError) {
    guard try readLine() else { throw cutOff }
    guard words.count == 7 + contents.stateCount, isWord(words.count - 1, "N") else {
      throw damagedLine
    }
  }

  private mutating func append(
    _ attributes: (UInt8, UInt8, UInt8, UInt8), isNoise: Bool, senones: Int
  ) throws(ModelFileError) {
    guard isNoise ? isWord(4, "filler") : isWord(4, "n/a") else { throw damagedLine }
    let matrix = try number(5, below: contents.matrixCount)
    var sequence = Sequence()
    for state in 0..<contents.stateCount {
      sequence[state] = UInt16(try number(6 + state, below: senones))
    }
    let number = sequenceNumbers[sequence] ?? contents.sequences.count
    if number == contents.sequences.count {
      guard number < 0xFFFF else { throw error("it has too many different sequences of states") }
      sequenceNumbers[sequence] = number
      contents.sequences.append(sequence)
    }
    contents.phones.append(
      DefinitionContents.Entry(sequence: number, matrix: matrix, attributes: attributes))
  }

  /// The number of a phone's name.
  private func phone(_ index: Int) throws(ModelFileError) -> UInt8 {
    let name = bytes[words[index]]
    var range = contents.names.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let other = contents.names[middle]
      if other.elementsEqual(name) { return UInt8(middle) }
      range =
        other.lexicographicallyPrecedes(name)
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    throw damagedLine
  }

  private func wordPosition(_ index: Int) throws(ModelFileError) -> UInt8 {
    let position: ModelDefinition.WordPosition =
      switch String(decoding: bytes[words[index]], as: UTF8.self) {
      case "i": .inside
      case "b": .beginning
      case "e": .end
      case "s": .alone
      default: throw damagedLine
      }
    return UInt8(position.rawValue)
  }
}
