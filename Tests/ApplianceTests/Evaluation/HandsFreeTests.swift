import Chess
import ChessLanguage
import Foundation
import LanguageModel
import Speech
import TestSupport
import Testing

@testable import Appliance

/// Measurements of the hands-free path.
@Suite struct HandsFreeTests {
  @Test func aManifestIsRead() throws {
    let list = HandsFreeManifest(
      Data(
        """
        {"audio": "an hour.wav", "said": [{"at": 3.5, "uci": "e2e4"}, {"at": 9, "command": "undo"}, {"at": 12, "uci": "e2e4"}]}

        {"audio": "/b.wav", "said": [], "fen": "8/8/8/8/8/8/8/K6k w - - 0 1"}
        """.utf8), file: "there/list.jsonl")
    #expect(list.problems.isEmpty)
    try #require(list.cases.count == 2)
    #expect(list.cases[0].audio == "there/an hour.wav")
    let pawn = try #require(Move(uci: "e2e4"))
    #expect(
      list.cases[0].said == [
        .init(at: 3.5, expectation: .move(pawn)),
        .init(at: 9, expectation: .command(.undo)),
        .init(at: 12, expectation: .move(pawn)),
      ])
    #expect(list.cases[1].line == 3 && list.cases[1].said.isEmpty)
    #expect(list.cases[1].position.fen == "8/8/8/8/8/8/8/K6k w - - 0 1")
  }

  @Test(arguments: [
    #"[]"#, #"{"said": []}"#, #"{"audio": "a.wav"}"#, #"{"audio": "", "said": []}"#,
    #"{"audio": "a.wav", "said": [{"at": 1}]}"#,
    #"{"audio": "a.wav", "said": [{"at": 1, "uci": "e9e4"}]}"#,
    #"{"audio": "a.wav", "said": [{"at": 1, "uci": "e2e4", "command": "undo"}]}"#,
    #"{"audio": "a.wav", "said": [{"at": 2, "uci": "e2e4"}, {"at": 1, "uci": "e7e5"}]}"#,
    #"{"audio": "a.wav", "said": [{"at": -1, "uci": "e2e4"}]}"#,
    #"{"audio": "a.wav", "said": [], "fen": "no"}"#,
    #"{"audio": "a.wav", "said": [{"at": 1, "uci": "e2e5"}]}"#,
    #"{"audio": "a.wav", "said": [{"at": 1, "uci": "e2e4"}, {"at": 2, "uci": "d2d4"}]}"#,
  ]) func mistakesInAManifestAreReported(line: String) {
    let list = HandsFreeManifest(Data((line + "\n").utf8), file: "list.jsonl")
    #expect(list.cases.isEmpty)
    #expect(list.problems.map(\.line) == [1])
  }

  @Test func aWrongLineIsContrastedWithOneRightForm() throws {
    let program = try Program()
    let lines = #"{"audio": "a.wav"}"# + "\n" + #"{"audio": "a.wav", "said": []"#
    let outcome = try program.run(
      "evaluate", "--hands-free", try program.write(lines, as: "m.jsonl"))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("m.jsonl:1: not an object such as {\"audio\": \"hour.wav\""))
    #expect(outcome.errors.contains("m.jsonl:2: not a JSON object: \",\" or \"}\" is expected"))
    #expect(!outcome.errors.contains("one.wav"), "\(outcome.errors)")
  }

  @Test func aPhraseAfterTheRecordingIsAFaultOfTheLine() throws {
    let program = try Program()
    let clip = try ScriptedInput.path("1-pawn")
    let line = #"{"audio": "\#(clip)", "said": [{"at": 500, "uci": "e2e4"}]}"#
    let outcome = try program.run(
      "evaluate", "--hands-free", "--json", try program.write(line, as: "m.jsonl"))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("m.jsonl:1: \"at\" is 500.0, and "), "\(outcome.errors)")
    #expect(outcome.lines.last?.contains(#""said":0"#) == true, "\(outcome.output)")
  }

  @Test func figuresFitOnOneLine() {
    var figures = HandsFreeFigures()
    (figures.hours, figures.said, figures.right, figures.wrong) = (2, 10, 7, 1)
    (figures.falseAccepts, figures.falseWakes, figures.processorSeconds) = (1, 2, 72)
    figures.latencies = [0.5]
    #expect(
      figures.line
        == #"{"hours":2,"false_accepts":1,"false_wakes":2,"missed":2,"right":7,"wrong":1,"said":10,"#
        + #""processor_share":0.01,"latency_ms":{"median":500,"p95":500,"max":500}}"#)
  }

  @Test func namesHavePronunciations() throws {
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    let (locale, dictionary) = (
      LanguageModel.Locale(identifier: "en_US"), try model.pronunciations()
    )
    let name = try SpokenName("chessboard", locale: locale, dictionary: dictionary)
    #expect(name.pronunciations == [["CH", "EH", "S", "B", "AO", "R", "D"]])
    let two = try SpokenName("Hello board", locale: locale, dictionary: dictionary)
    #expect(two.pronunciations.allSatisfy { $0.suffix(4) == ["B", "AO", "R", "D"] })
    #expect(two.pronunciations.count == 2, "each way to say hello")
    let own = try SpokenName(
      "Zugzwang", sounds: "t s u g t s v A N", locale: locale, dictionary: dictionary)
    #expect(own.text == "Zugzwang" && own.pronunciations.first?.first == "T")
    #expect(throws: LanguageModelError.self) {
      try SpokenName("Zugzwang", locale: locale, dictionary: dictionary)
    }
    #expect(throws: LanguageModelError.self) {
      try SpokenName("x", sounds: "q9q", locale: locale, dictionary: dictionary)
    }
  }
}
