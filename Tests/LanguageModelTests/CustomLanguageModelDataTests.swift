import LanguageModel
import TestSupport
import Testing

/// Apple's names, with `Speech`'s prefix.
private typealias SFCustomLanguageModelData = CustomLanguageModelData

@Suite("The DSL")
struct CustomLanguageModelDataTests {
  /// The fragments of Apple's sample, as published.
  private func sample() -> CustomLanguageModelData {
    SFCustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "com.apple.SpokenMove", version: "1.0"
    ) {
      SFCustomLanguageModelData.PhraseCount(phrase: "Play the Albin counter gambit", count: 10)

      SFCustomLanguageModelData.PhraseCountsFromTemplates(classes: [
        "piece": ["pawn", "rook", "knight", "bishop", "queen", "king"],
        "royal": ["queen", "king"],
        "rank": Array(1...8).map({ String($0) }),
      ]) {
        SFCustomLanguageModelData.TemplatePhraseCountGenerator.Template(
          "<piece> to <royal> <piece> <rank>",
          count: 10_000
        )
      }

      SFCustomLanguageModelData.CustomPronunciation(
        grapheme: "Winawer", phonemes: ["w I n aU @r"])
      SFCustomLanguageModelData.CustomPronunciation(
        grapheme: "Tartakower", phonemes: ["t A r t @ k aU @r"])

      SFCustomLanguageModelData.PhraseCount(phrase: "Play the Winawer variation", count: 10)
      SFCustomLanguageModelData.PhraseCount(phrase: "Play the Tartakower", count: 10)
    }
  }

  @Test("Apple's sample gives its phrases and pronunciations")
  func appleSample() throws {
    let dictionary = PronunciationDictionary(
      text: """
        albin AE L B IH N
        bishop B
        counter K
        eight EY T
        five F
        four F
        gambit G
        king K
        knight N
        one W
        pawn P
        play P L EY
        queen K
        rook R UH K
        seven S
        six S
        the DH AH
        three TH
        to T UW
        two T UW
        variation V
        """)
    let model = try CompiledLanguageModel(sample(), dictionary: dictionary)
    #expect(model.grammar.phraseCount == 579)
    let phrases = Grammar.Phrases(model.grammar)
    for phrase in [
      "knight to king bishop three", "pawn to queen pawn eight", "play the albin counter gambit",
      "play the winawer variation", "play the tartakower",
    ] {
      #expect(phrases.contains(phrase.split(separator: " ").map(String.init)))
    }
    #expect(!phrases.contains(["knight", "to", "pawn", "bishop", "three"]))
    #expect(model.lexicon.pronunciations["winawer"] == [["W", "IH", "N", "AW", "ER"]])
    #expect(
      model.lexicon.pronunciations["tartakower"] == [
        ["T", "AA", "R", "T", "AH", "K", "AW", "ER"]
      ])
  }

  @Test("The builder accepts conditions and loops", arguments: [true, false])
  func builderStatements(flag: Bool) {
    let optional: PhraseCount? = flag ? PhraseCount(phrase: "optional", count: 1) : nil
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "i", version: "v"
    ) {
      if flag { PhraseCount(phrase: "if", count: 1) }
      if flag {
        PhraseCount(phrase: "then", count: 1)
      } else {
        CustomPronunciation(grapheme: "else", phonemes: ["E l s"])
      }
      for number in 1...3 { PhraseCount(phrase: "\(number)", count: number) }
      optional
      if #available(macOS 14, *) { PhraseCount(phrase: "available", count: 1) }
      PhraseCountsFromTemplates(classes: ["b": ["x"], "a": ["y"]]) {
        if flag { TemplatePhraseCountGenerator.Template("<a>", count: 1) }
        for count in 1...2 { TemplatePhraseCountGenerator.Template("<b>", count: count) }
        CompoundTemplate([TemplatePhraseCountGenerator.Template("both", count: 7)])
        TemplateClass("c", ["z"])
      }
    }
    let phrases = data.phraseCounts.map(\.phrase)
    #expect(
      phrases
        == (flag
          ? ["if", "then", "1", "2", "3", "optional", "available"] : ["1", "2", "3", "available"]))
    #expect(data.customPronunciations.map(\.grapheme) == (flag ? [] : ["else"]))
    let group = data.templateGroups.first
    #expect(group?.templates.map(\.count) == (flag ? [1, 1, 2, 7] : [1, 2, 7]))
    #expect(group?.classes.map(\.name) == ["a", "b", "c"])
  }

  @Test("The imperative form gives the same data as the builder")
  func imperative() {
    let generator = CustomLanguageModelData.TemplatePhraseCountGenerator()
    generator.insert(template: "<piece> to <royal> <piece> <rank>", count: 10_000)
    generator.define(className: "piece", values: ["wrong"])
    generator.define(className: "rank", values: Array(1...8).map({ String($0) }))
    generator.define(className: "royal", values: ["queen", "king"])
    generator.define(
      className: "piece", values: ["pawn", "rook", "knight", "bishop", "queen", "king"])
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "com.apple.SpokenMove", version: "1.0")
    data.insert(phraseCount: .init(phrase: "Play the Albin counter gambit", count: 10))
    data.insert(phraseCountGenerator: generator)
    data.insert(term: .init(grapheme: "Winawer", phonemes: ["w I n aU @r"]))
    data.insert(term: .init(grapheme: "Tartakower", phonemes: ["t A r t @ k aU @r"]))
    data.insert(phraseCount: .init(phrase: "Play the Winawer variation", count: 10))
    data.insert(phraseCount: .init(phrase: "Play the Tartakower", count: 10))
    #expect(data == sample())
    #expect(data.hashValue == sample().hashValue)
    data.insert(phraseCount: .init(phrase: "more", count: 1))
    #expect(data != sample())
  }

  @Test("Inserted data does not change with its generator")
  func generatorIsCopied() {
    let data = emptyData()
    let generator = TemplatePhraseCountGenerator()
    generator.insert(template: "one", count: 1)
    data.insert(phraseCountGenerator: generator)
    generator.insert(template: "two", count: 1)
    #expect(data.templateGroups.first?.templates.map(\.body) == ["one"])
  }

  @Test("Insertions from many tasks are complete")
  func concurrentInsertions() async {
    let data = emptyData()
    await withTaskGroup(of: Void.self) { tasks in
      for number in 0..<200 {
        tasks.addTask { data.insert(phraseCount: PhraseCount(phrase: "\(number)", count: 1)) }
      }
    }
    let numbers = (0..<200).map { "\($0)" }
    #expect(Set(data.phraseCounts.map(\.phrase)) == Set(numbers))
  }

  @Test("X-SAMPA symbols depend on the language")
  func supportedPhonemes() {
    let english = CustomLanguageModelData.supportedPhonemes(locale: Locale(identifier: "en_GB"))
    #expect(english.contains("aU") && english.contains("@r") && english.contains("tS"))
    #expect(english == english.sorted())
    let german = CustomLanguageModelData.supportedPhonemes(locale: Locale(identifier: "de_DE"))
    #expect(german.contains("2") && german.contains("C") && !english.contains("C"))
    #expect(german == german.sorted() && Set(german).isSuperset(of: english))
  }

  @Test(
    "Locales have one normal form",
    arguments: [
      ("en_US", "en_US", "en"), ("en-us", "en_US", "en"), ("DE", "de", "de"), ("", "", ""),
      ("zh-hant-tw", "zh_Hant_TW", "zh"),
    ])
  func locale(given: String, identifier: String, language: String) {
    #expect(Locale(identifier: given).identifier == identifier)
    #expect(Locale(identifier: given).language == language)
  }
}
