extension XSAMPA {
  /// The X-SAMPA symbols of all languages, each with its nearest English phones.
  ///
  /// A sound that English lacks becomes the nearest one by place, manner and voicing. A diphthong,
  /// an affricate or a nasal vowel becomes two phones. If listeners hear a sound differently, it
  /// has several readings, the likeliest first. Phones are those of the CMU Pronouncing Dictionary.
  ///
  /// Sources: J. C. Wells, "Computer-coding the IPA: a proposed extension of SAMPA" (1995); the
  /// International Phonetic Association's chart (2020) for place and manner.
  static let sounds: [String: [[String]]] = {
    var table = english.mapValues { [$0] }
    for line in soundRows.split(separator: "\n") {
      let fields = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
      table[fields[0]] = fields.dropFirst().split(separator: "|").map(Array.init)
    }
    return table
  }()

  // A symbol, then its phones, and other readings after a "|".
  private static let soundRows = #"""
    i IY | IH
    I IH | IY          # Lax and tense differ less outside English.
    u UW | UH
    y UW | IY          # Front and rounded: English has front, or rounded.
    Y UH | IH
    U UH | UW
    e EY | EH | IH     # A monophthong, between the two.
    E EH | AE
    2 ER | UH | UW | AH   # Mid, front, rounded.
    9 ER | AH | EH
    o OW | AO | UH
    O AO | AA | OW
    a AA | AE | AH     # Between the two.
    A AA
    6 AH | ER          # German "-er".
    @ AH | UH | ER     # French "e" is rounded.
    e~ AE N | AE       # Nasal vowels: the vowel, then a nasal that is hardly closed.
    E~ AE N | AE
    a~ AA N | AO N | AO
    A~ AA N | AO N | AO
    o~ AO N | OW N | OW
    O~ AO N | OW N | OW
    9~ AH N | AE N
    e~j~ EY N
    aI AY
    aU AW
    OY OY
    Oy OY
    ai AY
    ei EY
    Ei EY | AY         # Dutch "ij".
    9y AW | OY         # Dutch "ui".
    Au AW
    oi OY
    eu EH UW
    au AW
    r R | D            # A trill; a short one is like a flapped "d".
    4 R | D            # A tap, which English has for "d" and "t" only.
    R R | HH           # Uvular: a weak friction.
    R\ R | HH
    r\ R
    x HH | K           # Velar: English has the friction further back, or a stop here.
    X HH | K
    C SH | HH          # Palatal: between the two.
    G G | HH
    B V | B
    D DH | D
    J N Y | N          # Palatal nasal and lateral: the alveolar one, and a glide.
    L L Y | Y
    H W | Y            # The glide of "y".
    P V | W            # Dutch "w".
    v\ V | W
    h HH
    ts T S
    dz D Z
    pf P F | F
    tS CH
    dZ JH
    ts\ CH             # Polish "ć" and "cz" are one to an English ear.
    dz\ JH
    s\ SH
    z\ ZH
    s` SH
    z` ZH
    1 IH | UH          # Close, central and unrounded: Polish "y", Russian "ы".
    } UW | UH          # The same, rounded: Swedish "u".
    M UH | UW          # Close, back and unrounded: Turkish "ı".
    7 AH | UH          # Mid, back and unrounded.
    8 UH | AH          # Mid, central and rounded: Swedish "u" when short.
    @\ AH
    & AH | ER          # Open, front and rounded.
    ts` CH
    dz` JH
    F M                # Labiodental: the bilabial nasal.
    p\ F | HH          # Bilabial: Japanese "f".
    c K Y | CH         # Palatal stops: between velar and affricate.
    J\ G Y | JH
    j\ Y | ZH
    q K
    N\ NG
    G\ G
    X\ HH
    x\ HH | SH         # Swedish "sj".
    K L | SH           # A voiceless lateral: Welsh "ll".
    r` R
    l` L
    n` N
    t` T
    d` D
    """#
}
