import Chess
import ChessLanguage

/// What a player may have meant, by any of its phrases.
struct Meaning: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    /// The legal moves that the words fit.
    case moves([Move])
    case notation([SpokenMove])
    case command(Command)
    /// The moves that the words fit in the place of the last one.
    case correction([Move])
    case opening(SpokenOpening)
    case answer(Answer)
  }

  var content: Content
  var claims = Claims()
  /// The likeliest words for it.
  var text: String
  /// From 0 to 1: the sum over its phrases; typed text is certain.
  var confidence = 1.0

  /// The move, if it is one; the first if there are several.
  var move: Move? {
    switch content {
    case .moves(let moves), .correction(let moves): moves.first
    default: nil
    }
  }

  /// The phrases' meanings, each once, the likeliest first; meaningless phrases are left out.
  static func merged(_ phrases: [InterpretedPhrase]) -> [Meaning] {
    var meanings: [Meaning] = []
    for heard in phrases {
      var claims = Claims()
      let content: Content
      switch heard.meaning {
      case .nothing: continue
      case .moves(let moves, let said):
        guard !moves.isEmpty else { continue }
        content = .moves(moves)
        claims = said
      case .notation(let moves): content = .notation(moves)
      case .command(let command): content = .command(command)
      case .correction(let moves): content = .correction(moves)
      case .opening(let opening): content = .opening(opening)
      case .answer(let answer): content = .answer(answer)
      }
      if let index = meanings.firstIndex(where: { $0.content == content }) {
        meanings[index].confidence = min(1, meanings[index].confidence + heard.confidence)
      } else {
        meanings.append(
          Meaning(
            content: content, claims: claims, text: heard.phrase.text,
            confidence: heard.confidence))
      }
    }
    // A stable sort: equals keep the decoder's order.
    return meanings.enumerated()
      .sorted { ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset) }
      .map(\.element)
  }
}
