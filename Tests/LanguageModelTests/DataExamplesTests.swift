import LanguageModel
import Testing

@Suite struct DataExamplesTests {
  private let data = CustomLanguageModelData(
    locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
  ) {
    PhraseCount(phrase: "never mind", count: 1)
    PhraseCountsFromTemplates(classes: [
      "drink": ["latte", "iced <bean>"], "bean": ["mocha", "robusta"], "please": ["", "please"],
    ]) {
      TemplatePhraseCountGenerator.Template("a <drink> <please>", count: 1)
      TemplatePhraseCountGenerator.Template("two <bean>", count: 1)
    }
  }

  @Test func eachTurnHasOneExamplePerTemplateWithOtherValues() {
    #expect(data.examples(limit: 9, turn: 0) == ["a latte", "two mocha", "never mind"])
    #expect(
      data.examples(limit: 3, turn: 1) == ["a iced robusta please", "two robusta", "never mind"])
  }

  @Test func examplesBeyondTheLimitTakeTurns() {
    #expect(data.examples(limit: 2, turn: 0) == ["a latte", "two mocha"])
    #expect(data.examples(limit: 2, turn: -3) == ["a latte", "two mocha"])
    #expect(data.examples(limit: 2, turn: 1).first == "never mind")
    #expect(data.examples(limit: 1, turn: 0) == ["a latte"])
    #expect(data.examples(limit: 0, turn: 0).isEmpty)
    #expect(data.examples(limit: .max, turn: 3).count == 3)
  }

  @Test func dataThatDoesNotCompileHasNoExamples() {
    let unsound = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCountsFromTemplates(classes: ["a": ["<b>"], "b": ["<a>"], "c": []]) {
        TemplatePhraseCountGenerator.Template("say <a>", count: 1)
      }
    }
    #expect(unsound.examples(limit: 9, turn: 0).isEmpty)
  }
}
