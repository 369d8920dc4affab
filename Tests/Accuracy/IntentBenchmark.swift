import Appliance
import Foundation
import LanguageModel
import Sound
import Speech

/// Recognizes recordings with the phrases of a data file, by SpokenMove and by PocketSphinx with
/// its default settings, and compares intent and slots with the right ones.
@MainActor struct IntentBenchmark {
  /// A line of a manifest. Without an intent, the right answer is a refusal.
  private struct Case: Decodable {
    var audio: String
    var id: String?
    var group: String?
    var intent: String?
    var slots: [String: String]?
  }

  private let languageModel: CompiledLanguageModel
  private let recognizer: SpeechRecognizer
  private let stock: StockDecoder

  init(_ dataFile: String, model: AcousticModel) async throws {
    languageModel = try DataFile(dataFile, model).languageModel
    recognizer = try SpeechRecognizer(model: model)
    try await recognizer.prepare(languageModel)
    stock = try StockDecoder(model: model)
    try stock.use(languageModel.grammar, languageModel.lexicon)
  }

  /// Prints the result for each recording of a manifest.
  func measure(_ manifest: String, withEvidence: Bool) async throws {
    let file = URL(filePath: manifest)
    let encoder = JSONEncoder()
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let test = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      let audio = URL(filePath: test.audio, relativeTo: file).path
      let sound = try AudioFile.speech(in: audio)
      let before = ProcessorTime.now
      let result = try await hear(sound)
      let processorTime = ProcessorTime.now - before
      let plain = stock.hear(sound)
      let said = test.intent.map { Self.meaning($0, test.slots ?? [:]) }
      let got = result.bestTranscription.intent.map(Self.meaning)
      let stockGot = languageModel.intents.intent(of: plain.words).map(Self.meaning)
      let printed = Line(
        set: file.deletingLastPathComponent().lastPathComponent, id: test.id ?? test.audio,
        group: test.group ?? "all", said: said, duration: result.duration,
        verdict: Self.verdict(result.isUnderstood ? got : nil, said), got: got ?? "",
        confidence: result.confidence, processorTime: processorTime,
        isRight: said != nil && got == said,
        figures: withEvidence ? result.evidence.map(Confidence.speechFigures) : nil,
        candidates: withEvidence
          ? result.evidence.map { evidence in
            Candidate.all(of: evidence) { words in
              languageModel.intents.intent(of: words).map(Self.meaning)
            } isRight: { words in
              said != nil && languageModel.intents.intent(of: words).map(Self.meaning) == said
            }
          } : nil,
        stock: Self.verdict(stockGot, said), stockGot: stockGot ?? "",
        stockProcessorTime: plain.processorTime)
      print(String(decoding: try encoder.encode(printed), as: UTF8.self))
    }
  }

  private static func verdict(_ got: String?, _ said: String?) -> String {
    guard let got else { return "refused" }
    return got == said ? "right" : "wrong"
  }

  private func hear(_ sound: [Int16]) async throws -> RecognitionResult {
    let request = AudioBufferRecognitionRequest()
    request.append(AudioBuffer(format: .speech, samples: sound))
    request.endAudio()
    for await event in recognizer.recognitionTask(with: request).events {
      switch event {
      case .finished(let result): return result
      case .failed(let error): throw error
      default: continue
      }
    }
    throw StockDecoder.Failure(what: "it ended without a result")
  }

  /// An intent in words, its slots in alphabetical order.
  private static func meaning(_ intent: String, _ slots: [String: String]) -> String {
    let values = slots.sorted { $0.key < $1.key }.map { name, value in
      "\(name) \(value.split(separator: " ").joined(separator: " "))"
    }
    return "\(intent): \(values.joined(separator: ", "))"
  }

  private static func meaning(_ intent: Intent) -> String {
    let slots = Dictionary(
      intent.slots.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    return meaning(intent.name ?? "", slots)
  }
}
