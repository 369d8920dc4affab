import ApplianceCore
import DeviceIO
import Dialogue
import Foundation
import Microphone
import TestSupport
import Testing

@testable import Appliance

/// A whole game by ear: a synthetic voice speaks into the appliance's microphone, and espeak-ng
/// gets the answers.
@Suite(
  .tags(.speech, .slow), .skippable(.speech), .skippable(.slow), .timeLimit(.patientMinutes(2)))
struct BlindGameTests {
  private static let howTo = " Say yes or no, or press twice for yes."

  /// The player's words, or none, and all answers.
  private static let turns: [(said: String, answers: [String])] = [
    ("i am peter", ["White: Peter."]),
    ("five minutes", ["A new game. 5 minutes each.", "White to move."]),
    ("pawn to f three", ["F three?" + howTo]), ("yes", ["F three.", "Barnes Opening."]),
    // A press without a word is a yes.
    ("pawn to e five", ["E five?" + howTo]), ("", ["E five."]),
    ("what is on e five", ["E five: black pawn."]),
    ("slower", ["140 words per minute."]),
    // The third time, it does not explain how to answer.
    ("pawn to g three", ["G three?"]), ("no pawn to g four", ["G four?"]),
    ("yes", ["G four."]),
    ("clock", ["Clock: white 5 minutes, black 3 minutes 55 seconds."]),
    ("the diagonal d eight h four", ["Diagonal D eight to H four: D eight black queen."]),
    (
      "where are my pawns",
      ["Pawns: E five, A seven, B seven, C seven, D seven, F seven, G seven, H seven."]
    ),
    ("queen to h four", ["queen H four, checkmate?"]),
    (
      "yes",
      [
        "queen H four, checkmate.", "Barnes Opening: Fool's Mate.",
        "Game over: checkmate, black wins.",
      ]
    ),
  ]

  @Test func aGameIsPlayedByEar() async throws {
    let scratch = try ScratchDirectory()
    let heard = scratch.path + "/heard"
    // Records its arguments, and speaks.
    let program = "#!/bin/sh\necho \"$*\" >>\(heard)\nexec espeak-ng \"$@\"\n"
    try DurableDirectory(scratch.path).replace("voice", with: Array(program.utf8))
    let path = scratch.path + "/voice"
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    var settings = Configuration()
    settings.record.directory = scratch.path + "/games"
    settings.confirm = true
    settings.sounds = .speech
    settings.speech.program = path
    let time = ManualClock()
    let bench = try Bench(
      Self.turns.map { .said($0.said) },
      conversation: try GameConversation.english(settings, clock: time),
      announcer: Announcer(
        Recorder(), synthesizer: settings.synthesizer, log: Log(level: .error)))
    /// The texts for espeak-ng, with its options.
    func told() -> [String] {
      let text = (try? String(contentsOfFile: heard, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").map(String.init)
    }
    var expected = ["White to move.", "Ready: press and speak."]
    func answersCome(_ line: String) async {
      await Patience.wait(for: "\(line): \(expected.suffix(3)), heard \(told().suffix(3))") {
        told().count >= expected.count
      }
    }
    await bench.becomesAvailable()
    await answersCome("the start")
    for (said, answers) in Self.turns {
      if said == "clock" { time.advance(by: .seconds(65)) }
      bench.button.press()
      await bench.message { said.isEmpty ? $0 == .recording : $0.isPartial }
      bench.button.press()
      await bench.tailPasses()
      expected += answers
      await answersCome(said)
      await bench.becomesAvailable()
    }
    let words = told().map { $0.split(separator: " -- ", maxSplits: 1).last.map(String.init) ?? "" }
    #expect(words == expected)
    // Speed and voice are given too.
    let slower = told().firstIndex { $0.hasSuffix("140 words per minute.") } ?? 0
    for (index, line) in told().enumerated() {
      #expect(line.hasPrefix("--stdout -v en-us -s \(index < slower ? 160 : 140) -- "), "\(line)")
    }
    try await bench.end()
    let record = try String(contentsOfFile: scratch.path + "/games/current.pgn", encoding: .utf8)
    for part in [
      "[White \"Peter\"]", "[Termination \"normal\"]", "[TimeControl \"300+0\"]", "1. f3 ", " g4 ",
      "Qh4# {[%clk 0:03:55]} 0-1",
    ] {
      #expect(record.contains(part), "\(record)")
    }
    guard let transcript = ProcessInfo.processInfo.environment["SPOKENMOVE_TRANSCRIPT"] else {
      return
    }
    let lines = Self.turns.flatMap { turn in
      ["> \(turn.said.isEmpty ? "(nothing)" : turn.said)"] + turn.answers.map { "  \($0)" }
    }
    try lines.joined(separator: "\n").write(toFile: transcript, atomically: true, encoding: .utf8)
  }
}
