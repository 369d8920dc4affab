extension ModelDefinition {
  /// Reads sphinxtrain's text form, and returns the same as `readBinary`; nil if the bytes are not
  /// a text definition.
  ///
  /// Format: `mdef_init` in pocketsphinx/mdef.c, which exits the process if the file is damaged.
  mutating func readText(
    _ file: ModelBytes, states: ClosedRange<Int>
  ) throws(ModelFileError) -> [UInt8]? {
    guard file.starts(with: "0.3") || file.starts(with: "#") else { return nil }
    var text = DefinitionText(file, states: states, definition: self)
    try text.read()
    self = text.definition
    return text.bases
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

  private(set) var definition: ModelDefinition
  /// The phone in the middle of each triphone, by its number; a phone is its own.
  private(set) var bases: [UInt8] = []
  private var sequenceNumbers: [Sequence: Int] = [:]

  init(_ file: ModelBytes, states: ClosedRange<Int>, definition: ModelDefinition) {
    self.file = file
    bytes = file.bytes
    self.states = states
    self.definition = definition
  }

  private func error(_ problem: String) -> ModelFileError { file.error(problem) }

  private var damagedLine: ModelFileError { error("line \(line) is damaged") }
  private var cutOff: ModelFileError { error("it is cut off after line \(line)") }

  mutating func read() throws(ModelFileError) {
    guard try readLine(), words.count == 1, word(0) == "0.3", words[0].lowerBound == lineStart
    else { throw error("it is no definition of phones of version 0.3") }
    let counts = try header()
    for _ in 0..<counts.phones { try readPhone(counts) }
    for _ in 0..<counts.triphones { try readTriphone() }
    while try readLine() {
      guard words.isEmpty else { throw error("line \(line) follows its last phone") }
    }
    guard definition.triphones.count == counts.triphones else {
      throw error("it has a triphone twice")
    }
    guard let silence = definition.number(of: "SIL"),
      states.contains(definition.statesPerPhone)
    else { throw error("its counts are wrong") }
    definition.silence = silence
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

  private func word(_ index: Int) -> String {
    String(decoding: bytes[words[index]], as: UTF8.self)
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
      let name = word(1)
      guard names.contains(name) else { throw error("line \(line) is no count") }
      counts[name] = try number(0, below: 0x1000_0000)
    }
    let values = names.map { counts[$0, default: 0] }
    let (phones, triphones) = (values[0], values[1])
    definition.statesPerPhone = values[2] / max(phones + triphones, 1) - 1
    (definition.senoneCount, definition.matrixCount) = (values[4], values[5])
    guard (1...255).contains(phones), triphones <= 0xFF_FFFF - phones,
      (definition.statesPerPhone + 1) * (phones + triphones) == values[2],
      (1...Self.stateLimit).contains(definition.statesPerPhone),
      values[3] == phones * definition.statesPerPhone,
      values[3] <= values[4], values[4] < Int(Int16.max), (1...0xFF_FFFF).contains(values[5])
    else { throw error("its counts are wrong") }
    return (phones, triphones)
  }

  // MARK: Phones

  private mutating func readPhone(_ counts: Counts) throws(ModelFileError) {
    try readEntry()
    guard word(1) == "-", word(2) == "-", word(3) == "-" else { throw damagedLine }
    let name = word(0)
    // The library looks them up by binary search.
    guard definition.phones.last.map({ $0.utf8.lexicographicallyPrecedes(name.utf8) }) ?? true
    else { throw error("line \(line): its phones are not in order") }
    let phone = definition.phones.count
    definition.phones.append(name)
    definition.numbers[name] = phone
    let isNoise = word(4) == "filler"
    definition.isFiller.append(isNoise)
    try append(phone, isNoise: isNoise, senones: counts.phones * definition.statesPerPhone)
  }

  private mutating func readTriphone() throws(ModelFileError) {
    try readEntry()
    let (phone, left, right) = (try phone(0), try phone(1), try phone(2))
    let position = try wordPosition(3)
    let key = ModelDefinition.key(position, phone, left, right)
    definition.triphones[key] = Int32(definition.sequenceOfPhone.count)
    try append(phone, isNoise: definition.isFiller[phone], senones: definition.senoneCount)
  }

  /// Reads a line with the words of a phone's entry: names, position, kind, matrix, senones, "N".
  private mutating func readEntry() throws(ModelFileError) {
    guard try readLine() else { throw cutOff }
    guard words.count == 7 + definition.statesPerPhone, word(words.count - 1) == "N" else {
      throw damagedLine
    }
  }

  private mutating func append(
    _ phone: Int, isNoise: Bool, senones: Int
  ) throws(ModelFileError) {
    guard word(4) == (isNoise ? "filler" : "n/a") else { throw damagedLine }
    _ = try number(5, below: definition.matrixCount)
    var sequence = Sequence()
    for state in 0..<definition.statesPerPhone {
      sequence[state] = UInt16(try number(6 + state, below: senones))
    }
    let number = sequenceNumbers[sequence] ?? sequenceNumbers.count
    if number == sequenceNumbers.count {
      guard number < 0xFFFF else { throw error("it has too many different sequences of states") }
      sequenceNumbers[sequence] = number
      for state in 0..<definition.statesPerPhone { definition.sequences.append(sequence[state]) }
    }
    definition.sequenceOfPhone.append(Int32(number))
    bases.append(UInt8(phone))
  }

  /// The number of a phone's name.
  private func phone(_ index: Int) throws(ModelFileError) -> Int {
    guard let number = definition.number(of: word(index)) else { throw damagedLine }
    return number
  }

  private func wordPosition(_ index: Int) throws(ModelFileError) -> Int {
    let position: ModelDefinition.WordPosition =
      switch word(index) {
      case "i": .inside
      case "b": .beginning
      case "e": .end
      case "s": .alone
      default: throw damagedLine
      }
    return position.rawValue
  }
}
