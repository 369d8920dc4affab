import ChessLanguage

/// A phrase that may have been said, and its meaning, interpreted once.
struct InterpretedPhrase: Sendable, Hashable {
  var phrase: HeardPhrase
  /// What it means here.
  let meaning: Interpretation
  /// The moves that it says if it means nothing here.
  let otherMoves: [SpokenMove]

  init(_ phrase: HeardPhrase, in bound: BoundLanguage) {
    self.phrase = phrase
    meaning = phrase.words.isEmpty ? .nothing : bound.interpret(phrase.words)
    otherMoves = meaning == .nothing ? bound.notation(of: phrase.words) : []
  }

  var confidence: Double { phrase.confidence }
}
