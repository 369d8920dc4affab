import ApplianceCore
import ChessLanguage
import FoundationEssentials
import LanguageModel
import Speech
import Testing

@testable import Doctor

@Suite("Model and phrases")
struct LanguageCheckTests {
  private struct Lost: Error, CustomStringConvertible {
    var description: String { "It is not there." }
  }

  private let made: MadeUpMachine

  init() throws {
    made = try MadeUpMachine()
    try made.write(ChessPhrases.moves().fileText, "chess.json")
    try made.write(ChessPhrases.dialogue().fileText, "dialogue.json")
  }

  private func checks(
    hasModel: Bool = true, _ change: (inout Configuration.Recognition) -> Void = { _ in }
  ) -> [Check] {
    var settings = Configuration().recognition
    change(&settings)
    let moves = "\(made.root)/chess.json"
    let dialogue = "\(made.root)/dialogue.json"
    return LanguageCheck(
      sources: LanguageSources(
        model: {
          guard hasModel, let model = AcousticModel.named("en_US") else { throw Lost() }
          return model
        }, moves: { moves }, dialogue: { dialogue },
        language: { model in
          try ChessLanguage(
            moves: CustomLanguageModelData(contentsOf: URL(filePath: moves)),
            dialogue: CustomLanguageModelData(contentsOf: URL(filePath: dialogue)),
            dictionary: model.pronunciations())
        }, handsFree: { _ in throw Lost() }, listener: { _ in throw Lost() }), settings: settings
    ).checks
  }

  @Test("as in this version")
  func well() {
    let checks = checks()
    #expect(checks.map(\.name) == ["model", "grammar", "grammar", "vocabulary"])
    #expect(checks.allSatisfy { $0.status == .ok }, "\(checks)")
  }

  @Test("edited, or from another version")
  func edited() throws {
    let text = ChessPhrases.moves().fileText
    try made.write(text.replacing("\"count\": 3000", with: "\"count\": 2999"), "chess.json")
    let checks = checks()
    #expect(checks.map(\.status) == [.ok, .warning, .ok, .ok])
    #expect(checks[1].what.contains("edited"))
    #expect(self.checks { $0.grammar = "own" }.allSatisfy { $0.status == .ok })
    try made.write(
      text.replacing("\"version\": \"1.0\"", with: "\"version\": \"0.9\""), "chess.json")
    #expect(self.checks()[1].what.contains("of version 0.9"))
  }

  @Test("broken", arguments: ["", "{", "{\"format\": 99}"])
  func broken(text: String) throws {
    try made.write(text, "dialogue.json")
    let checks = checks()
    #expect(checks.map(\.status) == [.ok, .failure])
    #expect(checks[1].what.contains("dialogue.json"))
  }

  @Test("no model")
  func noModel() {
    for (locale, model, advice) in [
      ("en_US", nil, "pocketsphinx-en-us"), ("de_DE", nil, "correct recognition.locale"),
      ("en_US", "/nowhere", "Correct recognition.model"),
    ] {
      let checks = checks(hasModel: false) {
        $0.locale = locale
        $0.model = model
      }
      #expect(checks.map(\.status) == [.failure])
      #expect(checks[0].advice?.contains(advice) == true)
    }
  }
}
