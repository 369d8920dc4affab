import Chess
import ChessLanguage
import Localization

/// Phrases of players' free words, in English and in their own language; the data files decide which
/// of them can also be said.
enum TypedPhrases {
  /// Each message lists phrases in lower case, with "; " between them.
  private static let all: KeyValuePairs<Interpretation, Message> = [
    .command(.ask(.check(nil))): Message(
      "is it check; is this check; is that check; was that check; is it mate; is it checkmate; is this mate; who is in check"
    ),
    .answer(.yes): Message(
      "ok; okay; yep; yup; sure; of course; certainly; correct; right; exactly; accept; accepted; I accept; agreed; I agree"
    ),
    .answer(.no): Message(
      "nope; nah; not yet; not really; no way; of course not; wrong; that is wrong; that's wrong; decline; declined; I decline; that was wrong; wrong move; that is not what I said; I did not say that; I didn't say that; that is not what I meant; I made a mistake; no I don't; no don't; forget it; forget that; cancel that; cancel it"
    ),
    .command(.moves): Message(
      "possible moves; legal moves; what can I play; what moves can I play; what moves are there; list moves; what are my options; what are my moves; what moves do I have; show me the moves; what can I do; show moves; show my moves; list my moves"
    ),
    .command(.last): Message(
      "last move; the last move; what was the last move; what was played; what is the last move; what did you just play; what was that move; show the last move; read the last move"
    ),
    .command(.status): Message(
      "who is to move; whose turn; who moves; who plays; my turn; your turn; am I to move; is it my move; is it your move; who has the move"
    ),
    .command(.status): Message("who won; who has won; result; what is the result"),
    .command(.status): Message("what move is it; which move is it; move number"),
    .command(.ask(.material)): Message(
      "who is ahead; who is winning; who is better; how am I doing; what is the score; score; am I winning; am I losing; am I ahead; count the pieces; count the material; how many points do I have"
    ),
    .command(.ask(.lastMoves(.max))): Message(
      "history; moves so far; the moves so far; list the moves; score sheet; scoresheet; read the moves; read me the moves"
    ),
    .command(.newGame): Message(
      "play again; another game; one more game; rematch; restart; start again; begin again; start a new game; reset; reset the board"
    ),
    .command(.players): Message(
      "who are you; who is my opponent; who am I playing; who is white; who is black; who plays white; who plays black"
    ),
    .command(.ask(.terms)): Message(
      "what color am I; what colour am I; which color am I; which colour am I; which side am I; which side do I play; am I white; am I black; what level are you; what level is it; which level is it"
    ),
    .command(.ask(.draw)): Message(
      "is it a draw; is this a draw; is it stalemate; is this stalemate; can I claim a draw; may I claim a draw; can a draw be claimed"
    ),
    .command(.status): Message(
      "how many moves; how many moves have we played; how many moves have been played; is it over; is the game over"
    ),
    .command(.ask(.mine)): Message(
      "what pieces do I have; which pieces do I have; which pieces do I have left; how many pieces do I have; what do I have left"
    ),
    .command(.show): Message(
      "read the position; describe the position; what is the position; what does the board look like"
    ),
    .command(.begin(GameSetUp(side: .white))): Message(
      "play as white; I play white; I want to play white; I want to be white; I take white; let me play white"
    ),
    .command(.begin(GameSetUp(side: .black))): Message(
      "play as black; I play black; I want to play black; I want to be black; I take black; let me play black"
    ),
    .command(.ask(.castling)): Message("can white castle; can black castle; who can castle"),
    .command(.ask(.time)): Message("time; how much time left; how much time is left"),
    .command(.ask(.time)): Message("how much time do I have; how much time do I have left"),
    .command(.undo): Message(
      "take it back; take that back; one move back; a move back; go back a move"
    ),
    .command(.repeatLast): Message(
      "say that again; once more; what did you say; can you repeat that; could you repeat that"
    ),
    .command(.repeatLast): whys,
    .command(.draw): Message("I offer a draw"),
    .command(.resign): Message("I give up; I resign the game; give up; I surrender; surrender"),
    .command(.help): Message("what can I type"),
    .command(.speak("en")): Message("talk English"),
  ]

  /// Questions for the reason of the last refusal.
  static let whys = Message("why; why not; why is that illegal; why is that not legal")
  /// A question about the player's own king.
  private static let ownCheck = Message("am I in check")

  /// The same with a square, for which "@" stands.
  private static let ofSquares:
    [(phrases: Message, question: @Sendable (Square) -> BoardQuestion)] = [
      (Message("what is on @; what is at @"), { .square($0) }),
      (Message("what attacks @; is @ attacked"), { .attackers($0) }),
      (Message("what defends @; is @ defended"), { .defenders($0) }),
    ]

  /// How a question begins whether something can be done.
  private static let abilities = Message("can I; may I; am I able to; can; why can't I")
  /// How one begins whether a move is legal, and the words that say so anywhere in it.
  private static let legalities = Message("is; is it; is it to; is the move")
  private static let legal = Message("legal; possible; allowed")
  /// More words than that.
  private static let longestAbility = 8

  /// The meaning of a player's typed text; nil if it has none. Accents, marks and capitals may be
  /// left out.
  static func meaning(
    of text: String, by player: Color, in translation: Translation
  ) -> Interpretation? {
    // "Who's ahead" is "who is ahead".
    let plain = TypedWords.words(of: text).replacing(" s ", with: " is ")
    guard !plain.isEmpty else { return nil }
    if TypedWords.lists(ownCheck, plain, translation) { return .command(.ask(.check(player))) }
    if let entry = all.first(where: { TypedWords.lists($0.value, plain, translation) }) {
      return entry.key
    }
    let tokens = TypedMove.tokens(of: text, in: translation).map { $0.lowercased() }
    guard let square = tokens.lazy.compactMap({ Square($0) }).first else { return nil }
    let asked = tokens.map { Square($0) == nil ? $0 : "@" }.joined(separator: " ")
    return ofSquares.first { TypedWords.lists($0.phrases, asked, translation) }
      .map { .command(.ask($0.question(square))) }
  }

  /// The words after "can I", or between "is" and "legal"; nil for other text.
  static func ability(in text: String, _ translation: Translation) -> String? {
    let all = text.split(whereSeparator: \.isWhitespace)
    let legal = TypedWords.spellings(of: legal, in: translation)
    let words = all.filter { !legal.contains(TypedWords.words(of: $0)) }
    let abilities = words.count < all.count ? legalities : abilities
    return words.indices.dropFirst().prefix(longestAbility).last { index in
      let beginning = TypedWords.words(of: words[..<index].joined(separator: " "))
      return TypedWords.lists(abilities, beginning, translation)
    }.map { TypedText.withoutMarks(words[$0...].joined(separator: " ")) }
  }
}

extension Color {
  /// The question whether this side resigns; without its mark, the player's own words.
  var resigns: Message { self == .white ? Message("white resigns?") : Message("black resigns?") }
}
