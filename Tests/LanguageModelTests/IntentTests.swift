import FoundationEssentials
import LanguageModel
import Testing

@Suite("Intents")
struct IntentTests {
  private static let orders = CustomLanguageModelData(
    locale: Locale(identifier: "en_US"), identifier: "org.example.orders", version: "1"
  ) {
    PhraseCount(phrase: "check", count: 1)
    PhraseCountsFromTemplates {
      TemplateClass("piece", ["king", "queen", "rook", "knight"])
      TemplateClass("file", ["a", "b", "c"])
      TemplateClass("rank", ["1", "2", "3"])
      TemplateClass("square", ["<file> <rank>", "<file> the <rank>"])
      TemplateClass("count", ["", "2", "two three"])
      TemplateClass("_polite", ["", "play"])
      TemplatePhraseCountGenerator.Template("<_polite> <piece> to <square>", count: 9, intent: "go")
      TemplatePhraseCountGenerator.Template("<square> to <square>", count: 9)
      TemplatePhraseCountGenerator.Template("<piece> <count>", count: 1, intent: "count")
    }
    PhraseCountsFromTemplates(classes: ["who": ["king", "pawn"]]) {
      TemplatePhraseCountGenerator.Template("play <who> to b 2", count: 1, intent: "seldom")
      TemplatePhraseCountGenerator.Template("king", count: 1, intent: "just that")
    }
  }

  @Test("If the words can be divided in several ways, the first part is the shortest")
  func shortestFirst() throws {
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "org.example.orders", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: [
        "first": ["king king", "king"], "second": ["king", "king king"],
      ]) {
        TemplatePhraseCountGenerator.Template("<first> <second>", count: 1, intent: "go")
      }
    }
    let model = try CompiledLanguageModel(data, dictionary: smallDictionary)
    let intent = model.intents.intent(of: ["king", "king", "king"])
    #expect(intent?.description == "go: first king, second king king")
  }

  @Test("Invalid data is refused")
  func wrongData() {
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "org.example.orders", version: "1"
    ) {
      PhraseCount(phrase: "unheard", count: 1)
    }
    #expect(throws: LanguageModelError.self) {
      try IntentFinder(data, dictionary: PronunciationDictionary(text: "heard HH ER D"))
    }
  }

  @Test(
    "Values are spelled as in the data, and nested classes are slots too",
    arguments: [
      ("rook to a one", "go: piece rook, square a 1, file a, rank 1"),
      ("play queen to c the three", "go: piece queen, square c the 3, file c, rank 3"),
      ("a one to b two", "square a 1, file a, rank 1, square b 2, file b, rank 2"),
      ("rook two", "count: piece rook, count 2"),
      ("rook two three", "count: piece rook, count two three"),
      ("rook", "count: piece rook"),
      // The only phrase of a template is likelier than one of twelve with the same count.
      ("king", "just that"),
      // One phrase of two is likelier than one of 144 with nine times the count.
      ("play king to b two", "seldom: who king"),
      ("play pawn to b two", "seldom: who pawn"),
      ("check", nil), ("rook to", nil), ("rook to a one two", nil), ("", nil), ("gribble", nil),
    ] as [(String, String?)])
  func intents(said: String, expected: String?) throws {
    let model = try CompiledLanguageModel(Self.orders, dictionary: smallDictionary)
    let intent = model.intents.intent(of: said.split(separator: " ").map(String.init))
    #expect(intent?.description == expected)
  }

  @Test("A name finds the first of several slots")
  func slots() throws {
    let model = try CompiledLanguageModel(Self.orders, dictionary: smallDictionary)
    let intent = try #require(model.intents.intent(of: ["a", "one", "to", "b", "two"]))
    #expect(intent.name == nil && intent["square"] == "a 1" && intent["piece"] == nil)
    #expect(intent.slots.filter { $0.name == "square" }.map(\.value) == ["a 1", "b 2"])
  }

  @Test("The data file keeps a template's intent")
  func dataFile() throws {
    let text = Self.orders.fileText
    #expect(text.contains(#"{"template": "<piece> <count>", "count": 1, "intent": "count"}"#))
    let read = try CustomLanguageModelData(fileBytes: text.utf8)
    #expect(read == Self.orders)
    let wrong = text.replacing(#""intent": "count""#, with: #""intent": 3"#)
    #expect(throws: LanguageModelError.self) {
      try CustomLanguageModelData(fileBytes: wrong.utf8)
    }
  }

  @Test("Deeply nested classes are matched quickly")
  func ambiguity() throws {
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "org.example.deep", version: "1"
    ) {
      PhraseCountsFromTemplates {
        TemplateClass("c0", ["", "a", "a a"])
        for level in 1..<8 {
          TemplateClass("c\(level)", ["<c\(level - 1)> <c\(level - 1)>"])
        }
        TemplatePhraseCountGenerator.Template("<c7> b", count: 1)
      }
    }
    let finder = try IntentFinder(data, dictionary: smallDictionary)
    let words = Array(repeating: "a", count: 30)
    let start = ContinuousClock.now
    #expect(finder.intent(of: words + ["b"])?.slots.last?.name == "c0")
    #expect(finder.intent(of: words) == nil)
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
