extension ModelDefinition.Contents {
  /// Reads sphinxtrain's text form; nil if the bytes are not a text definition.
  ///
  /// Format: `mdef_init` in pocketsphinx/mdef.c, which exits the process if the file is damaged.
  init?(text file: ModelBytes, states: ClosedRange<Int>) throws(ModelFileError) {
    guard file.starts(with: "0.3") || file.starts(with: "#") else { return nil }
    var text = DefinitionText(file, states: states)
    self = try text.definition()
  }
}

/// A definition in text form, read line by line.
private struct DefinitionText {
  /// The senones of up to five states; the others are 0.
  typealias Sequence = SIMD8<UInt16>

  /// The longest line that the library reads in one piece.
  private static let longestLine = 1_022
  private static let stateLimit = 5

  private let file: ModelBytes
  private let bytes: [UInt8]
  /// How many states a phone may have.
  private let states: ClosedRange<Int>
  private var position = 0
  /// The number of the last line read, from 1, its place, and the places of its words.
  private var line = 0
  private var lineStart = 0
  private var words: [Range<Int>] = []

  private var contents = ModelDefinition.Contents()
  private var names: [ArraySlice<UInt8>] = []
  private var sequenceNumbers: [Sequence: Int] = [:]

  init(_ file: ModelBytes, states: ClosedRange<Int>) {
    self.file = file
    bytes = file.bytes
    self.states = states
  }

  private func error(_ problem: String) -> ModelFileError { file.error(problem) }

  private var damagedLine: ModelFileError { error("line \(line) is damaged") }
  private var cutOff: ModelFileError { error("it is cut off after line \(line)") }

  mutating func definition() throws(ModelFileError) -> ModelDefinition.Contents {
    guard try readLine(), words.count == 1, isWord(0, "0.3"), words[0].lowerBound == lineStart
    else { throw error("it is no definition of phones of version 0.3") }
    let counts = try header()
    for _ in 0..<counts.phones { try readPhone(counts) }
    for _ in 0..<counts.triphones { try readTriphone() }
    while try readLine() {
      guard words.isEmpty else { throw error("line \(line) follows its last phone") }
    }
    guard contents.triphones.count == counts.triphones else {
      throw error("it has a triphone twice")
    }
    contents.phones = names.map { String(decoding: $0, as: UTF8.self) }
    guard let silence = contents.phones.firstIndex(of: "SIL"),
      states.contains(contents.statesPerPhone)
    else { throw error("its counts are wrong") }
    contents.silence = silence
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
    contents.statesPerPhone = values[2] / max(phones + triphones, 1) - 1
    (contents.senoneCount, contents.matrixCount) = (values[4], values[5])
    guard (1...255).contains(phones), triphones <= 0xFF_FFFF - phones,
      (contents.statesPerPhone + 1) * (phones + triphones) == values[2],
      (1...Self.stateLimit).contains(contents.statesPerPhone),
      values[3] == phones * contents.statesPerPhone,
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
    guard names.last.map({ $0.lexicographicallyPrecedes(name) }) ?? true else {
      throw error("line \(line): its phones are not in order")
    }
    names.append(name)
    let isNoise = isWord(4, "filler")
    contents.isFiller.append(isNoise)
    try append(names.count - 1, isNoise: isNoise, senones: counts.phones * contents.statesPerPhone)
  }

  private mutating func readTriphone() throws(ModelFileError) {
    try readEntry()
    let (phone, left, right) = (try phone(0), try phone(1), try phone(2))
    let position = try wordPosition(3)
    let key = ModelDefinition.Contents.key(position, phone, left, right)
    contents.triphones[key] = Int32(contents.sequenceOfPhone.count)
    try append(phone, isNoise: contents.isFiller[phone], senones: contents.senoneCount)
  }

  /// Reads a line with the words of a phone's entry: names, position, kind, matrix, senones, "N".
  private mutating func readEntry() throws(ModelFileError) {
    guard try readLine() else { throw cutOff }
    guard words.count == 7 + contents.statesPerPhone, isWord(words.count - 1, "N") else {
      throw damagedLine
    }
  }

  private mutating func append(
    _ phone: Int, isNoise: Bool, senones: Int
  ) throws(ModelFileError) {
    guard isNoise ? isWord(4, "filler") : isWord(4, "n/a") else { throw damagedLine }
    _ = try number(5, below: contents.matrixCount)
    var sequence = Sequence()
    for state in 0..<contents.statesPerPhone {
      sequence[state] = UInt16(try number(6 + state, below: senones))
    }
    let number = sequenceNumbers[sequence] ?? sequenceNumbers.count
    if number == sequenceNumbers.count {
      guard number < 0xFFFF else { throw error("it has too many different sequences of states") }
      sequenceNumbers[sequence] = number
      for state in 0..<contents.statesPerPhone { contents.sequences.append(sequence[state]) }
    }
    contents.sequenceOfPhone.append(Int32(number))
    contents.baseOfPhone.append(UInt8(phone))
  }

  /// The number of a phone's name.
  private func phone(_ index: Int) throws(ModelFileError) -> Int {
    let name = bytes[words[index]]
    var range = names.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let other = names[middle]
      if other.elementsEqual(name) { return middle }
      range =
        other.lexicographicallyPrecedes(name)
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    throw damagedLine
  }

  private func wordPosition(_ index: Int) throws(ModelFileError) -> Int {
    let position: ModelDefinition.WordPosition =
      switch String(decoding: bytes[words[index]], as: UTF8.self) {
      case "i": .inside
      case "b": .beginning
      case "e": .end
      case "s": .alone
      default: throw damagedLine
      }
    return position.rawValue
  }
}
