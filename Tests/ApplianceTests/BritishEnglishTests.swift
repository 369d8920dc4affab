import Chess
import ChessLanguage
import FoundationEssentials
import LanguageModel
import Speech
import TestSupport
import Testing

/// The British pack's additions to the American dictionary.
@Suite(.tags(.speech), .skippable(.speech), .timeLimit(.patientMinutes(2)))
struct BritishEnglishTests {
  private func language() throws -> ChessLanguage {
    let pack = try #require(LanguagePack.named(LanguageModel.Locale(identifier: "en_GB")))
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    let dictionary = try #require(model.dictionary)
    func data(_ subject: String) throws -> CustomLanguageModelData {
      try CustomLanguageModelData(contentsOf: URL(filePath: pack.file(subject)))
    }
    return try ChessLanguage(
      moves: data("chess"), dialogue: data("dialogue"),
      dictionary: PronunciationDictionary(contentsOf: URL(filePath: dictionary)))
  }

  @Test func wordsHaveTheirBritishVariants() throws {
    let pronunciations = try language().lexicon.pronunciations
    for (word, variants) in [
      // As in "day" and "die".
      ("a", ["EY", "AY"]), ("eight", ["EY T", "AY T"]), ("takes", ["T EY K S", "T AY K S"]),
      // With and without "h".
      ("h", ["EY CH", "HH EY CH"]), ("hotel", ["HH OW T EH L", "OW T EH L"]),
      // With and without "r".
      ("four", ["F AO", "F AO R"]), ("charlie", ["CH AA L IY", "CH AA R L IY"]),
      ("captures", ["K AE P CH AH Z", "K AE P CH ER Z"]),
      // South and north.
      ("castle", ["K AA S AH L", "K AE S AH L"]), ("one", ["W AH N", "W AA N"]),
      ("three", ["TH R IY", "F R IY"]), ("rook", ["R UH K", "R UW K"]),
    ] as [(String, [String])] {
      let known = (pronunciations[word] ?? []).map { $0.joined(separator: " ") }
      for variant in variants { #expect(known.contains(variant), "\(word): \(known)") }
    }
  }

  @Test func takesAndCapturesMeanTheSame() throws {
    let position = try Position(
      fen: "rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2")
    let bound = try language().bound(to: .position(position))
    for phrase in ["knight takes e five", "knight captures e five", "knight captures pawn"] {
      guard
        case .moves(let moves) = bound.interpret(phrase.split(separator: " ").map(String.init))
      else {
        Issue.record("\(phrase)")
        continue
      }
      #expect(moves.map(\.uci) == ["f3e5"], "\(phrase)")
    }
  }
}
