import Foundation
import Sound
import TestSupport
import Testing

/// Clips: recognized, dictated and demonstrated.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct RecognizeCommandTests {
  @Test func clipsAreRecognized() async throws {
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

  @Test func theSuppliedPhrasesAreFound() throws {
    let outcome = try Program().run("recognize", try ScriptedInput.path("4-castle"))
    #expect(outcome.status == 0 && outcome.output.hasSuffix(": castle kingside\n"))
  }

  /// In all of flite's voices.
  @Test(arguments: [
    ("can I castle kingside", "Yes: O-O"), ("don't castle kingside", "That has no meaning here"),
    ("castle kingside", "1. O-O"),
  ])
  func onlyTheMoveCastles(words: String, answer: String) throws {
    let program = try Program()
    let clips = try ["awb", "kal16", "rms", "slt"].map { voice in
      let clip = program.folder.appending(path: "\(voice).wav").path
      let samples = try Synthesizer.say(words, by: voice)
      try AudioFile.write(AudioBuffer(format: .speech, samples: samples), to: clip)
      return clip
    }
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    let lines = try program.end(of: program.start(["recognize", "--fen", fen] + clips)).lines
    #expect(lines.count == clips.count)
    for (line, clip) in zip(lines, clips) {
      #expect(line.hasPrefix("\(clip): \(answer)"), "\(line)")
    }
  }

  @Test func anyWordsCanBeDictated() throws {
    let program = try Program()
    let outcome = try program.run("recognize", "--dictate", "--json", ScriptedInput.path("6-queen"))
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.lines.count == 1 && outcome.output.contains(#"text":"queen "#), "\(outcome.output)")
  }

  @Test func aFileWithoutResultDoesNotStopTheOthers() async throws {
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

  @Test func demoNeedsNoKeyboard() async throws {
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

  @Test func demoPlaysAGame() throws {
    let outcome = try Program().run("demo")
    #expect(outcome.status == 0, "\(outcome.errors)")
    for text in [
      "Albin Countergambit", "> Nd2", "Which move?", "> 1", "4. Ngf3", "5. e4",
      "4  . . P p(P). . .",
    ] {
      #expect(outcome.output.contains(text), "\(text) is missing in: \(outcome.output)")
    }
    // An illegal move was refused.
    #expect(outcome.output.contains("( ) available  (-) recording"))
  }
}
