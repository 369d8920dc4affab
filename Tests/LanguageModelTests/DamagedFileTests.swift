import FoundationEssentials
import Glibc
import LanguageModel
import TestSupport
import Testing

/// Any bytes of a file are read or refused, quickly, and never trap.
@Suite("Damaged files", .timeLimit(.patientMinutes(2)))
struct DamagedFileTests {
  private static let dictionary = """
    pawn P AO1 N
    pawn(2) P AA1 N
    rook R UH1 K
    one W AH1 N
    two T UW1
    """

  @Test("Damaged data files, and models compiled from them, are read or refused")
  func dataFiles() throws {
    let sample = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "a", version: "1"
    ) {
      PhraseCount(phrase: "pawn one", count: 3)
      PhraseCountsFromTemplates(classes: ["piece": ["pawn", "<x>"], "x": ["rook", ""]]) {
        TemplatePhraseCountGenerator.Template("<piece> two", count: 10_000)
      }
      CustomPronunciation(grapheme: "rook", phonemes: ["r u k"])
    }
    let dictionary = PronunciationDictionary(text: Self.dictionary)
    _ = try CompiledLanguageModel(sample, dictionary: dictionary)
    var read = 0
    var compiled = 0
    let tokens = ["<piece>", "<x>", "\\u", "\\uD800", "\"count\": ", "null", "1 two", "<", "99"]
    for bytes in Mutations(of: sample.fileText.utf8, tokens: tokens, count: 1_500) {
      guard let data = try? CustomLanguageModelData(fileBytes: bytes) else { continue }
      read += 1
      #expect(try CustomLanguageModelData(fileBytes: data.fileText.utf8) == data)
      if (try? CompiledLanguageModel(data, dictionary: dictionary)) != nil { compiled += 1 }
    }
    #expect(read > 50 && compiled > 20 && compiled < read)
  }

  @Test("Damaged dictionaries are read without a trap")
  func dictionaries() {
    var found = 0
    for bytes in Mutations(of: Self.dictionary.utf8, tokens: ["(2)", "(", " "], count: 1_500) {
      let dictionary = PronunciationDictionary(text: String(decoding: bytes, as: UTF8.self))
      let words = dictionary.pronunciations(of: ["pawn", "rook", "", "(2)", "\u{0}"])
      #expect(words.values.allSatisfy { $0.allSatisfy { !$0.isEmpty } })
      found += words.count
    }
    #expect(found > 500)
  }

  @Test(
    "A file full of mistakes is refused quickly, with the first ones",
    arguments: ["{},", "0,", "\n", "[", "\"", "{\"phrase\": 1, \"count\": 1},", "\u{0}"])
  func fullOfMistakes(piece: String) throws {
    var begin = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin)
    let start =
      #"{"format": 1, "locale": "en_US", "identifier": "a", "version": "1", "phrases": ["#
    let many = String(repeating: piece, count: 60_000 / piece.utf8.count)
    let error = try thrown(LanguageModelError.self) {
      try CustomLanguageModelData(fileBytes: (start + many + "0]}").utf8)
    }
    var end = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
    #expect(end.tv_sec - begin.tv_sec < 5)
    #expect((1...101).contains(error.issues.count))
    #expect(error.description.utf8.count < 100_000)
  }
}
