import Appliance
import ArgumentParser
import Chess
import DeviceIO
import FoundationEssentials
import Glibc
import Program
import Speech

/// Measures how well recordings are recognized.
struct Evaluate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how well recordings are recognized, for example of your own voice.",
    discussion: """
      Each line of the manifest is a JSON object. "audio" is the path of a recording, relative to the manifest; "again" \
      is another recording of the same, used if the first is refused; "fen" is the position (default: the start of a \
      game); "typed" is a list of lines to type first. They may open a question.

      One member is the right outcome. "uci": this move, or null for a refusal. "command": this command, carried out or \
      waiting for a "yes" (undo, new-game, resign, …), or "no" to a question. "result": the game ends 1-0, 0-1 or \
      1/2-1/2. "corrects": this move replaces the last one. "phrase" alone: these words.

      "group" and "id" are optional.

      It treats recordings exactly like live sound. It reports a malformed line with its number, and still evaluates the \
      others; then the exit status is 1.
      """)

  @Argument(help: "The list of recordings, one JSON object per line.", completion: .file())
  var manifest: String

  @Option(
    help: ArgumentHelp("The position for recordings whose line names none.", valueName: "fen"))
  var fen: String?

  @Flag(help: "Print the figures as one JSON object on the last line.")
  var json = false

  @Option(
    help: ArgumentHelp("Write a page with tables and plots.", valueName: "file.html"),
    completion: .file(extensions: ["html"]))
  var report: String?

  @Option(help: ArgumentHelp("Print this many of the worst confusions.", valueName: "count"))
  var confusions = 10

  @Flag(help: "Print each recording's outcome, one JSON object per line.")
  var cases = false

  @Flag(
    help: ArgumentHelp(
      "Treat each group as a session, and learn its voice from every right move."))
  var sessions = false

  @Flag(
    help: ArgumentHelp(
      "Listen to long recordings without a button, for recording.name.",
      discussion: """
        A line is then {"audio": "hour.wav", "said": [{"at": 3.5, "uci": "e2e4"}, {"at": 9, "command": "undo"}]}, \
        optionally with the "fen" at its beginning. "said" lists everything said to the appliance, with the second at \
        which each begins; it may be empty.
        """))
  var handsFree = false

  @OptionGroup var options: RecognitionOptions

  func validate() throws {
    guard !handsFree || (report == nil && fen == nil && !sessions) else {
      throw ValidationError("--hands-free has no --report, no --sessions and no --fen.")
    }
    guard confusions >= 0 else { throw ValidationError("--confusions is 0 or more.") }
    _ = try fen.map { try Position(option: $0) }
  }

  func run() async throws {
    if handsFree { return try await evaluateHandsFree() }
    let position = try fen.map { try Position(option: $0) } ?? .start
    let list = EvaluationManifest(
      try InputFile.bytes(of: manifest), file: manifest, position: position)
    for problem in list.foldedProblems { StandardError.write("spokenmove: \(problem)") }
    guard !list.cases.isEmpty else { throw PlainError.noRecording(in: manifest) }
    // Report an unwritable page before the recordings, which may take hours.
    var page: ReportFile?
    if let report {
      page = try ReportFile(report, notOneOf: [manifest] + list.cases.map(\.audio))
    }
    let configuration = try options.configuration()
    let (listener, model) = try options.listener(for: configuration)
    let evaluator = Evaluator(
      listener, language: try configuration.recognition.chessLanguage(with: model))

    var outcomes: [EvaluationOutcome] = []
    var failures = list.problems.count
    var progress = ProgressLine(total: list.cases.count)
    var voices: [String: SessionVoice] = [:]
    for test in list.cases {
      do {
        let outcome =
          sessions
          ? try await evaluator.evaluate(
            test, in: &voices[test.group, default: SessionVoice(after: model.speaker)])
          : try await evaluator.listen(to: test).outcome
        outcomes.append(outcome)
        if cases { StandardOutput.write(outcome.line) }
        progress.advance(outcome.verdict)
      } catch {
        failures += 1
        progress.clear()
        StandardError.write("spokenmove: \(manifest):\(test.line): \(error)")
        progress.advance(nil)
      }
    }
    progress.clear()
    guard !outcomes.isEmpty else { throw PlainError.noRecording(in: manifest) }

    let result = EvaluationReport(
      title: manifest, outcomes: outcomes, summary: EvaluationSummary(outcomes))
    StandardOutput.write(result.text(confusions: confusions))
    try page?.write(Data(result.html().utf8))
    if json { StandardOutput.write(result.summary.line) }
    if failures > 0 { throw ExitCode(1) }
  }
}

extension PlainError {
  /// The error for a manifest without a usable recording.
  static func noRecording(
    in manifest: String, _ example: String = #"{"audio": "one.wav", "uci": "e2e4"}"#
  ) -> PlainError {
    PlainError(
      "\(manifest) has no recording that can be used: each line is an object such as "
        + example)
  }
}

/// The progress on standard error: one rewritten line on a terminal, an occasional line elsewhere.
private struct ProgressLine {
  private let total: Int
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var done = 0
  private var counts: [EvaluationOutcome.Verdict: Int] = [:]

  init(total: Int) { self.total = total }

  mutating func advance(_ verdict: EvaluationOutcome.Verdict?) {
    done += 1
    if let verdict { counts[verdict, default: 0] += 1 }
    let counts = EvaluationOutcome.Verdict.allCases
      .map { "\($0.rawValue) \(self.counts[$0] ?? 0)" }.joined(separator: ", ")
    let line = "\(done) of \(total): \(counts)"
    if isTerminal {
      StandardError.rewrite(line)
    } else if done == total || done.isMultiple(of: max(1, total / 10)) {
      StandardError.write(line)
    }
  }

  /// Clears the line for other output.
  func clear() {
    if isTerminal { StandardError.rewrite("") }
  }
}
