import FoundationEssentials
import LanguageModel
import Sound
import Speech
import TestSupport
import Testing

/// The example data files for other appliances: spoken and understood, with the right intents.
@Suite(.tags(.speech)) struct ExamplesTests {
  private func model(_ name: String) throws -> CompiledLanguageModel {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try CustomLanguageModelData(
      contentsOf: root.appending(path: "grammars/examples/\(name).json"))
    return try CompiledLanguageModel(data, dictionary: Fixtures.model().pronunciations())
  }

  @Test(
    arguments: [
      (
        "coffee", "can I get a large latte with soy milk and a bit of sugar",
        "orderDrink: size large, coffeeDrink latte, milkAmount soy milk, sugarAmount a bit of sugar"
      ),
      (
        "coffee", "make me a double shot espresso",
        "orderDrink: numberOfShots double shot, coffeeDrink espresso"
      ),
      ("coffee", "never mind", "cancel"),
      (
        "switches", "turn on the green light in the living room",
        "switchLight: state on, colour green, room living room"
      ),
      (
        "switches", "dim the lights in the kitchen to twenty five percent",
        "setBrightness: room kitchen, brightness 25"
      ),
    ] as [(String, String, String)])
  func spokenExamplesAreUnderstood(example: String, said: String, meant: String) async throws {
    let result = try await hear(said, with: example)
    #expect(result.bestTranscription.intent?.description == meant)
    #expect(result.isUnderstood)
  }

  /// Orders in other words than in the data file's own tests.
  @Test(
    arguments: [
      ("I'd like an iced mocha", "coffeeDrink iced mocha"),
      ("can I have a eight ounce drip coffee", "size eight ounce, coffeeDrink drip coffee"),
      (
        "brew a dark roast twenty ounce americano with lots of cream",
        "roast dark roast, size twenty ounce, coffeeDrink americano, milkAmount lots of cream"
      ),
      (
        "get me a single shot medium roast latte with sweetener and a bit of whole milk",
        "numberOfShots single shot, roast medium roast, coffeeDrink latte, "
          + "sugarAmount sweetener, milkAmount a bit of whole milk"
      ),
      (
        "may I have a large triple shot house coffee with brown sugar please",
        "size large, numberOfShots triple shot, coffeeDrink house coffee, sugarAmount brown sugar"
      ),
    ] as [(String, String)])
  func ordersInOtherWordsAreInTheGrammar(said: String, slots: String) throws {
    let model = try model("coffee")
    let words = SpokenText.words(in: said) { model.lexicon.pronunciations[$0] != nil }
    #expect(PhraseWeights(model.grammar).weight(of: words) != nil)
    #expect(model.intents.intent(of: words)?.description == "orderDrink: " + slots)
  }

  @Test(
    arguments: ["coffee", "switches"],
    ["knight takes bishop on f six", "pawn to e four", "castle kingside", "what time is it"])
  func otherSpeechIsNotUnderstood(example: String, said: String) async throws {
    let result = try await hear(said, with: example)
    #expect(!result.isUnderstood)
  }

  private func hear(_ said: String, with example: String) async throws -> RecognitionResult {
    let recognizer = try SpeechRecognizer(model: Fixtures.model())
    try await recognizer.prepare(model(example))
    let request = AudioBufferRecognitionRequest()
    request.append(AudioBuffer(format: .speech, samples: try Fixtures.speak(said)))
    request.endAudio()
    return try #require(try await recognizer.recognitionTask(with: request).result())
  }
}
