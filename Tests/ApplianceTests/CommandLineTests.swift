import Foundation
import LanguageModel
import TestSupport
import Testing

/// The program itself, as it was built with the tests.
struct Program {
  struct Outcome {
    var status: Int32
    /// Not killed by a signal.
    var hasExited = true
    var output: String
    var errors: String
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  private let scratch: ScratchDirectory
  /// An empty folder for a test's files, removed with this value.
  var folder: URL { scratch.url }

  init() throws { scratch = try ScratchDirectory() }

  static var executable: URL {
    get throws {
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(filePath: tests).deletingLastPathComponent().appending(path: "spokenmove")
    }
  }

  /// Runs it with nothing on standard input, and waits for its end.
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
    // What an appliance has told programs is as it is documented.
    if end.hasExited, ["run", "demo"].contains(process.arguments?.first) {
      for line in outcome.lines where line.hasPrefix("{") { _ = try ReceivedLine(line) }
    }
    return outcome
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Waits until what it has written is enough; throws when patience runs out.
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

  /// A data file of what the clips say.
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

@Suite(.serialized, .timeLimit(.minutes(10))) struct CommandLineTests {
  @Test func tellsItsVersionAndHelp() throws {
    let program = try Program()
    let version = try program.run("--version")
    #expect(version.status == 0 && version.output.hasPrefix("spokenmove "))
    for arguments in [
      ["--help"], ["run", "--help"], ["recognize", "--help"], ["demo", "-h"], ["play", "--help"],
    ] {
      let help = try program.end(of: program.start(arguments))
      #expect(help.status == 0 && help.output.contains("USAGE: spokenmove") && help.errors == "")
    }
  }

  @Test(arguments: [
    ["--wrong"], ["recognize"], ["recognize", "--grammar"], ["walk"],
    ["demo", "--microphone", "x"], ["say", "--fen", "x"], ["recognize", "--fen", "8/8", "a.wav"],
    ["evaluate", "--fen", "", "m.jsonl"], ["play", "--level", "9"], ["play", "--board", "wood"],
    ["recognize", "--dictate", "--grammar", "g.json", "a.wav"],
    ["play", "--clock", "soon"], ["play", "--fen", "8/8"],
    ["play", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--pgn", "a.pgn"],
  ])
  func refusesWrongUsage(arguments: [String]) throws {
    let program = try Program()
    let process = try program.start(arguments)
    let outcome = try program.end(of: process)
    #expect(outcome.status == 2 && outcome.output == "" && outcome.errors.contains("Error: "))
  }

  @Test func tellsFilesThatCannotBeReadOrWritten() throws {
    let program = try Program()
    let missing = try program.run("evaluate", "missing.jsonl")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("Cannot read missing.jsonl: No such file or directory."))
    let manifest = try program.write(#"{"audio": "a.wav", "uci": "e2e4"}"#, as: "m.jsonl")
    let unwritable = try program.run("evaluate", manifest, "--report", "nowhere/page.html")
    #expect(unwritable.status == 1 && unwritable.output == "")
    #expect(unwritable.errors.contains("Cannot write nowhere/page.html: "))
    #expect(!unwritable.errors.contains("a.wav"), "told before any recording is listened to")
  }

  @Test func keepsItsFilesApartFromStandardOutputThatIsClosed() throws {
    let program = try Program()
    _ = try program.write(Self.panelless, as: "c.yaml")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #"exec "$0" run --config c.yaml --model /nowhere <&- >&- 2>errors"#,
      try Program.executable.path,
    ]
    process.currentDirectoryURL = program.folder
    try process.run()
    process.ended()
    // Where the console writes into what was opened instead, that tells of it.
    let errors = try program.text("errors")
    #expect(errors.contains("/nowhere") && !errors.contains("standard output"))
  }

  /// Runs it in a shell, for where its output goes; the arguments are the shell's.
  private func run(_ command: String, in program: Program) throws -> Program.Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command + " 2>errors", try Program.executable.path]
    process.currentDirectoryURL = program.folder
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return Program.Outcome(
      status: process.ended().status, output: "", errors: try program.text("errors"))
  }

  @Test(arguments: ["say --json", "say", "--version", "--help", "enroll --list"])
  func tellsWhereNothingCanBeWritten(arguments: String) throws {
    let program = try Program()
    _ = try program.write(Self.panelless, as: "c.yaml")
    let config = arguments.hasPrefix("enroll") ? " --config c.yaml" : ""
    let outcome = try run("exec \"$0\" \(arguments)\(config) >/dev/full", in: program)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("No space left on device"), "\(outcome.errors)")
  }

  @Test func aDemonstrationOfAClipThatIsMissingFails() throws {
    let outcome = try Program().run("demo", "--clip", "nowhere.flac")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("nowhere.flac"), "\(outcome.errors)")
  }

  @Test func aReportDoesNotTakeThePlaceOfItsManifest() throws {
    let program = try Program()
    let line = #"{"audio": "nowhere.wav", "uci": "e2e4"}"#
    let manifest = try program.write(line, as: "m.jsonl")
    symlink("m.jsonl", program.folder.appending(path: "page.html").path)
    for report in [manifest, "./m.jsonl", "page.html"] {
      let outcome = try program.run("evaluate", manifest, "--report", report)
      #expect(outcome.status != 0 && outcome.errors.contains("--report"), "\(outcome.errors)")
      #expect(try program.text("m.jsonl") == line)
    }
  }

  @Test func aReportThatIsNotMadeLeavesTheOldOne() throws {
    let program = try Program()
    let manifest = try program.write(#"{"audio": "nowhere.wav", "uci": "e2e4"}"#, as: "m.jsonl")
    let report = try program.write("an old report", as: "page.html")
    #expect(try program.run("evaluate", manifest, "--report", report).status == 1)
    #expect(try program.text("page.html") == "an old report")
    let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    #expect(Set(files) == ["errors", "m.jsonl", "output", "page.html"])
  }

  @Test func escapesOfOthersDoNotReachTheTerminal() throws {
    let program = try Program()
    let escape = "\u{1B}]0;title\u{7}\u{9B}31m"
    let config = try program.write("\"but\u{5C}x1b]0;x\u{5C}x07\": 1\n", as: "c.yaml")
    for arguments in [
      ["recognize", "--model", "/no\(escape)", "a.wav"], ["run", "--config", config],
      ["recognize", "a\(escape).wav"], ["run", "--config", "\(escape).yaml"],
      ["say", "--fen", escape], ["say", "--\(escape)"],
    ] {
      let outcome = try program.end(of: program.start(arguments))
      #expect(outcome.status != 0)
      let controls = outcome.errors.unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n"
      }
      #expect(controls.isEmpty, "\(arguments): \(outcome.errors.debugDescription)")
    }
  }

  /// One records through these, not from them.
  @Test func listsNoConvertersAsMicrophones() throws {
    let outcome = try Program().run("devices")
    let names = outcome.lines.compactMap { $0.split(whereSeparator: \.isWhitespace).first }
    for name in ["null", "samplerate", "speexrate", "lavrate", "upmix", "vdownmix"] {
      #expect(!names.contains { $0 == name }, "\(outcome.output)")
    }
  }

  @Test func completesForShells() throws {
    let outcome = try Program().run("--generate-completion-script", "bash")
    #expect(outcome.status == 0 && outcome.output.contains("recognize"))
  }

  @Test func tellsMistakesInTheConfiguration() throws {
    let program = try Program()
    let config = try program.write("button: {linne: 3}\nlog: {level: x}\n", as: "c.yaml")
    let outcome = try program.run("run", "--config", config)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("c.yaml:1:10: ") && outcome.errors.contains("c.yaml:2:14: "))
  }

  static let panelless = """
    button: {line: none}
    leds: {available: {line: none}, recording: {line: none}}
    console: {format: jsonl}
    record: {directory: state}

    """

  @Test func tellsWhatIsMissingAtStart() async throws {
    let program = try Program()
    let config = try program.write(Self.panelless, as: "c.yaml")
    let noModel = try program.run("run", "--config", config, "--model", "/nowhere")
    #expect(noModel.status == 1 && noModel.errors.contains("/nowhere"))
    #expect(noModel.output.contains(#""code":"startup""#))
    #expect(noModel.lines.first?.hasPrefix(#"{"type":"hello","#) == true)
    let folder = try program.run("run", "--config", program.folder.path)
    #expect(folder.status == 1 && folder.errors.contains("Name one with --config."))
    let noData = try program.run("run", "--config", config, "--grammar", "/nowhere.json")
    #expect(noData.status == 1 && noData.errors.contains("/nowhere.json"))
    let undefined = try await program.grammar()
    let broken = try String(contentsOfFile: undefined, encoding: .utf8)
      .replacing("pawn to e four", with: "<piece> e four")
    let data = try program.write(broken, as: "broken.json")
    let undefinedClass = try program.run("recognize", "--grammar", data, "x.wav")
    #expect(undefinedClass.status == 1 && undefinedClass.errors.contains("piece"))
  }

  /// What it cannot be run with is told in one go: what is the matter, and what to do.
  @Test(arguments: ["run", "doctor"])
  func tellsAGrammarWithoutMovesAndALocaleWithoutAModel(command: String) async throws {
    let program = try Program()
    let config = try program.write(Self.panelless, as: "c.yaml")
    let noMoves = try program.run(
      command, "--config", config, "--grammar", try await program.grammar())
    #expect(noMoves.status == 1)
    for text in ["they contain no moves", "game: off", "grammar.json"] {
      #expect((noMoves.output + noMoves.errors).contains(text), "\(noMoves)")
    }
    for (locale, problem) in [
      ("sv_SE", "an acoustic model for sv_SE"), ("en_NZ", "en_NZ/chess.json"),
    ] {
      let config = try program.write(
        Self.panelless + "recognition: {locale: \(locale)}\n", as: "l.yaml")
      let outcome = try program.run(command, "--config", config)
      #expect(outcome.status == 1)
      let there = "de_DE, en_GB, en_US, es_ES, fr_FR, it_IT, nl_NL"
      for text in [problem, "recognition.locale to one that there is (\(there))"] {
        #expect((outcome.output + outcome.errors).contains(text), "\(outcome)")
      }
    }
  }

  @Test func withoutAGameAnyPhrasesWillDo() async throws {
    let program = try Program()
    let config = try program.write(Self.panelless + "game: off\n", as: "c.yaml")
    let process = try program.start(
      ["run", "--config", config, "--grammar", try await program.grammar()])
    let typing = try #require(process.standardInput as? Pipe).fileHandleForWriting
    try typing.write(contentsOf: Data("help\n".utf8))
    try await program.waitForOutput { $0.contains(#""command":"help""#) }
    process.terminate()
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0 && !outcome.errors.contains("no move"), "\(outcome.errors)")
  }

  @Test func waitsForAPanelThatIsNotThereYet() async throws {
    let program = try Program()
    let config = try program.write(
      """
      button: {line: "nochip:3"}
      leds: {available: {line: "nochip:4"}, recording: {line: "nochip:5"}}
      console: {format: jsonl}
      record: {directory: state}

      """, as: "c.yaml")
    let process = try program.start(["run", "--config", config])
    try await program.waitForOutput {
      $0.contains("set button.line: none") && $0.contains("set leds.available.line: none")
        && $0.contains(#""type":"game""#)
    }
    process.terminate()
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("set leds.recording.line: none"))
    // There may be no such key.
    #expect(!outcome.output.contains("Enter"))
  }

  @Test func recognizesClips() async throws {
    let program = try Program()
    let grammar = try await program.grammar()
    let clips = try ["1", "2", "3", "4", "5", "6"].map { try ScriptedInput.path($0) }
    let outcome = try program.end(
      of: program.start(["recognize", "--json", "--partials", "--grammar", grammar] + clips))
    #expect(outcome.status == 0, "\(outcome.errors)")
    let results = outcome.lines.filter { $0.contains(#""type":"result""#) }
    let expected = [
      "pawn to e four", "knight to king bishop three", "play the winawer variation",
      "castle king side",
      "play the albin counter gambit", "queen takes d five",
    ]
    try #require(results.count == expected.count)
    for (line, words) in zip(results, expected) {
      #expect(line.lowercased().contains("\"text\":\"\(words)\""))
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
    #expect(outcome.output.contains(#""type":"partial""#))
  }

  @Test func findsThePhrasesThatCameWithIt() throws {
    let outcome = try Program().run("recognize", try ScriptedInput.path("4-castle"))
    #expect(outcome.status == 0 && outcome.output.hasSuffix(": castle kingside\n"))
  }

  @Test func dictatesAnyWords() throws {
    let program = try Program()
    let outcome = try program.run("recognize", "--dictate", "--json", ScriptedInput.path("6-queen"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.lines.count == 1 && outcome.output.contains(#"text":"queen "#), "\(outcome.output)")
  }

  @Test func goesOnAfterAFileWithoutResult() async throws {
    let program = try Program()
    let grammar = try await program.grammar()
    let clip = try ScriptedInput.path("1-pawn")
    let empty = try program.write("", as: "empty.wav")
    let noise = try program.write("not audio", as: "text.wav")
    let directory = program.folder.appending(path: "directory").path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    let truncated = program.folder.appending(path: "truncated.flac")
    try Data(contentsOf: URL(filePath: clip)).prefix(8_000).write(to: truncated)
    let outcome = try program.run(
      "recognize", "--grammar", grammar, empty, directory, noise, truncated.path, "/nowhere.wav",
      clip)
    #expect(outcome.status == 3)
    #expect(outcome.output == "\(clip): pawn to e four\n")
    for name in ["empty.wav", "directory:", "text.wav", "truncated.flac", "/nowhere.wav"] {
      #expect(outcome.errors.split(separator: "\n").count { $0.contains(name) } == 1)
    }
  }

  @Test func demonstratesWithoutAKeyboard() async throws {
    let program = try Program()
    let grammar = try await program.grammar()
    let outcome = try program.run(
      "demo", "--grammar", grammar, "--clip", try ScriptedInput.path("1"), "--clip",
      try ScriptedInput.path("2"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.lines.contains("pawn to e four"))
    #expect(outcome.lines.contains("knight to king bishop three"))
    #expect(outcome.output.contains("(*) available  (*) recording"))
    #expect(outcome.lines.last == "( ) available  ( ) recording")
  }

  @Test func demonstratesAGame() throws {
    let outcome = try Program().run("demo")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for text in [
      "Albin Countergambit", "> Nd2", "Which move?", "> 1", "4. Ngf3", "5. e4",
      "4  . . P p(P). . .",
    ] {
      #expect(outcome.output.contains(text), "\(text) is missing in: \(outcome.output)")
    }
    // A move that is not legal has been refused.
    #expect(outcome.output.contains("( ) available  (-) recording"))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func runsUntilASignalAndObeysWhatIsTyped(signal: Int32) async throws {
    let program = try Program()
    let config = try program.write(Self.panelless, as: "c.yaml")
    let process = try program.start(["run", "--config", config])
    let typing = try #require(process.standardInput as? Pipe).fileHandleForWriting
    try typing.write(contentsOf: Data("Help\n".utf8))
    try await program.waitForOutput { $0.contains(#""type":"command""#) }
    kill(process.processIdentifier, signal)
    let outcome = try program.end(of: process)
    #expect(outcome.hasExited && outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.lines.first?.hasPrefix(#"{"type":"hello","#) == true)
    let states = outcome.lines.filter { $0.hasPrefix(#"{"type":"available","#) }
    #expect(states.first?.contains(#""state":"preparing""#) == true)
    #expect(outcome.output.contains(#""command":"help""#))
  }

  /// Waits until the program has taken care of a signal.
  private func wait(for signal: Int32, of process: Process) async throws {
    let path = "/proc/\(process.processIdentifier)/status"
    try await Patience.wait(for: "the program to take care of the signal") {
      let line = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .first { $0.hasPrefix("SigCgt:") }
      let caught = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
      return caught & 1 << UInt64(signal - 1) != 0
    }
  }

  @Test func theVersionIsThatOfTheNewestEntryInTheChangelog() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let changelog = try String(
      contentsOf: root.appending(path: "deploy/debian/changelog"), encoding: .utf8)
    let entry = try #require(changelog.split(separator: "\n").first)
    let version = try #require(entry.split(separator: " ").dropFirst().first)
    let outcome = try Program().run("--version")
    #expect(outcome.status == 0)
    #expect(outcome.output == "spokenmove \(version.dropFirst().dropLast())\n")
  }

  /// `timeout` and `sudo` send a signal to a program, and again to its process group.
  @Test func endsWellWhereItIsAskedTwiceWhileItPrepares() async throws {
    let program = try Program()
    let config = try program.write(Self.panelless, as: "c.yaml")
    let process = try program.start(["run", "--config", config])
    try await wait(for: SIGTERM, of: process)
    for _ in 0..<2 {
      kill(process.processIdentifier, SIGTERM)
      usleep(20_000)
    }
    let outcome = try program.end(of: process)
    #expect(outcome.hasExited && outcome.status == 0, "\(outcome.errors)")
  }

  /// How often the threads of a process have gone to sleep.
  private func sleeps(of process: Process) throws -> Int {
    let tasks = "/proc/\(process.processIdentifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
  }

  @Test func wakesSeldomWhileNothingHappens() async throws {
    let program = try Program()
    let config = try program.write(Self.panelless, as: "c.yaml")
    // ALSA's own null device: always there, and no card needed.
    _ = try program.write("pcm.!default { type null }\n", as: ".asoundrc")
    let process = try program.start(
      ["run", "--config", config], environment: ["HOME": program.folder.path])
    let typing = try #require(process.standardInput as? Pipe).fileHandleForWriting
    let available = #""state":"available""#
    try await program.waitForOutput { $0.contains(available) }
    // A recording is timed, as a light that blinks is: somebody has slept by the time it is over.
    try typing.write(contentsOf: Data("start\n".utf8))
    try await program.waitForOutput { $0.contains(#""recording":true"#) }
    try typing.write(contentsOf: Data("stop\n".utf8))
    try await program.waitForOutput { $0.components(separatedBy: available).count > 2 }
    // So long the lights tell what came of it.
    try await Task.sleep(for: .seconds(3))
    let before = try sleeps(of: process)
    try await Task.sleep(for: .seconds(4))
    // Up to two a second; the runtime's own threads take one.
    #expect(try sleeps(of: process) - before <= 8)
    process.terminate()
    #expect(try program.end(of: process).status == 0)
  }
}
