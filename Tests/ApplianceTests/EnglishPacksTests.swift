import Chess
import ChessLanguage
import FoundationEssentials
import LanguageModel
import Speech
import TestSupport
import Testing

/// The English packs' additions to the American dictionary.
@Suite(.tags(.speech), .skippable(.speech), .timeLimit(.patientMinutes(2)))
struct EnglishPacksTests {
  private func language(_ locale: String) throws -> ChessLanguage {
    let pack = try #require(LanguagePack.named(LanguageModel.Locale(identifier: locale)))
    let model = try #require(AcousticModel.named("en_US"), "install pocketsphinx-en-us")
    let dictionary = try #require(model.dictionary)
    func data(_ subject: String) throws -> CustomLanguageModelData {
      try CustomLanguageModelData(contentsOf: URL(filePath: pack.file(subject)))
    }
    return try ChessLanguage(
      moves: data("chess"), dialogue: data("dialogue"),
      dictionary: PronunciationDictionary(contentsOf: URL(filePath: dictionary)))
  }

  /// As players of many countries say them.
  private static let everywhere = [
    ("bishop", ["B IH SH AH P", "B IH SH AA P", "B IY SH AA P"]),
    ("four", ["F AO R", "F AO", "F OW ER"]), ("knight", ["N AY T", "N OY T"]),
    ("rook", ["R UH K", "R UW K"]), ("six", ["S IH K S", "S IY K S"]),
    ("castle", ["K AE S AH L", "K AA S AH L"]),
    ("captures", ["K AE P CH ER Z", "K AE P CH AH Z"]), ("black", ["B L AE K", "B L AA K"]),
    ("rank", ["R AE NG K", "R AA NG K"]), ("can", ["K AE N", "K AH N", "K IH N"]),
  ]

  private static let british = [
    // As in "day" and "die".
    ("a", ["EY", "AY"]), ("eight", ["EY T", "AY T"]), ("takes", ["T EY K S", "T AY K S"]),
    // With and without "h".
    ("h", ["EY CH", "HH EY CH"]), ("hotel", ["HH OW T EH L", "OW T EH L"]),
    // With and without "r".
    ("charlie", ["CH AA L IY", "CH AA R L IY"]),
    // South and north.
    ("one", ["W AH N", "W AA N"]), ("three", ["TH R IY", "F R IY"]),
  ]

  @Test(arguments: [("en_US", []), ("en_GB", british)])
  func wordsHaveTheirVariants(locale: String, more: [(String, [String])]) throws {
    let pronunciations = try language(locale).lexicon.pronunciations
    for (word, variants) in Self.everywhere + more {
      let known = (pronunciations[word] ?? []).map { $0.joined(separator: " ") }
      for variant in variants { #expect(known.contains(variant), "\(locale), \(word): \(known)") }
    }
  }

  @Test func takesAndCapturesMeanTheSame() throws {
    let position = try Position(
      fen: "rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2")
    let bound = try language("en_GB").bound(to: .position(position))
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
