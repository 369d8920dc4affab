import Chess
import DialogueTestSupport
import LanguageModel
import TestSupport
import Testing

@testable import ChessLanguage

/// Languages with made-up data: the allowed content, and its limits.
@Suite struct LanguageDataTests {
  private func language(
    _ data: CustomLanguageModelData, words: [String]
  ) throws -> ChessLanguage {
    let lines = words.map { "\($0) AH" }.joined(separator: "\n")
    return try ChessLanguage(
      moves: data, dialogue: data, dictionary: PronunciationDictionary(text: lines))
  }

  @Test func aTemplateWithTooManyFormsIsAnError() throws {
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: [
        "piece": ["<knight>"], "knight": ["knight"],
        "x": ["<piece> a", "<piece> b", "<piece> c", "<piece> d", "<piece> e", "<piece> f"],
      ]) {
        TemplatePhraseCountGenerator.Template("<x> <x> <x> <x> <x> <x> <x>", count: 1)
      }
    }
    let words = ["a", "b", "c", "d", "e", "f", "knight"]
    let error = try thrown(LanguageModelError.self) {
      try language(data, words: words)
    }
    #expect(error.issues.first?.kind == .tooLarge, "\(error)")
  }

  @Test(arguments: [(64, 64, true), (17, 241, false)])
  func aTemplateHasAtMost4096Forms(first: Int, second: Int, isAccepted: Bool) throws {
    func forms(_ letter: String, _ count: Int) -> [String] {
      (0..<count).map { "<piece> \(letter)\($0)" }
    }
    let words = (0..<241).flatMap { ["a\($0)", "b\($0)"] } + ["knight"]
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: [
        "piece": ["<knight>"], "knight": ["knight"], "x": forms("a", first),
        "y": forms("b", second),
      ]) {
        TemplatePhraseCountGenerator.Template("<x> <y>", count: 1)
      }
    }
    guard !isAccepted else {
      _ = try language(data, words: words)
      return
    }
    let error = try thrown(LanguageModelError.self) {
      try language(data, words: words)
    }
    #expect(error.issues.first?.kind == .tooLarge, "\(error)")
  }

  /// A template, or a value of a class; otherwise a longer one would take minutes.
  @Test(arguments: [true, false]) func aVeryLongTextIsAnError(isTemplate: Bool) throws {
    let long = Array(repeating: "<digit>", count: 100_000).joined(separator: " ")
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: ["digit": ["one"], "number": [isTemplate ? "one" : long]])
      {
        TemplatePhraseCountGenerator.Template(isTemplate ? long : "say <number>", count: 1)
      }
    }
    let error = try thrown(LanguageModelError.self) { try language(data, words: ["one", "say"]) }
    #expect(error.issues.first?.message.contains("more than 4096 forms or parts") == true)
  }

  @Test(
    .tags(.slow), .skippable(.slow),
    arguments: [
      ("<pair> <digit> <digit>", false), ("<pair> <digit>", true), ("<many>", false),
    ])
  func aClassWithTooManyPhrasesIsAnErrorThatNamesIt(body: String, isAccepted: Bool) throws {
    let digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: [
        "digit": digits, "pair": ["<digit> <digit>"], "number": [body],
        "many": (0..<5_000).map { _ in "zero" },
      ]) {
        TemplatePhraseCountGenerator.Template("say <number>", count: 1)
      }
    }
    let words = digits + ["say"]
    guard !isAccepted else {
      _ = try language(data, words: words)
      return
    }
    let error = try thrown(LanguageModelError.self) {
      try language(data, words: words)
    }
    let issue = try #require(error.issues.first)
    #expect(issue.kind == .tooLarge && issue.subject == "say <number>")
    #expect(issue.message.contains("<number>") && issue.message.contains("4096"))
  }

  @Test func aClassMayHaveManySynonyms() throws {
    let knights = (0..<30).map { "knight\($0)" }
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: [
        "piece": ["<knight>"], "knight": knights, "file": ["<file-f>"], "file-f": ["f"],
        "rank": ["<rank-3>"], "rank-3": ["three"], "square": ["<file> <rank>"],
      ]) {
        TemplatePhraseCountGenerator.Template("<piece> <square>", count: 1)
      }
    }
    let language = try language(data, words: knights + ["f", "three"])
    let bound = language.bound(to: .position(.start))
    let phrases = bound.phrases(for: try #require(Move(uci: "g1f3")), limit: 100)
    #expect(phrases == knights.map { "\($0) f three" })
  }

  @Test func dataWithoutMovesMakesALanguageWithoutMoves() throws {
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCount(phrase: "good morning", count: 3)
    }
    let language = try language(data, words: ["good", "morning"])
    #expect(!language.hasMoves && language.namedOpenings.isEmpty)
    #expect(try UnpronouncedLanguage.shared.get().hasMoves)
    #expect(language.letters == Set("godmrnig"))
  }

  @Test func anUnknownOpeningIsAnError() throws {
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: ["opening": ["zz zz"]]) {
        TemplatePhraseCountGenerator.Template("play <opening>", count: 1)
      }
    }
    let error = try thrown(LanguageModelError.self) {
      try language(data, words: ["zz", "play"])
    }
    #expect(error.description.contains("zz zz") == true)
  }
  /// As many as of a move, unless another limit is given.
  @Test func anOpeningHas24Phrases() throws {
    let forms = (1...30).map { String(repeating: "a", count: $0) }
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: ["x": forms, "opening": ["Winawer variation"]]) {
        TemplatePhraseCountGenerator.Template("<x> <opening>", count: 1)
      }
    }
    let language = try language(data, words: forms + ["winawer", "variation"])
    let opening = try #require(language.namedOpenings.first)
    let bound = language.bound(to: .position(.start))
    let phrases = forms.map { "\($0) winawer variation" }
    #expect(bound.phrases(for: opening, limit: 100) == phrases)
    #expect(bound.phrases(for: opening) == Array(phrases.prefix(24)))
  }
}
