/// English X-SAMPA symbols, with the nearest phones of the CMU Pronouncing Dictionary.
///
/// Sources: J. C. Wells, "Computer-coding the IPA: a proposed extension of SAMPA" (1995) and
/// University College London's SAMPA chart for English; the phone set of the CMU Pronouncing
/// Dictionary 0.7. Includes both British and American symbols where they differ ("@U" and "oU", "Q"
/// and "A", "I@" and "Ir").
package enum XSAMPA {
  static let english: [String: [String]] = {
    var table: [String: [String]] = [:]
    for line in rows.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      table[fields[0]] = Array(fields.dropFirst())
    }
    return table
  }()

  /// Symbols without a sound of their own: stress, length, syllable and linking marks.
  static let marks: Set<Character> = ["\"", "%", ":", ".", "'", "-", "|"]

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

  /// The maximum number of readings of a pronunciation.
  static let readingLimit = 8

  package struct Unmappable: Error, Equatable {
    package var symbol: String
    package var column: Int
  }
}
