import Glibc
import LanguageModel
import Microphone
import Speech

let data = CustomLanguageModelData(
  locale: Locale(identifier: "en_US"), identifier: "org.example.lights", version: "1.0"
) {
  PhraseCountsFromTemplates(classes: [
    "state": ["on", "off"], "room": ["kitchen", "bedroom"], "level": ["25 percent", "50 percent"],
  ]) {
    TemplatePhraseCountGenerator.Template("turn <state> the <room> light", count: 2, intent: "turn")
    TemplatePhraseCountGenerator.Template("dim the <room> to <level>", count: 1, intent: "dim")
  }
}
do {
  let argument = CommandLine.arguments.dropFirst().first
  if argument == "--export" {
    try await data.export(to: URL(filePath: "lights.json"))
    exit(0)
  }
  guard let recognizer = SpeechRecognizer(locale: data.locale) else {
    print("There is no acoustic model for \(data.locale): install pocketsphinx-en-us.")
    exit(1)
  }
  let dictionary = try recognizer.model.pronunciations()
  try await recognizer.prepare(CompiledLanguageModel(data, dictionary: dictionary))
  let live = AudioBufferRecognitionRequest()
  let file = argument.map { URLRecognitionRequest(url: URL(filePath: $0)) }
  let task = recognizer.recognitionTask(with: file ?? live)
  if file == nil {
    print("Speak now.")
    var seconds = 0.0
    for try await buffer in try await Microphone().start() {
      live.append(buffer)
      seconds += Double(buffer.frameCount) / buffer.format.sampleRate
      if seconds >= 5 { break }
    }
    live.endAudio()
  }
  for await event in task.events {
    if case .failed(let error) = event { throw error }
    guard case .finished(let result) = event else { continue }
    let intent = result.isUnderstood ? result.bestTranscription.intent : nil
    print(intent?.description ?? "That was not understood.")
  }
} catch {
  print(error)
  exit(1)
}
