import FoundationEssentials
import Testing

@testable import LanguageModel

@Suite("Pronunciations")
struct PronunciationTests {
  @Test("A lexicon has the acoustic model's own phones by default")
  func lexicon() {
    let lexicon = Lexicon(pronunciations: ["a": [["AH"]]])
    #expect(!lexicon.isMapped && Lexicon(isMapped: true).isMapped)
  }

  @Test("Variants keep their order, without stress, case and duplicates")
  func variants() {
    let dictionary = PronunciationDictionary(
      text: """
        ;;; A comment
        ##
        A  EY1
        A(2) AH0
        A(3) EY2
        (PAREN P
        ABLE  EY1 B AH0 L\r
        TO T UW
        BARE
        TO(2) T AH
        """)
    let found = dictionary.pronunciations(of: ["a", "To", "bare", "missing", "(paren", "able", ""])
    #expect(
      found == [
        "a": [["EY"], ["AH"]], "To": [["T", "UW"], ["T", "AH"]], "(paren": [["P"]],
        "able": [["EY", "B", "AH", "L"]],
      ])
  }

  @Test("A word is found in each of its spellings")
  func spellings() {
    let dictionary = PronunciationDictionary(text: "king K IH1 NG\n")
    let king = [["K", "IH", "NG"]]
    #expect(
      dictionary.pronunciations(of: ["King", "king", "King"]) == ["King": king, "king": king])
  }

  @Test(
    "Only a number in brackets marks a variant",
    arguments: ["to(:)", "to()", "to(a)", "to(2", "to(2)x", "to(/)"])
  func noVariants(word: String) {
    let dictionary = PronunciationDictionary(text: "to T UW\n\(word) T AH\n")
    #expect(dictionary.pronunciations(of: ["to"]) == ["to": [["T", "UW"]]])
    #expect(dictionary.pronunciations(of: [word]) == [word: [["T", "AH"]]])
  }

  @Test("The digits from 0 to 9 make a variant's number")
  func digits() {
    let dictionary = PronunciationDictionary(text: "to T UW\nto(09) T AH\n")
    #expect(dictionary.pronunciations(of: ["to"]) == ["to": [["T", "UW"], ["T", "AH"]]])
  }

  @Test("A dictionary is read, or an error names its file")
  func files() async throws {
    try await withTemporaryFile { url in
      try Data("rook R UH K\nrook(2) R UW K".utf8).write(to: url)
      let dictionary = try PronunciationDictionary(contentsOf: url)
      #expect(
        dictionary.pronunciations(of: ["rook"]) == ["rook": [["R", "UH", "K"], ["R", "UW", "K"]]])
    }
    #expect {
      try PronunciationDictionary(contentsOf: URL(filePath: "/nowhere/cmudict.dict"))
    } throws: { error in
      let error = error as? LanguageModelError
      return error?.code == .unreadableFile && error?.file == "/nowhere/cmudict.dict"
        && "\(error.map(String.init(describing:)) ?? "")".contains("No such file")
    }
  }

  @Test("An empty dictionary has no words")
  func empty() {
    #expect(PronunciationDictionary(text: "").pronunciations(of: ["a"]).isEmpty)
  }

  @Test(
    "X-SAMPA maps to phones",
    arguments: [
      ("w I n aU @r", "W IH N AW ER"), ("t A r t @ k aU @r", "T AA R T AH K AW ER"),
      ("wInaU@r", "W IH N AW ER"), ("\"tS E k", "CH EH K"), ("t S", "T SH"),
      ("dZ V dZ", "JH AH JH"),
      ("n 3:", "N ER"), ("b @U l", "B OW L"), ("h I@", "HH IH R"), ("l_", nil), ("w I ? @", nil),
      ("p ä", nil),
    ])
  func xsampa(text: String, expected: String?) {
    let phones = try? PhoneTable.english.readings(of: text).get().first
    #expect(phones == expected?.split(separator: " ").map(String.init))
  }

  @Test("An unmappable symbol is named with its place")
  func unmappable() {
    #expect(PhoneTable.english.readings(of: "w I 7 @") == .failure(.init(symbol: "7", column: 5)))
  }

  @Test("Every symbol gives phones of the CMU set and reads as itself")
  func table() {
    let phones = Set(
      """
      AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH
      """.split(whereSeparator: \.isWhitespace).map(String.init))
    #expect(phones.count == 39)
    var reached: Set<String> = []
    for (symbol, given) in XSAMPA.english {
      #expect(PhoneTable.english.readings(of: symbol) == .success([given]))
      #expect(phones.isSuperset(of: given))
      reached.formUnion(given)
    }
    #expect(reached == phones)
  }

  @Test(
    "A sound that English lacks has the nearest phones, and a word has every reading of its sounds",
    arguments: [
      ("s E~ k", ["S AE N K", "S AE K"]), ("R", ["R", "HH"]), ("f y", ["F UW", "F IY"]),
      ("R y", ["R UW", "HH UW", "R IY", "HH IY"]), ("d a m", ["D AA M", "D AE M", "D AH M"]),
      ("t S 1", ["T SH IH", "T SH UH"]), ("^", []),
    ] as [(String, [String])])
  func soundsOfOtherLanguages(text: String, expected: [String]) {
    let readings = try? PhoneTable.nearestEnglish.readings(of: text).get()
    #expect((readings ?? []).map { $0.joined(separator: " ") } == expected.map { $0 })
  }

  @Test("The readings are limited, and the likeliest are among them")
  func readingLimit() throws {
    let text = Array(repeating: "R y", count: 20).joined(separator: " ")
    let readings = try PhoneTable.nearestEnglish.readings(of: text).get()
    #expect(readings.count == XSAMPA.readingLimit && Set(readings).count == readings.count)
    let first = Array(repeating: ["R", "UW"], count: 20).flatMap { $0 }
    #expect(readings.first == first)
    for reading in readings { #expect(zip(reading, first).count { $0 != $1 } <= 1) }
  }

  @Test("Every sound of every language has phones of the CMU set")
  func tableOfSounds() throws {
    let phones = Set(XSAMPA.english.values.joined())
    for (symbol, readings) in XSAMPA.sounds {
      #expect(!readings.isEmpty && readings.allSatisfy { !$0.isEmpty }, "\(symbol)")
      #expect(phones.isSuperset(of: readings.joined()), "\(symbol)")
      #expect(PhoneTable.nearestEnglish.readings(of: symbol) == .success(readings), "\(symbol)")
    }
  }

  @Test(
    "Custom pronunciations come first, then the dictionary's, or none",
    arguments: [true, false])
  func precedence(replaces: Bool) throws {
    let data = emptyData()
    data.insert(phraseCount: PhraseCount(phrase: "A rook", count: 1))
    data.insert(term: CustomPronunciation(grapheme: "Rook", phonemes: ["r u k", "r U k"]))
    data.insert(
      term: CustomPronunciation(grapheme: "a", phonemes: ["eI"], replacesDictionary: replaces))
    let lexicon = try CompiledLanguageModel(data, dictionary: smallDictionary).lexicon
    #expect(lexicon.pronunciations["rook"] == [["R", "UW", "K"], ["R", "UH", "K"]])
    #expect(lexicon.pronunciations["a"] == (replaces ? [["EY"]] : [["EY"], ["AH"]]))
    #expect(
      lexicon.dictionaryText
        == (replaces ? "a EY\n" : "a EY\na(2) AH\n") + "rook R UW K\nrook(2) R UH K\n")
  }
}
