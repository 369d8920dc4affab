import ApplianceCore
import ChessLanguage
import TestSupport
import Testing

@testable import Doctor

@Suite("Model and phrases")
struct LanguageCheckTests {
  private let made: MadeUpMachine

  init() throws { made = try MadeUpMachine() }

  private func check(_ change: (inout Configuration) -> Void = { _ in }) -> LanguageCheck {
    var configuration = Configuration()
    change(&configuration)
    return LanguageCheck(configuration: configuration)
  }

  @Test("this version's model and phrases pass")
  func well() {
    let checks = check().checks
    #expect(checks.map(\.name) == ["model", "grammar", "grammar", "vocabulary"])
    #expect(checks.allSatisfy { $0.status == .ok }, "\(checks)")
  }

  @Test("edited phrases are reported as edited")
  func edited() throws {
    let text = ChessPhrases.moves().fileText
    let file = "\(made.root)/chess.json"
    try made.write(text.replacing("\"count\": 3000", with: "\"count\": 2999"), "chess.json")
    func found(isOwn: Bool = false) throws -> Check {
      try #require(LanguageCheck.edited(file, isOwn: isOwn, builtIn: ChessPhrases.moves()))
    }
    #expect(try found().status == .warning)
    #expect(try found().what.contains("edited"))
    #expect(try found(isOwn: true).status == .ok)
    try made.write(
      text.replacing("\"version\": \"1.0\"", with: "\"version\": \"0.9\""), "chess.json")
    #expect(try found().what.contains("of version 0.9"))
    #expect(check { $0.recognition.grammar = file }.checks.allSatisfy { $0.status == .ok })
  }

  @Test("broken phrases are reported", arguments: ["", "{", "{\"format\": 99}"])
  func broken(text: String) throws {
    try made.write(text, "own.json")
    let checks = check { $0.recognition.grammar = "\(made.root)/own.json" }.checks
    #expect(checks.map(\.status) == [.ok, .failure])
    #expect(checks[1].what.contains("own.json"))
  }

  @Test("a missing model is reported")
  func noModel() {
    let checks = check { $0.recognition.model = "/nowhere" }.checks
    #expect(checks.map(\.status) == [.failure])
    #expect(checks[0].advice?.contains("Correct recognition.model") == true)
    #expect(check().modelAdvice.contains("pocketsphinx-en-us"))
    #expect(
      check { $0.recognition.locale = "de_DE" }.modelAdvice.contains("correct recognition.locale"))
  }
}
