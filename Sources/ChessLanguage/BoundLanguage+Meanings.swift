import Chess
import Glibc
import LanguageModel

extension BoundLanguage {
  /// The meanings of the phrases that can be said here, for the recognizer.
  ///
  /// Computes the legal moves' plausibility, which takes a millisecond; after that, the recognizer
  /// only looks up results.
  ///
  /// - Parameters:
  ///   - last: The previous move, which affects the plausibility of the next.
  ///   - avoided: Moves that were taken back or declined here, and are unlikely to be meant again.
  public func meanings(after last: Move?, avoiding avoided: Set<Move> = []) -> Meanings {
    let preferences = preferences(after: last, avoiding: avoided)
    let isQuestion =
      switch listening {
      case .position, .anyMove: false
      case .confirmation, .choice: true
      }
    return Meanings(
      background: CompiledLanguageModel(grammar: language.everything, lexicon: language.lexicon)
    ) { words in
      let meaning = interpret(words)
      guard meaning != .nothing else { return nil }
      var preference = meaning.preference(by: preferences, isQuestion: isQuestion)
      if case .moves(let moves) = meaning, contradict(words, moves) {
        preference += Self.contradiction
      }
      return Meanings.Interest(meaning, preference: preference, isAllowed: meaning.isPossible)
    }
  }

  /// What a false "check" adds to the log-likelihood of a move.
  private static let contradiction = log(0.75)

  /// The factor on a move's likelihood once it was taken back or declined.
  private static let repetition = 0.1

  /// By how much each legal move is likelier than average to be chosen; empty if no game is
  /// followed.
  private func preferences(after last: Move?, avoiding avoided: Set<Move>) -> [Move: Double] {
    guard let position else { return [:] }
    let plausibility = MovePlausibility(of: position, after: last)
    let count = Double(plausibility.moves.count)
    return Dictionary(
      plausibility.moves.map { move, probability in
        (move, probability * count * (avoided.contains(move) ? Self.repetition : 1))
      }, uniquingKeysWith: max)
  }
}

extension Interpretation {
  /// The preference of commands, corrections and named openings. They are rare, but few resemble a
  /// move.
  private static let besidesMoves = 0.5

  fileprivate func preference(by preferences: [Move: Double], isQuestion: Bool) -> Double {
    switch self {
    case .moves(let moves) where !preferences.isEmpty:
      let likelihood = moves.compactMap { preferences[$0] }.reduce(0, +)
      return likelihood > 0 ? log(likelihood) : 0
    case .command, .correction, .opening:
      return preferences.isEmpty || isQuestion ? 0 : Self.besidesMoves
    default: return 0
    }
  }
}
