// Recognizes the recordings of manifests by the appliance and by the stock solution, side by side,
// and prints a JSON line for each: `accuracy CHESS.json DIALOGUE.json MANIFEST…`.
// `accuracy --cases N CHESS.json DIALOGUE.json` prints moves to say instead. `accuracy --evidence
// …` prints the figures for fitting the confidence. `--voice DIRECTORY PLAYER` before the files
// uses a learnt or enrolled voice. `Tests/accuracy.sh` makes the recordings and the table.
//
// `accuracy --phones` prints the nearest English phones for the sounds on standard input, and
// `accuracy --frames MANIFEST FILE` writes the phone network's input; `Tests/Accuracy/train.py`
// uses both.
//
// `accuracy --intents [--evidence] DATA.json MANIFEST…` recognizes the phrases of any data file.
// `accuracy --phrases N DATA.json` prints some of them, and `accuracy --strangers DATA.json FILE`
// the sentences that are not among them. `Tests/intent.sh` uses all three.

import Acoustics
import Appliance
import ApplianceCore
import Chess
import ChessLanguage
import Dialogue
import Foundation
import LanguageModel
import Sound
import Speech

extension ChessDialogue {
  /// The move at an index of the open question, counted from 0.
  func offered(_ index: Int) -> Move? {
    guard case .choice(let moves) = question?.subject, moves.indices.contains(index) else {
      return nil
    }
    return moves[index]
  }
}

extension AudioFile {
  /// All of it.
  static func speech(in path: String) throws -> [Int16] {
    let file = try AudioFile(path: path)
    var samples: [Int16] = []
    while let piece = try file.read() { samples += piece.samples }
    return samples
  }
}

var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--warps" {
  // The data for `WarpSelector`'s offsets: each recording's group, and the score of each warp.
  guard let model = AcousticModel.named("en_US"),
    let extractor = FeatureExtractor.shared(for: model.directory)
  else { exit(1) }
  let selector = WarpSelector(try PhoneModel(directory: model.directory))
  for path in arguments.dropFirst() {
    let manifest = EvaluationManifest(
      try Data(contentsOf: URL(filePath: path)), file: path)
    for test in manifest.cases {
      let features = extractor.features(of: try AudioFile.speech(in: test.audio))
      let scores = selector.scores(of: features, extractor)
      print(test.group, scores.map { String($0) }.joined(separator: " "), separator: "\t")
    }
  }
  exit(0)
}
if arguments.first == "--frames" {
  guard let model = AcousticModel.named("en_US"), let dump = try FrameDump(model) else { exit(1) }
  try dump.write(URL(filePath: arguments[1]), to: arguments[2])
  exit(0)
}
if arguments.first == "--phones" {
  // X-SAMPA, one pronunciation per line; for each, the nearest English phones, or an empty line.
  while let line = readLine() {
    let readings = try? PhoneTable.nearestEnglish.readings(of: line).get()
    print(readings?.first?.joined(separator: " ") ?? "")
  }
  exit(0)
}
if let mode = arguments.first, ["--intents", "--phrases", "--strangers"].contains(mode) {
  let options = arguments.dropFirst().filter { $0 != "--evidence" }
  guard let model = AcousticModel.named("en_US"), options.count >= 2 else { exit(2) }
  switch mode {
  case "--phrases": try DataFile(options[1], model).printPhrases(Int(options[0]) ?? 0)
  case "--strangers": try DataFile(options[0], model).printStrangers(in: options[1])
  default:
    let benchmark = try await IntentBenchmark(options[0], model: model)
    for manifest in options.dropFirst() {
      try await benchmark.measure(manifest, withEvidence: arguments.contains("--evidence"))
    }
  }
  exit(0)
}
let isAligned = arguments.first == "--align"
if isAligned { arguments.removeFirst() }
let isEvidence = arguments.first == "--evidence"
if isEvidence { arguments.removeFirst() }
let player = arguments.first == "--voice" ? arguments.dropFirst().prefix(2) : []
if !player.isEmpty { arguments.removeFirst(1 + player.count) }
let caseCount = arguments.first == "--cases" ? arguments.dropFirst().first.flatMap { Int($0) } : nil
if caseCount != nil { arguments.removeFirst(2) }
guard arguments.count >= (caseCount == nil ? 3 : 2) else {
  FileHandle.standardError.write(
    Data("usage: accuracy CHESS.json DIALOGUE.json MANIFEST...\n".utf8))
  exit(2)
}
let files = arguments.map { URL(filePath: $0) }
guard var model = AcousticModel.named("en_US") else {
  FileHandle.standardError.write(Data("accuracy: no acoustic model for en_US\n".utf8))
  exit(1)
}
let moves = try CustomLanguageModelData(contentsOf: files[0])
let language = try ChessLanguage(
  moves: moves, dialogue: CustomLanguageModelData(contentsOf: files[1]),
  // The data of another language has the pronunciations of all its words.
  dictionary: moves.locale.language == "en"
    ? model.pronunciations() : PronunciationDictionary(text: ""))
if let caseCount {
  try Cases.write(caseCount, in: language)
  exit(0)
}
if isAligned {
  guard let dump = try FrameDump(model) else { exit(1) }
  for file in files.dropFirst(2) {
    try dump.align(file, language.lexicon, model.pronunciations())
  }
  exit(0)
}
model.isMapped = language.lexicon.isMapped
let stock = try StockSolution(model: model, language: language)
if let directory = player.first, let name = player.last {
  model = try PlayerStore(directory: directory).voice(of: name).fitted(model, player: name)
}
let evaluator = Evaluator(
  try MoveListener(Configuration(), model: model), language: language)
let encoder = JSONEncoder()
for file in files.dropFirst(2) {
  let manifest = EvaluationManifest(try Data(contentsOf: file), file: file.path)
  for problem in manifest.problems { FileHandle.standardError.write(Data("\(problem)\n".utf8)) }
  for test in manifest.cases {
    let (outcome, result, _, before) = try await evaluator.listen(to: test)
    let said: String? =
      switch test.expectation {
      case .move(let move), .correction(let move): move.uci
      case .words(let text): text
      case .command(let command): command?.rawValue ?? "no"
      case .result(let result): result.rawValue
      case .refusal: nil
      }
    // Fitting does not need the stock solution.
    let heard = isEvidence || !test.typed.isEmpty ? nil : try stock.hear(test)
    let bound = before.bound
    func isRight(_ words: [String]) -> Bool {
      let meaning = bound.interpret(words)
      return switch test.expectation {
      case .move(let move):
        switch meaning {
        case .moves(let moves): moves == [move]
        case .answer(.choice(let index)): before.offered(index) == move
        default: false
        }
      case .command(let command):
        meaning == command.map { .command($0) } ?? .answer(.no)
      case .result: meaning == .answer(.yes)
      case .correction: false
      case .words(let text):
        meaning.isPossible
          && meaning
            == bound.interpret(text.split(separator: " ").map(String.init))
      case .refusal: false
      }
    }
    let line = Line(
      set: file.deletingLastPathComponent().lastPathComponent, id: test.id, group: test.group,
      said: said, duration: outcome.duration,
      verdict: outcome.verdict.rawValue,
      got: outcome.got, confidence: outcome.confidence, latency: outcome.latency,
      processorTime: outcome.processorTime,
      isRight: result.transcriptions.first.map { isRight($0.segments.map(\.substring)) },
      figures: isEvidence ? result.evidence.map(Confidence.speechFigures) : nil,
      candidates: isEvidence
        ? result.evidence.map { Candidate.all(of: $0, isRight: isRight) } : nil,
      stock: heard.map { $0.meaning.map { $0 == said ? "right" : "wrong" } ?? "refused" },
      stockLatency: heard?.answer.latency, stockProcessorTime: heard?.answer.processorTime)
    print(String(decoding: try encoder.encode(line), as: UTF8.self))
  }
}
