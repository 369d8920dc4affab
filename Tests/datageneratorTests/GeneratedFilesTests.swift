import ChessLanguage
import FoundationEssentials
import LanguageModel
import TestSupport
import Testing

@testable import datagenerator

@Suite("grammars/en_US")
struct GeneratedFilesTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "grammars/en_US")
  private let dictionary: PronunciationDictionary

  init() throws {
    dictionary = try PronunciationDictionary(
      contentsOf: URL(filePath: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"))
  }

  @Test("The committed files match the generator's")
  func upToDate() throws {
    let generated = try GeneratedFiles(dictionary: dictionary)
    #expect(generated.files.count == 6)
    for (name, text) in generated.files {
      let committed = try String(
        contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      #expect(committed == text, "\(name) is out of date: run \"swift run datagenerator\"")
    }
  }

  @Test(
    "People's phrases are in the committed data file",
    arguments: [
      "knight f three", "knight to f three", "knight takes f three", "knight captures f three",
      "knight takes bishop", "knight g one f three", "knight g one to f three",
      "g one f three", "g one to f three", "g one takes f three", "knight b d two",
      "knight b takes d two", "rook one e two", "e four", "pawn e four", "pawn to e four",
      "pawn e two e four", "pawn e two to e four", "e takes d five", "e d five",
      "pawn takes d five", "e eight queen", "e eight equals queen", "e eight promotes to queen",
      "e eight promotes to a queen", "e takes d eight equals queen", "castle kingside",
      "castles kingside", "castling kingside", "castle queenside", "castle king side",
      "castle short", "castles long", "short castle", "long castle",
      "e takes d six en passant", "knight f three check", "knight f three with check",
      "queen h seven checkmate", "queen h seven mate", "move the knight to f three",
      "knight goes to f three", "take d five with the knight", "knight on g one to f three",
      "queen bravo to bravo two checkmate", "rook g to f one", "b three takes a four",
      "pawn e seven to e eight promotes to queen check", "pawn c seven c five",
      "bishop takes foxtrot four", "knight to king bishop three",
      "Play the Albin counter gambit", "Play the Winawer variation", "Play the Tartakower",
    ])
  func sayable(phrase: String) throws {
    let phrases = try Self.movePhrases.get()
    #expect(phrases.contains(SpokenText.words(in: phrase)))
  }

  @Test(
    "Other phrases are not in the committed data file",
    arguments: [
      "knight", "f knight three", "knight f nine", "knight to", "check", "knight takes king",
      "e eight equals king", "play", "castle tomorrow", "i would like a coffee",
    ])
  func unsayable(phrase: String) throws {
    let phrases = try Self.movePhrases.get()
    #expect(!phrases.contains(SpokenText.words(in: phrase)))
  }

  // Compiled once for all phrases.
  private static let movePhrases = Result {
    try Grammar.Phrases(
      CompiledLanguageModel(
        CustomLanguageModelData(contentsOf: folder.appending(path: "chess.json")),
        dictionary: PronunciationDictionary(
          contentsOf: URL(filePath: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"))
      ).grammar)
  }

  @Test("Editing the data file changes the phrases")
  func editing() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "chess.json"), encoding: .utf8)
    let edited = text.replacing(#""knight": ["#, with: #""knight": ["pony", "#)
    #expect(edited != text)
    let model = try CompiledLanguageModel(
      CustomLanguageModelData(fileBytes: edited.utf8), dictionary: dictionary)
    #expect(model.grammar.accepts(["pony", "takes", "f", "three"]))
    #expect(model.lexicon.pronunciations["pony"] != nil)
  }

  @Test("Common forms count more than coordinates")
  func counts() throws {
    let phrases = try Self.movePhrases.get()
    func weight(_ text: String) throws -> Double {
      try #require(phrases.weight(of: SpokenText.words(in: text)))
    }
    let common = try ["knight f three", "knight to f three", "e four", "knight takes f three"].map(
      weight)
    let coordinates = try ["g one f three", "f two f four", "g one takes f three"].map(weight)
    #expect(try #require(common.min()) > #require(coordinates.max()) + 2)
  }
}
