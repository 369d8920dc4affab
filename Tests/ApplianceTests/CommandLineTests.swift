import Foundation
import Glibc
import TestSupport
import Testing

/// Arguments, files and output, whatever the command.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct CommandLineTests {
  @Test func versionAndHelpArePrinted() throws {
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

  /// The doctor accepts the same levels.
  @Test func theHelpNamesTheLevels() throws {
    let help = try Program().run("level", "--help").output.split(whereSeparator: \.isWhitespace)
    #expect(help.joined(separator: " ").contains("between -24 and -3 dB"))
  }

  @Test(arguments: [
    ["--wrong"], ["recognize"], ["recognize", "--grammar"], ["walk"],
    ["demo", "--microphone", "x"], ["say", "--fen", "x"], ["recognize", "--fen", "8/8", "a.wav"],
    ["evaluate", "--fen", "", "m.jsonl"], ["play", "--level", "9"], ["play", "--board", "wood"],
    ["recognize", "--dictate", "--grammar", "g.json", "a.wav"],
    ["evaluate", "--hands-free", "--sessions", "m.jsonl"],
    ["play", "--clock", "soon"], ["play", "--fen", "8/8"],
    ["play", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--pgn", "a.pgn"],
  ])
  func wrongUsageIsRefused(arguments: [String]) throws {
    let program = try Program()
    let process = try program.start(arguments)
    let outcome = try program.end(of: process)
    #expect(outcome.status == 2 && outcome.output == "" && outcome.errors.contains("Error: "))
    if arguments.contains("--fen") {
      #expect(outcome.errors.contains("Usage: spokenmove \(arguments[0]) "))
    }
  }

  /// The help is as wide as the terminal, whatever the environment says.
  @Test func helpIgnoresTheWidthInTheEnvironment() throws {
    let program = try Program()
    for width in ["-9223372036854775808", "0", "40", "wide"] {
      let help = try program.end(of: program.start(["--help"], environment: ["COLUMNS": width]))
      #expect(help.status == 0 && help.output.contains("USAGE: spokenmove"))
    }
  }

  @Test(arguments: ["/dev/zero", "/"])
  func onlyAFileCanBeAManifest(path: String) throws {
    let outcome = try Program().run("evaluate", path)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("it is a folder, a pipe or a device. Name a file."))
  }

  @Test func unreadableAndUnwritableFilesAreReported() throws {
    let program = try Program()
    let missing = try program.run("evaluate", "missing.jsonl")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("Cannot read missing.jsonl: No such file or directory."))
    let manifest = try program.write(#"{"audio": "a.wav", "uci": "e2e4"}"#, as: "m.jsonl")
    let unwritable = try program.run("evaluate", manifest, "--report", "nowhere/page.html")
    #expect(unwritable.status == 1 && unwritable.output == "")
    #expect(unwritable.errors.contains("Cannot write nowhere/page.html: "))
    #expect(!unwritable.errors.contains("a.wav"), "told before any recording is listened to")
    let nameless = try program.run("evaluate", manifest, "--report", "")
    #expect(nameless.status != 0 && nameless.errors.contains("name of a file"))
    #expect(mkfifo(program.folder.appending(path: "pipe").path, 0o600) == 0)
    let unread = try program.run("evaluate", manifest, "--report", "pipe")
    #expect(unread.status == 1 && unread.errors.contains("Cannot write pipe: "))
  }

  @Test func closedStandardOutputHarmsNoFile() throws {
    let program = try Program()
    _ = try program.write(Program.panelless, as: "c.yaml")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #"exec "$0" run --config c.yaml --model /nowhere <&- >&- 2>errors"#,
      try Program.executable.path,
    ]
    process.currentDirectoryURL = program.folder
    try process.run()
    process.ended()
    // If the console wrote into another opened file, this shows it.
    let errors = try program.text("errors")
    #expect(errors.contains("/nowhere") && !errors.contains("standard output"))
  }

  /// Runs it in a shell, to redirect its output; the arguments are the shell's.
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

  @Test(arguments: [
    "say --json", "say", "--version", "--help", "enroll --list",
    "recognize --json /nowhere.wav",
  ])
  func aFullStandardOutputIsAnError(arguments: String) throws {
    let program = try Program()
    _ = try program.write(Program.panelless, as: "c.yaml")
    let config = arguments.hasPrefix("enroll") ? " --config c.yaml" : ""
    let outcome = try run("exec \"$0\" \(arguments)\(config) >/dev/full", in: program)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("No space left on device"), "\(outcome.errors)")
  }

  @Test func aSlowReaderOfANonblockingPipeGetsEverything() async throws {
    let process = Process()
    let (positions, output) = (Pipe(), Pipe())
    let writer = output.fileHandleForWriting.fileDescriptor
    // Another program that has the pipe may set this.
    #expect(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
    process.executableURL = try Program.executable
    process.arguments = ["say", "--fen", "-"]
    process.standardInput = positions
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try output.fileHandleForWriting.close()
    try positions.fileHandleForWriting.write(contentsOf: Data(repeating: 0x0A, count: 2_000))
    try positions.fileHandleForWriting.close()
    // Another line no longer fits into the pipe's 64 KiB.
    await Patience.wait(for: "a full pipe") {
      var count: CInt = 0
      _ = ioctl(output.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count)
      return count > 65_000
    }
    let text = try #require(try output.fileHandleForReading.readToEnd())
    #expect(text.split(separator: 0x0A).count == 2_000)
    #expect(process.ended().status == 3)
  }

  @Test func unreadableStandardInputIsAnError() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", #"exec "$0" say --fen - </ 2>errors"#, try Program.executable.path]
    let program = try Program()
    process.currentDirectoryURL = program.folder
    try process.run()
    #expect(process.ended().status == 1)
    #expect(try program.text("errors").contains("Cannot read standard input: Is a directory."))
  }

  @Test func aNonblockingPipeIsReadToItsEnd() throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    #expect(fcntl(input.fileHandleForReading.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
    process.executableURL = try Program.executable
    process.arguments = ["say", "--fen", "-", "--limit", "1"]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForReading.close()
    for word in ["one", "two"] {
      try input.fileHandleForWriting.write(contentsOf: Data("\(word)\n".utf8))
      let line = output.fileHandleForReading.availableData
      #expect(String(decoding: line, as: UTF8.self).contains(word))
    }
    try input.fileHandleForWriting.close()
    #expect(process.ended().status == 3)
  }

  @Test func aDemonstrationWithAMissingClipFails() throws {
    let outcome = try Program().run("demo", "--clip", "nowhere.flac")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("nowhere.flac"), "\(outcome.errors)")
  }

  @Test func aReportNeverOverwritesItsManifest() throws {
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

  @Test func aFailedReportLeavesTheOldOne() throws {
    let program = try Program()
    let manifest = try program.write(#"{"audio": "nowhere.wav", "uci": "e2e4"}"#, as: "m.jsonl")
    let report = try program.write("an old report", as: "page.html")
    #expect(try program.run("evaluate", manifest, "--report", report).status == 1)
    #expect(try program.text("page.html") == "an old report")
    let files = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
    #expect(Set(files) == ["errors", "m.jsonl", "output", "page.html"])
  }

  @Test func escapesInArgumentsDoNotReachTheTerminal() throws {
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

  /// Programs record through these, not from them.
  @Test func convertersAreNotListedAsMicrophones() throws {
    let outcome = try Program().run("devices")
    let names = outcome.lines.compactMap { $0.split(whereSeparator: \.isWhitespace).first }
    for name in ["null", "samplerate", "speexrate", "lavrate", "upmix", "vdownmix"] {
      #expect(!names.contains { $0 == name }, "\(outcome.output)")
    }
  }

  @Test func shellCompletionsAreGenerated() throws {
    let outcome = try Program().run("--generate-completion-script", "bash")
    #expect(outcome.status == 0 && outcome.output.contains("recognize"))
  }

  @Test func mistakesInTheConfigurationAreReported() throws {
    let program = try Program()
    let config = try program.write("button: {linne: 3}\nlog: {level: x}\n", as: "c.yaml")
    let outcome = try program.run("run", "--config", config)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("c.yaml:1:10: ") && outcome.errors.contains("c.yaml:2:14: "))
  }

  @Test func theVersionIsTheChangelogsNewest() throws {
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
}
