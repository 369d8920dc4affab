import Foundation
import TestSupport
import Testing

@testable import Appliance

/// `spokenmove doctor` and `spokenmove level`, on any machine, with a microphone made from a
/// recording.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct DoctorCommandTests {
  static let panelless = """
    button: {line: none}
    leds: {available: {line: none}, recording: {line: none}}
    record: {directory: /tmp}

    """

  /// Makes an ALSA file-plugin device with room noise, the clip, and noise again; returns its name.
  private func makeMicrophone(hearing clip: String, in program: Program) throws -> String {
    try makeMicrophone(
      hearing: Evaluator.samples(of: ScriptedInput.path(clip)), for: 10, in: program)
  }

  private func makeMicrophone(
    hearing sound: [Int16], for seconds: Int, in program: Program
  ) throws -> String {
    let noise = (0..<8_000).map { Int16(truncatingIfNeeded: ($0 * 7_919) % 31 - 15) }
    var samples = noise + sound
    for _ in 0..<2 * seconds { samples += noise }
    let bytes = samples.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
    let raw = program.folder.appending(path: "speech.raw")
    try Data(bytes).write(to: raw)
    _ = try program.write(
      """
      pcm.board { type plug slave { pcm {
        type file slave.pcm null file /dev/null infile "\(raw.path)" format raw
      } rate 16000 channels 1 format S16_LE } }
      """, as: ".asoundrc")
    return "board"
  }

  private func run(_ arguments: [String], in program: Program) throws -> Program.Outcome {
    try program.end(
      of: program.start(arguments, environment: ["HOME": program.folder.path]))
  }

  private struct Report: Decodable {
    struct Check: Decodable {
      var name: String
      var status: String
      var what: String
      var advice: String?
    }
    var checks: [Check]
    var ok: Bool

    subscript(_ name: String) -> Check? { checks.first { $0.name == name } }
  }

  private func report(_ outcome: Program.Outcome) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
  }

  @Test func aHealthyMachineUnderstandsAMove() throws {
    let program = try Program()
    let device = try makeMicrophone(hearing: "1-pawn", in: program)
    let config = try program.write(
      Self.panelless + "microphone: {device: \(device)}\n", as: "c.yaml")
    let outcome = try run(["doctor", "--json", "--speak", "--panel", "-c", config], in: program)
    let report = try report(outcome)
    #expect(report.ok && outcome.status == 0, "\(outcome.output)")
    for name in [
      "configuration", "user", "microphone", "panel", "console", "model", "grammar", "name", "disk",
    ] {
      #expect(report[name]?.status == "ok", "\(name): \(outcome.output)")
    }
    #expect(report["microphone"]?.what.hasPrefix("board: heard at 16000 Hz") == true)
    #expect(report["speech"]?.status == "ok")
    #expect(report["speech"]?.what.contains("1. e4  \"pawn to e four\"") == true)
    #expect(report["service"] != nil && report["power"] != nil)
    #expect(outcome.errors.contains("Say a move"))
  }

  /// It recognizes like the appliance: the whole background, the configured voice and caution.
  @Test func theDoctorRecognizesLikeTheAppliance() throws {
    let program = try Program()
    let device = try makeMicrophone(hearing: "4-castle", in: program)
    let config = try program.write(
      Self.panelless + "microphone: {device: \(device)}\nrecognition: {player: nobody}\n",
      as: "c.yaml")
    var outcome = try run(["doctor", "--json", "--speak", "-c", config], in: program)
    let told = try report(outcome).checks.filter { $0.name == "speech" }
    #expect(told.map(\.status) == ["warning", "warning"], "\(outcome.output)")
    #expect(told.first?.what.contains("nobody") == true)
    #expect(told.last?.what.hasPrefix("That is not legal here: castle kingside") == true)

    let cautious = try program.write(
      Self.panelless
        + "microphone: {device: \(try makeMicrophone(hearing: "1-pawn", in: program))}\n"
        + "recognition: {caution: 1}\n", as: "cautious.yaml")
    outcome = try run(["doctor", "--json", "--speak", "-c", cautious], in: program)
    let speech = try #require(try report(outcome)["speech"], "\(outcome.output)")
    let recognized = try program.end(
      of: program.start([
        "recognize", "-c", cautious, "--fen",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ScriptedInput.path("1-pawn"),
      ]))
    #expect((speech.status == "ok") == (recognized.status == 0), "\(speech) \(recognized)")
  }

  @Test func falseWakesInTheRoomAreMeasured() throws {
    let program = try Program()
    func name(_ settings: String) throws -> Report.Check? {
      let config = try program.write(Self.panelless + settings, as: "c.yaml")
      let outcome = try run(["doctor", "--json", "-c", config], in: program)
      return try report(outcome)["name"]
    }
    func name(hearing sound: [Int16]) throws -> Report.Check? {
      let device = try makeMicrophone(hearing: sound, for: 30, in: program)
      return try name("microphone: {device: \(device)}\nrecording: {start: name}\n")
    }
    // A move not addressed to it; then a radio with a chess program.
    let quiet = try name(hearing: Evaluator.samples(of: ScriptedInput.path("1-pawn")))
    #expect(quiet?.status == "ok")
    #expect(quiet?.what == "In 30 s, the room did not wake it; its name is \"chessboard\".")
    let radio = try name(hearing: Synthesizer.say("chessboard, pawn to e four", by: "rms"))
    #expect(radio?.status == "warning" && radio?.advice?.contains("radio") == true)
    #expect(radio?.what.hasSuffix("\"chessboard\": 1 times; moves or commands taken: 1.") == true)
    // The obstacles to the measurement.
    let lost = try name("microphone: {device: \"usb:ffff:0001\"}\nrecording: {start: both}\n")
    #expect(lost?.status == "ok" && lost?.what.contains("was not measured") == true)
    let unknown = try name("recording: {start: name, name: xyzzy}\n")
    #expect(unknown?.status == "failure" && unknown?.what.contains("xyzzy") == true)
    #expect(try name("")?.what.contains("recording.start is button") == true)
  }

  @Test func obstaclesAreReported() throws {
    let program = try Program()
    let config = try program.write(
      """
      microphone: {device: "usb:ffff:0001"}
      button: {line: "nochip:3"}
      console: {device: /dev/ttyNowhere}
      record: {directory: relative}
      recognition: {grammar: /nowhere.json}
      """, as: "c.yaml")
    let outcome = try run(["doctor", "--config", config], in: program)
    #expect(outcome.status == 1)
    for line in [
      "FAILURE  microphone    There is no microphone usb:ffff:0001.", "FAILURE  panel ",
      "FAILURE  console       There is no serial port /dev/ttyNowhere.", "FAILURE  disk ",
      "FAILURE  grammar ",
    ] {
      #expect(outcome.output.contains(line), "\(line): \(outcome.output)")
    }
    #expect(outcome.lines.last?.hasPrefix("Something keeps it from working") == true)
    #expect(outcome.errors == "")
  }

  @Test func configurationMistakesDoNotStopTheOtherChecks() throws {
    let program = try Program()
    let config = try program.write("button: {linne: 3}\n", as: "c.yaml")
    let report = try report(run(["doctor", "--json", "-c", config], in: program))
    #expect(!report.ok && report["configuration"]?.status == "failure")
    #expect(report["configuration"]?.what.contains("c.yaml:1:10: ") == true)
    #expect(report["model"]?.status == "ok")
  }

  @Test func levelShowsTheSound() throws {
    let program = try Program()
    let device = try makeMicrophone(hearing: "1-pawn", in: program)
    let outcome = try run(["level", "--microphone", device, "--seconds", "3"], in: program)
    #expect(outcome.status == 0 && outcome.lines.count == 3, "\(outcome.errors)")
    // The room, and half a second later the voice.
    #expect(outcome.lines.allSatisfy { $0.hasPrefix("[") && $0.contains(" dB  peak ") })
    #expect(outcome.lines[0] != outcome.lines[2])
    #expect(outcome.errors.contains("Hearing board: 16000 Hz"))
    let missing = try run(["level", "--microphone", "usb:ffff:0001"], in: program)
    #expect(missing.status == 1 && missing.errors.contains("usb:ffff:0001"))
    #expect(try run(["level", "--seconds", "0"], in: program).status == 2)
  }
}
