import ApplianceCore
import Foundation
import Testing

@testable import Appliance

@Suite struct EnrollCommandTests {
  /// Moves said by a synthesizer, as a manifest.
  private static func record(_ program: Program) throws {
    var lines: [String] = []
    let language = try EnglishLanguage.shared.get()
    for (index, prompt) in EnrolmentPrompt.prompts(in: language).prefix(12).enumerated() {
      let audio = program.folder.appending(path: "\(index).wav").path
      let flite = Process()
      flite.executableURL = URL(filePath: "/usr/bin/env")
      flite.arguments = ["flite", "-voice", "awb", "-t", prompt.phrase, "-o", audio]
      try flite.run()
      try #require(flite.ended().status == 0, "install flite")
      lines.append(
        JSONLine([
          "audio": .string(audio), "fen": .string(prompt.position.fen),
          "uci": .string(prompt.move.uci),
        ]).line)
    }
    lines.append(#"{"audio": "nope.wav", "uci": "e2e4"}"#)
    try Data(lines.joined(separator: "\n").utf8)
      .write(to: program.folder.appending(path: "manifest.jsonl"))
    try Data("record:\n  directory: \(program.folder.path)/state\n".utf8)
      .write(to: program.folder.appending(path: "config.yaml"))
  }

  /// Typed lines lead to the position, as they do for `evaluate`.
  @Test func typedLinesComeFirst() throws {
    let program = try Program()
    defer { try? FileManager.default.removeItem(at: program.folder) }
    let clip = try ScriptedInput.path("6-")
    let lines = [["e4", "d5", "exd5"], ["e4", "e4"]].map { typed in
      #"{"audio": "\#(clip)", "typed": \#(typed), "uci": "d8d5"}"#
    }
    let file = try program.write(lines.joined(separator: "\n"), as: "m.jsonl")
    let outcome = try program.run("enroll", "--player", "kal", "--from", file)
    #expect(outcome.status == 1 && !outcome.errors.contains("m.jsonl:1:"), "\(outcome.errors)")
    #expect(outcome.errors.contains(#"m.jsonl:2: "e4" after"#), "\(outcome.errors)")
  }

  @Test func aVoiceIsLearntAndForgotten() throws {
    let program = try Program()
    defer { try? FileManager.default.removeItem(at: program.folder) }
    try Self.record(program)
    let player = ["-c", "config.yaml", "--player", "kal"]
    let learnt = try program.end(
      of: program.start(["enroll", "--keep", "--from", "manifest.jsonl"] + player))
    // A recording that cannot be read does not keep it from learning from the others.
    #expect(learnt.status == 1, "\(learnt.errors)")
    #expect(learnt.errors.contains("manifest.jsonl:13: Cannot read"), "\(learnt.errors)")
    #expect(learnt.output.contains("Kept as kal."))
    #expect(learnt.output.contains("Without your voice: "))
    #expect(learnt.output.contains("With your voice: "))

    let list = try program.run("enroll", "--list", "-c", "config.yaml")
    #expect(list.output.hasPrefix("kal: 1"))
    let heard = try program.end(of: program.start(["recognize", "5.wav"] + player))
    #expect(heard.status == 0, "\(heard.errors)")
    #expect(heard.output.contains("knight"))

    let forgotten = try program.run("enroll", "--forget", "kal", "-c", "config.yaml")
    #expect(forgotten.status == 0)
    #expect(
      try program.run("enroll", "--list", "-c", "config.yaml").output == "Nobody has enrolled.\n")
    #expect(try program.run("enroll", "--forget", "kal", "-c", "config.yaml").status == 1)
    // A missing voice requested on the command line is an error; one in the configuration is
    // reported and ignored.
    let unknown = try program.end(of: program.start(["recognize", "5.wav"] + player))
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("nobody has enrolled under that name"))
    try Data(
      "recognition:\n  player: kal\nrecord:\n  directory: \(program.folder.path)/state\n".utf8
    ).write(to: program.folder.appending(path: "config.yaml"))
    let without = try program.run("recognize", "5.wav", "-c", "config.yaml")
    #expect(without.status == 0)
    #expect(without.output.contains("knight"))
    #expect(without.errors.contains("nobody has enrolled under that name"))
  }

  @Test func aVoiceFileCannotControlTheTerminal() throws {
    let program = try Program()
    let players = program.folder.appending(path: "state/players")
    try FileManager.default.createDirectory(at: players, withIntermediateDirectories: true)
    let voice = #"""
      {"model": "1", "recordings": 20, "learnt": {"moves": 5, "day": "\u001b]0;x\u0007\u202e", "trials": []}}
      """#
    try Data(voice.utf8).write(to: players.appending(path: "anna.json"))
    let config = try program.write(
      "record: {directory: \(program.folder.path)/state}\n", as: "c.yaml")
    let list = try program.run("enroll", "--list", "-c", config)
    #expect(list.status == 1 && list.output.isEmpty)
    #expect(list.errors.contains("anna: ") && list.errors.contains("is damaged"), "\(list)")
    #expect(
      list.errors.unicodeScalars.allSatisfy { $0 == "\n" || (0x20..<0x7F).contains($0.value) })
  }

  /// Before reading the manifest, and before anybody says a move.
  @Test func theNameIsCheckedFirst() throws {
    let program = try Program()
    for name in ["../x", "É", "-x"] {
      let outcome = try program.run("enroll", "--player=\(name)", "--from", "missing.jsonl")
      #expect(outcome.status == 1 && outcome.errors.contains("letters"), "\(outcome)")
      #expect(outcome.output == "" && !outcome.errors.contains("missing.jsonl"))
    }
  }

  @Test func theHelpGivesTheRealLimits() throws {
    let program = try Program()
    let help = try program.run("enroll", "--help").output
    let text = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("from 20 moves") && text.contains("(default: 20)"))
    #expect(text.contains("from \(Enrolment.minimumCount) to 20"))
    #expect(text.contains("3 nothing worth keeping"))
    for moves in [Enrolment.minimumCount - 1, 21] {
      #expect(try program.run("enroll", "--moves", "\(moves)").status == 2)
    }
  }

  @Test func tooLittleSpeechTeachesNothing() throws {
    let program = try Program()
    defer { try? FileManager.default.removeItem(at: program.folder) }
    let lines = [#""phrase": "x""#, #""typed": ["d4"], "corrects": "e2e4""#]
      .map { #"{"audio": "none.wav", \#($0)}"# + "\n" }.joined()
    try Data(lines.utf8)
      .write(to: program.folder.appending(path: "manifest.jsonl"))
    let outcome = try program.run("enroll", "--from", "manifest.jsonl", "--player", "anna")
    #expect(outcome.status == 1)
    for line in 1...2 {
      #expect(outcome.errors.contains("manifest.jsonl:\(line): only a line with a move"))
    }
    #expect(outcome.errors.contains("at least 10"))
    let empty = try program.run(
      "enroll", "--from", try program.write("\n", as: "e.jsonl"), "--player", "anna")
    #expect(empty.status == 1 && empty.errors.contains("e.jsonl has no recording"))
    // Without a terminal, nobody can press Enter.
    #expect(try program.run("enroll", "--player", "anna").status == 1)
    #expect(try program.run("enroll", "--list", "--forget", "anna").status == 2)
  }
}
