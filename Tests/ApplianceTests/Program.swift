import Foundation
import LanguageModel
import TestSupport
import Testing

/// The program, as built with the tests.
struct Program {
  struct Outcome {
    var status: Int32
    /// Whether no signal killed it.
    var hasExited = true
    var output: String
    var errors: String
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  private let scratch: ScratchDirectory
  /// An empty folder for a test's files, removed with this value.
  var folder: URL { scratch.url }

  init() throws { scratch = try ScratchDirectory() }

  /// The configuration of a service without a panel, for programs to read.
  static let panelless = """
    button: {line: none}
    leds: {available: {line: none}, recording: {line: none}}
    console: {format: jsonl}
    record: {directory: state}

    """

  static var executable: URL {
    get throws {
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(filePath: tests).deletingLastPathComponent().appending(path: "spokenmove")
    }
  }

  /// Runs it without standard input, and waits for its end.
  func run(_ arguments: String...) throws -> Outcome {
    let process = try start(arguments)
    try (process.standardInput as? Pipe)?.fileHandleForWriting.close()
    return try end(of: process)
  }

  func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Process {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = try Self.executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    for (name, keyPath) in [("output", \Process.standardOutput), ("errors", \.standardError)] {
      let file = folder.appending(path: name)
      try Data().write(to: file)
      process[keyPath: keyPath] = try FileHandle(forWritingTo: file)
    }
    process.standardInput = Pipe()
    try process.run()
    return process
  }

  func end(of process: Process) throws -> Outcome {
    let end = process.ended()
    let outcome = Outcome(
      status: end.status, hasExited: end.hasExited, output: try text("output"),
      errors: try text("errors"))
    // The appliance's lines for programs match the documentation.
    if end.hasExited, ["run", "demo"].contains(process.arguments?.first) {
      for line in outcome.lines where line.hasPrefix("{") { _ = try ReceivedLine(line) }
    }
    return outcome
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Waits until `isEnough` accepts its output; throws when patience runs out.
  func waitForOutput(_ isEnough: (String) -> Bool) async throws {
    if try await Patience.lasts(until: { isEnough(try text("output")) }) { return }
    Issue.record("It was waited for in vain; there is only: \(try text("output"))")
    throw CancellationError()
  }

  /// Writes a file and returns its path.
  func write(_ text: String, as name: String) throws -> String {
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// A data file with the clips' phrases.
  func grammar() async throws -> String {
    let file = folder.appending(path: "grammar.json")
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "test", version: "1"
    ) {
      PhraseCount(phrase: "pawn to e four", count: 1)
      PhraseCount(phrase: "knight to king bishop three", count: 1)
      PhraseCount(phrase: "Play the Albin counter gambit", count: 1)
      PhraseCount(phrase: "Play the Winawer variation", count: 1)
      PhraseCount(phrase: "castle king side", count: 1)
      PhraseCount(phrase: "queen takes d five", count: 1)
      CustomPronunciation(grapheme: "Winawer", phonemes: ["w I n aU @r"])
      CustomPronunciation(grapheme: "Albin", phonemes: ["{ l b I n"])
    }
    try await data.export(to: file)
    return file.path
  }
}
