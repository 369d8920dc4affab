import LanguageModel
import Speech

let data = CustomLanguageModelData(
  locale: Locale(identifier: "en_US"), identifier: "org.example.chess", version: "1.0"
) {
  PhraseCount(phrase: "Play the Albin counter gambit", count: 10)
  PhraseCountsFromTemplates(classes: [
    "piece": ["knight", "bishop"], "rank": Array(1...8).map { String($0) },
  ]) {
    TemplatePhraseCountGenerator.Template("<piece> to king <piece> <rank>", count: 10_000)
  }
  PhraseCount(phrase: "Play the Winawer variation", count: 10)
  CustomPronunciation(grapheme: "Winawer", phonemes: ["w I n aU @r"])
}
if let recognizer = SpeechRecognizer(locale: data.locale) {
  let model = try CompiledLanguageModel(data, dictionary: recognizer.model.pronunciations())
  try await recognizer.prepare(model)
  let task = recognizer.recognitionTask(with: URLRecognitionRequest(url: URL(filePath: "move.wav")))
  for await event in task.events {
    if case .finished(let result) = event { print(result.bestTranscription.formattedString) }
    if case .failed(let error) = event { print(error) }
  }
}
