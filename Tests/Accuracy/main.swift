// Hears the recordings of manifests as the appliance does and as the stock solution does, side by side, and prints a line of
// JSON for each: `accuracy CHESS.json DIALOGUE.json MANIFEST…`. `accuracy --cases N CHESS.json DIALOGUE.json` prints moves to
// say instead. `Tests/accuracy.sh` makes the recordings and the table.

import Appliance
import Audio
import Chess
import ChessLanguage
import Foundation
import LanguageModel
import Speech

/// What is printed of a recording.
struct Line: Encodable {
  var set: String
  var id: String
  var group: String
  /// Nil where it has to be refused.
  var said: String?
  var duration: Double
  /// right, wrong, refused or asked.
  var verdict: String
  var got: String
  var confidence: Double?
  var latency: Double
  /// The look that the evidence is for: whether it means the move that was said.
  var isRight: Bool?
  var evidence: [String: Double]?
  var stock: String
  var stockLatency: Double
}

var arguments = Array(CommandLine.arguments.dropFirst())
let caseCount = arguments.first == "--cases" ? arguments.dropFirst().first.flatMap { Int($0) } : nil
if caseCount != nil { arguments.removeFirst(2) }
guard arguments.count >= (caseCount == nil ? 3 : 2) else {
  FileHandle.standardError.write(
    Data("usage: accuracy CHESS.json DIALOGUE.json MANIFEST...\n".utf8))
  exit(2)
}
let files = arguments.map { URL(filePath: $0) }
guard let model = AcousticModel.named("en_US") else {
  FileHandle.standardError.write(Data("accuracy: no acoustic model for en_US\n".utf8))
  exit(1)
}
let language = try ChessLanguage(
  moves: CustomLanguageModelData(contentsOf: files[0]),
  dialogue: CustomLanguageModelData(contentsOf: files[1]), dictionary: model.pronunciations())
if let caseCount {
  try Cases.write(caseCount, in: language)
  exit(0)
}
let evaluator = Evaluator(recognizer: try SpeechRecognizer(model: model), language: language)
let stock = try StockSolution(model: model, language: language)

let encoder = JSONEncoder()
for file in files.dropFirst(2) {
  let manifest = EvaluationManifest(try Data(contentsOf: file), file: file.path)
  for problem in manifest.problems { FileHandle.standardError.write(Data("\(problem)\n".utf8)) }
  for test in manifest.cases {
    let (outcome, result) = try await evaluator.listen(to: test)
    let said: Move? = if case .move(let move) = test.expectation { move } else { nil }
    let (stockMove, stockLatency) = try stock.hear(test)
    let reading = result.evidence.map { evidence -> Move? in
      if case .moves(let moves, _) = language.interpret(
        evidence.words, in: .position(test.position)), moves.count == 1
      {
        return moves.first
      }
      return nil
    }
    let line = Line(
      set: file.deletingLastPathComponent().lastPathComponent, id: test.id, group: test.group,
      said: said?.uci, duration: outcome.duration,
      verdict: outcome.got.hasPrefix("asked") ? "asked" : outcome.verdict.rawValue,
      got: outcome.got, confidence: outcome.confidence, latency: outcome.latency,
      isRight: reading.map { $0 != nil && $0 == said }, evidence: result.evidence?.figures,
      stock: stockMove.map { $0 == said?.uci ? "right" : "wrong" } ?? "refused",
      stockLatency: stockLatency)
    print(String(decoding: try encoder.encode(line), as: UTF8.self))
  }
}
