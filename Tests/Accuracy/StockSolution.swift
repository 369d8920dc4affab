import Appliance
import Chess
import ChessLanguage
import Sound
import Speech

/// The stock solution that one builds in a day: PocketSphinx with its default settings, the
/// position's grammar, and the first hypothesis. The grammar is the appliance's own.
final class StockSolution {
  private let decoder: StockDecoder
  private let language: ChessLanguage

  init(model: AcousticModel, language: ChessLanguage) throws {
    decoder = try StockDecoder(model: model)
    self.language = language
  }

  /// The recognized words, and the accepted meaning: a move in UCI, or another one.
  func hear(_ test: EvaluationCase) throws -> (meaning: String?, answer: StockDecoder.Answer) {
    let bound = language.bound(to: .position(test.position))
    try decoder.use(bound.grammar, language.lexicon)
    let answer = decoder.hear(try AudioFile.speech(in: test.audio))
    let meaning: String? =
      switch bound.interpret(answer.words) {
      case .nothing, .illegal: nil
      case .moves(let moves): moves.count == 1 ? moves.first?.uci : nil
      case .correction(let moves): moves.count == 1 ? moves.first?.uci : nil
      case .command, .opening, .answer, .notation: "another"
      }
    return (meaning, answer)
  }
}
