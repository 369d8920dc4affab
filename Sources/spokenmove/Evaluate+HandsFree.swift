import Appliance
import ArgumentParser
import DeviceIO
import Program

extension Evaluate {
  /// Measures what it accepts and misses without a button.
  func evaluateHandsFree() async throws {
    let list = HandsFreeManifest(try InputFile.bytes(of: manifest), file: manifest)
    for problem in list.problems { StandardError.write("spokenmove: \(problem)") }
    guard !list.cases.isEmpty else {
      throw PlainError.noRecording(in: manifest, HandsFreeManifest.example)
    }
    let configuration = try options.configuration()
    let (listener, model) = try options.listener(for: configuration)
    let showsCases = cases
    let evaluator = HandsFreeEvaluator(
      listener, language: try configuration.recognition.chessLanguage(with: model),
      handsFree: try configuration.handsFree(with: model)
    ) { line in
      if showsCases { StandardOutput.write(line) }
    }
    var failures = list.problems.count
    for test in list.cases {
      do {
        try await evaluator.evaluate(test)
      } catch {
        failures += 1
        StandardError.write("spokenmove: \(manifest):\(test.line): \(error)")
      }
    }
    let figures = await evaluator.figures
    StandardOutput.write(json ? figures.line : figures.text)
    if failures > 0 { throw ExitCode(1) }
  }
}
