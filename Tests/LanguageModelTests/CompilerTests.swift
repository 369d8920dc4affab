import Glibc
import LanguageModel
import TestSupport
import Testing

@Suite("The compiler")
struct CompilerTests {
  @Test(
    "Each mistake is reported with its place",
    arguments: [
      ("rook to <square>", 1, [:], "undefinedClass", 9),
      ("rook <rank", 1, ["rank": ["1"]], "malformedTemplate", 6),
      ("rook to>", 1, [:], "malformedTemplate", 8),
      ("rook", 0, [:], "badCount", nil),
      ("rook", -5, [:], "badCount", nil),
      ("", 1, [:], "emptyTemplate", nil),
      ("...", 1, [:], "emptyTemplate", nil),
      ("<check>", 1, ["check": ["", "check"]], "emptyTemplate", nil),
      ("rook <x>", 1, ["x": []], "emptyClass", nil),
      ("rook <x>", 1, ["x": ["<x> one"]], "classCycle", nil),
      ("rook <x>", 1, ["x": ["<y>"], "y": ["one", "<x>"]], "classCycle", nil),
      ("rook <x>", 1, ["x": ["to <z>"]], "undefinedClass", 4),
      ("rook gribble", 1, [:], "missingPronunciation", 6),
      ("rook <x>", 1, ["x": ["two gribble"]], "missingPronunciation", 5),
    ] as [(String, Int, [String: [String]], String, Int?)])
  func singleIssue(
    template: String, count: Int, classes: [String: [String]], kind: String, column: Int?
  ) {
    #expect {
      try CompiledLanguageModel(
        data(template, count: count, classes: classes), dictionary: smallDictionary)
    } throws: { error in
      let issues = (error as? LanguageModelError)?.issues ?? []
      return issues.map { "\($0.kind)" } == [kind] && issues.map(\.column) == [column]
    }
  }

  @Test("A template with an empty class has no words")
  func emptyClass() throws {
    let error = try thrown(LanguageModelError.self) {
      try CompiledLanguageModel(
        data("<x>", count: 1, classes: ["x": []]), dictionary: smallDictionary)
    }
    #expect(error.issues.map(\.kind) == [.emptyClass, .emptyTemplate])
  }

  @Test("All mistakes are in one error")
  func allIssues() throws {
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "org.example.broken", version: "1"
    ) {
      PhraseCount(phrase: "play xyzzy", count: 0)
      PhraseCount(phrase: "  ", count: 1)
      PhraseCountsFromTemplates(classes: ["a": ["<b>"], "b": ["<a>"], "c": []]) {
        TemplatePhraseCountGenerator.Template("<a> <nowhere> xyzzy frob", count: 1)
        TemplatePhraseCountGenerator.Template("king <", count: -1)
      }
      CustomPronunciation(grapheme: "two words", phonemes: ["w"])
      CustomPronunciation(grapheme: "Winawer", phonemes: ["w I 7"])
      CustomPronunciation(grapheme: "silent", phonemes: [" "])
      CustomPronunciation(grapheme: "none", phonemes: [])
    }
    let error = try thrown(LanguageModelError.self) {
      try CompiledLanguageModel(data, dictionary: smallDictionary)
    }
    let issues = error.issues
    #expect(
      issues.map(\.kind) == [
        .emptyClass, .undefinedClass, .malformedTemplate, .classCycle, .malformedPronunciation,
        .malformedPronunciation, .malformedPronunciation, .malformedPronunciation, .badCount,
        .emptyTemplate, .missingPronunciation, .missingPronunciation,
      ])
    let text = error.description
    for piece in [
      "org.example.broken", "\"<a> <nowhere> xyzzy frob\", column 5", "a → b → a", "\"7\"",
      "\"frob\"",
    ] {
      #expect(text.contains(piece), "\(text)")
    }
    #expect(text.split(separator: "\n").count == issues.count + 1)
  }

  @Test("A model without phrases or with overflowing counts is refused")
  func wholeModel() {
    #expect {
      try CompiledLanguageModel(emptyData(), dictionary: smallDictionary)
    } throws: {
      ($0 as? LanguageModelError)?.issues.map(\.kind) == [.noPhrases]
    }
    let large = emptyData()
    large.insert(phraseCount: PhraseCount(phrase: "one", count: .max))
    large.insert(phraseCount: PhraseCount(phrase: "two", count: 1))
    #expect {
      try CompiledLanguageModel(large, dictionary: smallDictionary)
    } throws: {
      ($0 as? LanguageModelError)?.issues.map(\.kind) == [.badCount]
    }
    // The largest countable number.
    let most = emptyData()
    most.insert(phraseCount: PhraseCount(phrase: "one", count: .max - 1))
    most.insert(phraseCount: PhraseCount(phrase: "two", count: 1))
    #expect(throws: Never.self) { try CompiledLanguageModel(most, dictionary: smallDictionary) }
  }

  @Test("A word without a pronunciation is named with its place")
  func unpronounced() {
    for (phrase, column) in [("unheard", 1), ("one unheard", 5), ("one  two unheard", 10)] {
      let model = emptyData()
      model.insert(phraseCount: PhraseCount(phrase: phrase, count: 1))
      #expect {
        try CompiledLanguageModel(model, dictionary: smallDictionary)
      } throws: {
        let issue = ($0 as? LanguageModelError)?.issues.first { $0.column == column }
        return issue?.kind == .missingPronunciation && issue?.subject == phrase
      }
    }
  }

  @Test("Exponentially multiplying classes are refused", .tags(.slow), .skippable(.slow))
  func explosion() {
    var classes = ["x0": ["one", "two three"]]
    for level in 1...40 { classes["x\(level)"] = ["<x\(level - 1)> <x\(level - 1)>"] }
    #expect {
      try CompiledLanguageModel(data("<x40>", classes: classes), dictionary: smallDictionary)
    } throws: {
      let issues = ($0 as? LanguageModelError)?.issues ?? []
      return issues.map(\.kind) == [.tooLarge] && issues[0].message.contains("than 300000 arcs")
    }
    var deep = ["x0": ["one"]]
    for level in 1...100 { deep["x\(level)"] = ["<x\(level - 1)>"] }
    // The outermost comes first, so that all are open together.
    for (count, isDeep) in [(64, false), (65, true)] {
      var nested = ["x99": ["one"]]
      for level in 1..<count { nested["x\(99 - level)"] = ["<x\(100 - level)>"] }
      let model = try? CompiledLanguageModel(
        data("<x\(100 - count)>", classes: nested), dictionary: smallDictionary)
      #expect((model == nil) == isDeep, "\(count)")
    }
    // A class that is too deep is not also reported as a cycle, though others refer to it.
    deep["also"] = ["<x64>", "<x65>", "<x100>"]
    for level in 0...3 { deep["y\(level)"] = ["<x\(level)>"] }
    #expect {
      try CompiledLanguageModel(data("<x100>", classes: deep), dictionary: smallDictionary)
    } throws: {
      ($0 as? LanguageModelError)?.issues.map(\.kind) == [.tooLarge]
    }
  }

  @Test("A probability is the count's share of all counts, spread over the expansions")
  func chances() throws {
    let data = data(
      "<piece> <square> <check>", count: 900,
      classes: [
        "piece": ["king", "rook"], "square": ["<file> 1", "g four"], "file": ["a", "b", "c", "d"],
        "check": ["", "check"],
      ])
    data.insert(phraseCount: PhraseCount(phrase: "King a one", count: 55))
    data.insert(phraseCount: PhraseCount(phrase: "a one", count: 45))
    let grammar = try CompiledLanguageModel(data, dictionary: smallDictionary).grammar
    let phrases = Grammar.Phrases(grammar)
    func chance(_ phrase: String) -> Double {
      phrases.weight(of: phrase.split(separator: " ").map(String.init)).map { exp($0) } ?? 0
    }
    #expect(grammar.phraseCount == 21)
    #expect(abs(chance("king g four check") - 0.045) < 1e-4)
    #expect(abs(chance("rook a one") - 0.045) < 1e-4)
    #expect(abs(chance("king a one") - 0.1) < 1e-4)
    #expect(abs(chance("a one") - 0.045) < 1e-4)
    #expect(chance("king") == 0)
    #expect(grammar.hasStochasticStates)
  }

  @Test("Hyphens are kept if the dictionary has them")
  func hyphens() throws {
    let grammar = try CompiledLanguageModel(
      data("X-ray counter-check", classes: [:]), dictionary: smallDictionary
    ).grammar
    #expect(grammar.accepts(["x-ray", "counter", "check"]))
    #expect(grammar.phraseCount == 1)
  }

  /// Random templates over a few words: references two deep, empty values, shared beginnings and
  /// endings.
  private func randomData(seed: UInt64) -> (TemplatePhraseCountGenerator, CustomLanguageModelData) {
    var random = SeededGenerator(state: seed)
    let words = ["a", "b", "c", "one", "two", "king"]
    let generator = TemplatePhraseCountGenerator()
    func text(_ classes: [String], _ count: Int) -> String {
      (0..<count).map { _ in
        let isReference = !classes.isEmpty && Bool.random(using: &random)
        let pick = (isReference ? classes.map { "<\($0)>" } : words).randomElement(using: &random)
        return pick ?? ""
      }.joined(separator: " ")
    }
    var classes: [String] = []
    for level in 0..<4 {
      let values = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        text(classes, Int.random(in: 0...2, using: &random))
      }
      generator.define(className: "class\(level)", values: values)
      classes.append("class\(level)")
    }
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      generator.insert(
        template: "king " + text(classes, Int.random(in: 0...4, using: &random)),
        count: Int.random(in: 1...1000, using: &random))
    }
    let data = emptyData()
    data.insert(phraseCountGenerator: generator)
    return (generator, data)
  }

  @Test("The grammar has exactly the expansions, with their probabilities", arguments: 1...60)
  func expansionsAndGrammarAgree(seed: UInt64) async throws {
    let (generator, data) = randomData(seed: seed)
    var expected: [[String]: Int] = [:]
    for try await phrase in generator {
      let words = SpokenText.words(in: phrase.phrase)
      expected[words, default: 0] += 1
    }
    let grammar = try CompiledLanguageModel(data, dictionary: smallDictionary).grammar
    #expect(grammar.phraseCount == expected.count)
    let phrases = Grammar.Phrases(grammar)
    #expect(Set(phrases.prefix(.max)) == Set(expected.keys))
    #expect(grammar.hasStochasticStates)
    let total = expected.keys.reduce(0.0) { $0 + (phrases.weight(of: $1).map { exp($0) } ?? 0) }
    #expect(abs(total - 1) < 0.01)
    var random = SeededGenerator(state: seed)
    for _ in 0..<50 {
      let words = try #require(phrases.random(using: &random))
      #expect(expected[words] != nil)
      // A phrase with one word too many or too few is invalid, unless it is another expansion.
      let longer = words + ["king"]
      #expect(phrases.contains(longer) == (expected[longer] != nil))
      let shorter = words.dropLast()
      #expect(phrases.contains(shorter) == (expected[Array(shorter)] != nil))
    }
  }
}
