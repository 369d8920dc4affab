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
  ///   - avoided: Moves that were taken back or declined, by their position; they are unlikely to be
  ///     meant again.
  public func meanings(
    after last: Move?, avoiding avoided: [Position.Key: Set<Move>] = [:]
  ) -> Meanings {
    // An offered move is as likely by its name as by its number.
    let preferences =
      (position.map { self.preferences(in: $0, after: last, avoiding: avoided) } ?? [:])
      .merging(choices.map { ($0.move, 1) }) { $1 }
    let isQuestion =
      switch listening {
      case .position, .anyMove: false
      case .confirmation, .choice: true
      }
    let corrections =
      (isQuestion ? nil : correctable).map { wrong in
        self.preferences(in: wrong.position, after: nil, avoiding: avoided)
          .merging([wrong.move: Self.absurdity]) { $1 }
      } ?? [:]
    return Meanings(
      background: CompiledLanguageModel(grammar: language.everything, lexicon: language.lexicon)
    ) { words in
      let parses = language.templates.parses(of: words)
      let meaning = interpret(parses)
      guard meaning != .nothing else { return nil }
      var preference = meaning.preference(by: preferences, corrections, isQuestion: isQuestion)
      if case .moves(let moves) = meaning, contradict(parses, moves) {
        preference += Self.contradiction
      }
      return Meanings.Interest(meaning, preference: preference, isAllowed: meaning.isPossible)
    }
  }

  /// What a false "check" adds to the log-likelihood of a move.
  private static let contradiction = log(0.75)

  /// The factor on a move's likelihood once it was taken back or declined.
  private static let repetition = 0.1

  /// The likelihood of a correction to what was played.
  private static let absurdity = 0.02

  /// By how much each legal move of a position is likelier than average to be chosen.
  private func preferences(
    in position: Position, after last: Move?, avoiding avoided: [Position.Key: Set<Move>]
  ) -> [Move: Double] {
    let plausibility = MovePlausibility(of: position, after: last)
    let count = Double(plausibility.moves.count)
    let avoided = avoided[position.key] ?? []
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

  fileprivate func preference(
    by preferences: [Move: Double], _ corrections: [Move: Double], isQuestion: Bool
  ) -> Double {
    func likelihood(of moves: [Move], by preferences: [Move: Double]) -> Double {
      let likelihood = moves.compactMap { preferences[$0] }.reduce(0, +)
      return likelihood > 0 ? log(likelihood) : 0
    }
    return switch self {
    case .moves(let moves): likelihood(of: moves, by: preferences)
    case .command, .opening: preferences.isEmpty || isQuestion ? 0 : Self.besidesMoves
    case .correction(let moves) where !isQuestion && !preferences.isEmpty:
      Self.besidesMoves + likelihood(of: moves, by: corrections)
    default: 0
    }
  }
}
