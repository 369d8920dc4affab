import ChessLanguage
import FoundationEssentials
import LanguageModel
import Speech
import Testing

@testable import Doctor

@Suite("Model and words")
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

  private func checks(hasModel: Bool = true, isOwn: Bool = false) -> [Check] {
    let moves = "\(made.root)/chess.json"
    let dialogue = "\(made.root)/dialogue.json"
    return LanguageCheck(
      sources: LanguageSources(
        hasOwnMoves: isOwn,
        model: {
          guard hasModel, let model = AcousticModel.named("en_US") else { throw Lost() }
          return model
        }, moves: { moves }, dialogue: { dialogue },
        language: { model in
          try ChessLanguage(
            moves: CustomLanguageModelData(contentsOf: URL(filePath: moves)),
            dialogue: CustomLanguageModelData(contentsOf: URL(filePath: dialogue)),
            dictionary: model.pronunciations())
        })
    ).checks
  }

  @Test("as this version has them")
  func well() {
    let checks = checks()
    #expect(checks.map(\.name) == ["model", "grammar", "grammar", "vocabulary"])
    #expect(checks.allSatisfy { $0.status == .ok }, "\(checks)")
  }

  @Test("edited, or of another version")
  func edited() throws {
    let text = ChessPhrases.moves().fileText
    try made.write(text.replacing("\"count\": 3000", with: "\"count\": 2999"), "chess.json")
    let checks = checks()
    #expect(checks.map(\.status) == [.ok, .warning, .ok, .ok])
    #expect(checks[1].what.contains("edited"))
    #expect(self.checks(isOwn: true).allSatisfy { $0.status == .ok })
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
    let checks = checks(hasModel: false)
    #expect(checks.map(\.status) == [.failure])
    #expect(checks[0].advice?.contains("pocketsphinx-en-us") == true)
  }
}
