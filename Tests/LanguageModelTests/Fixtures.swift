import FoundationEssentials
import LanguageModel

/// A small dictionary in the CMU format with the tests' words.
let smallDictionary = PronunciationDictionary(
  text: """
    'cause K AH Z
    a AH
    a(2) EY
    b B IY
    bishop B IH SH AH P
    c S IY
    check CH EH K
    counter K AW N T ER
    d D IY
    e IY
    eight EY T
    eighth EY T TH
    five F AY V
    four F AO R
    f EH F
    g JH IY
    king K IH NG
    king's K IH NG Z
    knight N AY T
    mr. M IH S T ER
    one W AH N
    one(2) HH W AH N
    pawn P AO N
    play P L EY
    queen K W IY N
    rook R UH K
    seven S EH V AH N
    six S IH K S
    takes T EY K S
    the DH AH
    the(2) DH IY
    three TH R IY
    to T UW
    to(2) T IH
    to(3) T AH
    two T UW
    variation V EH R IY EY SH AH N
    with W IH DH
    x-ray EH K S R EY
    """)

func emptyData() -> CustomLanguageModelData {
  CustomLanguageModelData(
    locale: Locale(identifier: "en_US"), identifier: "org.example.test", version: "1")
}

func data(
  _ template: String, count: Int = 1000, classes: [String: [String]] = [:]
) -> CustomLanguageModelData {
  CustomLanguageModelData(
    locale: Locale(identifier: "en_US"), identifier: "org.example.test", version: "1"
  ) {
    PhraseCountsFromTemplates(classes: classes) {
      TemplatePhraseCountGenerator.Template(template, count: count)
    }
  }
}

/// A file that is removed after the test.
func withTemporaryFile<Result>(
  _ body: (URL) async throws -> Result
) async throws -> Result {
  let url = URL(filePath: "/tmp/languagemodel-\(UInt64.random(in: 0...(.max))).json")
  defer { try? FileManager.default.removeItem(at: url) }
  return try await body(url)
}
