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
  package internal(set) var phones: [String] = []
  /// The number of the silence phone.
  package internal(set) var silence = 0
  /// The phone of each senone, by the senone's number.
  private(set) var codebooks: [UInt8] = []
  package internal(set) var senoneCount = 0
  /// The number of transition matrices that the phones share.
  package internal(set) var matrixCount = 0
  /// How many states a phone of this definition has.
  package internal(set) var statesPerPhone = 0
  /// The senones of each state sequence, one for each state.
  var sequences: [UInt16] = []
  /// The sequence of each phone and triphone, by its number.
  var sequenceOfPhone: [Int32] = []
  /// Whether a phone is noise or silence.
  var isFiller: [Bool] = []
  /// The number of the triphone of each context, by the context's `key`.
  var triphones: [UInt32: Int32] = [:]
  var numbers: [String: Int] = [:]

  /// The number of states per phone in models that can be scored here.
  package static let stateCount = 3

  /// Reads the file.
  ///
  /// - Parameter states: The accepted numbers of states per phone.
  /// - Throws: `ModelFileError` if the file is of another kind, is damaged, or has another number
  ///   of states per phone.
  package init(
    contentsOf path: String, states: ClosedRange<Int> = Self.stateCount...Self.stateCount
  ) throws(ModelFileError) {
    try self.init(ModelBytes(contentsOf: path), states: states)
  }

  /// Reads a file in either form.
  init(
    _ file: ModelBytes, states: ClosedRange<Int> = Self.stateCount...Self.stateCount
  ) throws(ModelFileError) {
    // The phone in the middle of each triphone, by its number; a phone is its own.
    let bases =
      if let bases = try readText(file, states: states) {
        bases
      } else {
        try readBinary(file, states: states)
      }
    codebooks = [UInt8](repeating: 0, count: senoneCount)
    // The phones are the first, and count if a senone should be of several.
    for number in sequenceOfPhone.indices.reversed() {
      let first = Int(sequenceOfPhone[number]) * statesPerPhone
      for senone in sequences[first..<first + statesPerPhone] {
        codebooks[Int(senone)] = bases[number]
      }
    }
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

  /// A context as one number: a position in the word, a phone, and its neighbors, a byte each.
  static func key(_ position: Int, _ phone: Int, _ left: Int, _ right: Int) -> UInt32 {
    UInt32(position) << 24 | UInt32(phone) << 16 | UInt32(left) << 8 | UInt32(right)
  }

  private func find(_ phone: Int, _ left: Int, _ right: Int, _ position: WordPosition) -> Int? {
    let key = Self.key(
      position.rawValue, phone, isFiller[left] ? silence : left, isFiller[right] ? silence : right)
    return triphones[key].map { Int($0) }
  }
}
