/// English X-SAMPA symbols, with the nearest phones of the CMU Pronouncing Dictionary.
///
/// Sources: J. C. Wells, "Computer-coding the IPA: a proposed extension of SAMPA" (1995) and
/// University College London's SAMPA chart for English; the phone set of the CMU Pronouncing
/// Dictionary 0.7. Where British and American symbols differ ("@U" and "oU", "Q" and "A", "I@" and
/// "Ir"), both are included.
enum XSAMPA {
  static let english: [String: [String]] = {
    var table: [String: [String]] = [:]
    for line in rows.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      table[fields[0]] = Array(fields.dropFirst())
    }
    return table
  }()

  /// Symbols that are not sounds of their own: stress, length, syllable and linking marks.
  private static let marks: Set<Character> = ["\"", "%", ":", ".", "'", "-", "|"]

  private static let longestSymbol = english.keys.map(\.count).max() ?? 1

  // A symbol, then its phones.
  private static let rows = #"""
    i IY
    I IH
    e EY
    E EH
    { AE
    a AA
    A AA
    Q AA
    O AO
    o OW
    U UH
    u UW
    V AH
    @ AH
    3 ER
    3` ER
    @` ER
    @r ER
    3r ER
    eI EY
    EI EY
    aI AY
    AI AY
    OI OY
    oI OY
    @U OW
    oU OW
    aU AW
    {U AW
    I@ IH R
    e@ EH R
    E@ EH R
    U@ UH R
    O@ AO R
    p P
    b B
    t T
    d D
    k K
    g G
    f F
    v V
    T TH
    D DH
    s S
    z Z
    S SH
    Z ZH
    h HH
    tS CH
    dZ JH
    m M
    n N
    N NG
    l L
    5 L
    r R
    r\ R
    4 T
    w W
    W W
    j Y
    m= AH M
    n= AH N
    l= AH L
    """#

  /// The readings of one pronunciation in phones, the likeliest first.
  ///
  /// Symbols are separated by spaces; without spaces, the longest symbol that fits is taken. Marks
  /// for stress or length are ignored. English has one reading; in another language, each sound may
  /// have several (``sounds``).
  /// - Returns: 1 to ``readingLimit`` readings, or the first piece that is not a symbol and its
  ///   first character, counted from 1.
  static func readings(
    _ text: String, language: String = "en"
  ) -> Result<[[String]], Unmappable> {
    let isEnglish = language == "en"
    let longest = isEnglish ? longestSymbol : longestSound
    // A reading's rank: how often it does not take a sound's first phones.
    var readings: [(phones: [String], rank: Int)] = [([], 0)]
    let characters = Array(text)
    var index = 0
    next: while index < characters.count {
      for length in stride(from: min(longest, characters.count - index), to: 0, by: -1) {
        let symbol = String(characters[index..<index + length])
        if let found = isEnglish ? english[symbol].map({ [$0] }) : sounds[symbol] {
          let longer = found.enumerated().flatMap { rank, phones in
            readings.map { ($0.phones + phones, $0.rank + rank) }
          }
          // Stable, so that readings of the same rank stay in order.
          readings = Array(longer.sorted { $0.1 < $1.1 }.prefix(readingLimit))
          index += length
          continue next
        }
      }
      guard characters[index].isWhitespace || marks.contains(characters[index]) else {
        let end = characters[index...].firstIndex(where: \.isWhitespace) ?? characters.count
        return .failure(Unmappable(symbol: String(characters[index..<end]), column: index + 1))
      }
      index += 1
    }
    return .success(readings.map(\.phones))
  }

  /// How many readings a pronunciation can have.
  static let readingLimit = 8

  private static let longestSound = sounds.keys.map(\.count).max() ?? 1

  struct Unmappable: Error, Equatable {
    var symbol: String
    var column: Int
  }
}
