import Chess
import ChessLanguage
import Localization

/// Typed questions that no phrase asks.
extension ChessDialogue {
  private static let fillers = Message("the; a; is; are; s; please; now; of")
  /// Words of questions; the first word of each list stands for the others.
  private static let words = [
    Message("what; who; which; anything"), Message("where"), Message("on; at"),
    Message("attacks; attack; attacking"),
    Message("attacked; threatened; safe; danger; threat; threats"),
    Message("defends; defend; defending; protects; protecting; guards"),
    Message("defended; protected"), Message("hanging"), Message("pieces; piece"),
    Message("empty; free; occupied"), Message("have; has"), Message("captured; taken"),
    Message("how"),
    Message("my; mine; I"), Message("your; you; opponent; opponents; computer"),
    Message("white; whites"), Message("black; blacks"),
  ]
  private static let ownLastMove = Message("what did I just play; what have I just played")
  private static let ordinals = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
  ]
  private static let shortOrdinals = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"]

  /// Answers a question such as "is my queen attacked" or "where is your king"; nil for other
  /// words.
  mutating func readQuestion(_ text: String) -> [Response]? {
    let fillers = TypedWords.spellings(of: Self.fillers, in: translation)
    let standards = questionWords
    let kinds = PieceKind.named(in: translation)
    let words = TypedMove.tokens(of: text, in: translation).map { $0.lowercased() }
    var (square, kind, side, line): (Square?, PieceKind?, Color?, Int?)
    // A mark stands for each subject: "where is your king" is "where $ #".
    var pattern = words.enumerated().compactMap { index, word -> String? in
      if index + 1 < words.count, words[index + 1] == "file", let named = Square(word + "1") {
        line = named.file
        return "|"
      }
      if let named = Square(word) {
        square = named
        return "@"
      }
      if let named = kinds[word] {
        kind = named
        return "#"
      }
      if fillers.contains(word) { return nil }
      let standard = standards[word] ?? word
      if let named = self.side(standard) {
        side = named
        return "$"
      }
      let ranks = [Self.ordinals, Self.shortOrdinals, SpokenRank.all, (1...8).map(String.init)]
      if let rank = ranks.compactMap({ $0.firstIndex(of: word) }).first {
        line = rank
        return "%"
      }
      return switch standard {
      case "was", "did", "many": nil
      case "does": "do"
      default: standard
      }
    }.joined(separator: " ")
      // As in "pièces blanches".
      .replacing("# $", with: "$ #").replacing("pieces $", with: "$ pieces")
      // "My knight on f3" is its square.
      .replacing("$ # on @", with: "@").replacing("# on @", with: "@").replacing("@ #", with: "@")
    // As in "¿está atacada mi dama?".
    for state in ["attacked", "defended", "hanging"] where pattern.hasPrefix(state + " ") {
      pattern = pattern.dropFirst(state.count + 1) + " " + state
    }
    // "¿Cuántos peones tengo?" names no side.
    if pattern == "how # have" { side = player }
    let squares =
      square.map { [$0] } ?? side.flatMap { side in
        kind.map { game.position.squares(of: side, $0) }
      } ?? []
    let pieces = side.flatMap { side in kind.map { [BoardQuestion.sidesPieces(side, $0)] } } ?? []
    // "Is my queen attacked" without a queen.
    let missing = squares.isEmpty ? pieces : []
    if TypedWords.lists(Self.ownLastMove, TypedWords.words(of: text), translation) {
      // Between two people, whoever has just moved asks.
      (pattern, side) = ("$ last move", opponent == nil ? player.opponent : player)
    }
    let questions: [BoardQuestion]
    var count: Message?
    switch pattern {
    case "it $ turn": return carryOut(.status, Meaning(.command(.status), text: text))
    case "what $ play", "what $ $ play", "what $ move", "what $ last move", "$ last move":
      var report = CommandReport(command: .last, text: text, confidence: 1)
      report.lines = [side.flatMap(lastMove)].compactMap(\.self)
      if report.lines.isEmpty, !game.moves.isEmpty {
        report.answer =
          side == .white ? Message("White has not moved yet.") : Message("Black has not moved yet.")
      }
      return [.command(report)]
    case "opening", "what opening", "what opening this", "what opening it", "what this opening",
      "what name this opening", "what opening we playing":
      var report = CommandReport(command: .last, text: text, confidence: 1)
      report.lines = [
        Openings.opening(of: game).map { .openingName($0.name) }
          ?? Message("This is no known opening.")
      ]
      return [.command(report)]
    case "what on @", "what pieces on @", "there pieces on @", "what @", "@ empty":
      questions = squares.map { .square($0) }
    case "@ attacked", "$ # attacked", "@ attacks", "$ # attacks", "what attacks @",
      "what attacks $ #", "what pieces attacks @":
      questions = squares.map { .attackers($0) } + missing
    case "@ defended", "$ # defended", "what defends @", "what defends $ #":
      questions = squares.map { .defenders($0) } + missing
    case "where #": questions = kind.map { [.pieces($0)] } ?? []
    case "where $ #", "$ #": questions = pieces
    case "how # do $ have", "how # $ have", "how # have $", "how # have":
      questions = pieces
      count = .verbatim("\(squares.count).")
    case "$ pieces", "where $ pieces", "what $ pieces", "list $ pieces", "read $ pieces":
      questions = side.map { [.side($0)] } ?? []
    case "% rank", "what on % rank", "what on rank %": questions = line.map { [.rank($0)] } ?? []
    case "what on | file", "| file": questions = line.map { [.file($0)] } ?? []
    case "$ in check", "$ # in check", "# in check": questions = [.check(side)]
    case "how much time do $ have": questions = [.time]
    case "what have $ captured", "what $ captured", "what # have $ captured":
      let lines = [captures(by: side ?? player)]
      return [
        .command(
          CommandReport(command: .ask(.material), text: text, confidence: 1, lines: lines))
      ]
    default: return readDanger(pattern, of: side ?? player, text)
    }
    guard let question = questions.first else { return nil }
    var report = CommandReport(command: .ask(question), text: text, confidence: 1)
    report.lines = [count].compactMap(\.self) + questions.flatMap(answers)
    return [.command(report)]
  }

  /// Answers a question about pieces in danger, "what is attacked", "am I in danger" or "are any of
  /// my pieces hanging"; nil for other words. A hanging piece is attacked and not defended.
  private func readDanger(_ pattern: String, of side: Color, _ text: String) -> [Response]? {
    let words = pattern.split(separator: " ")
    guard let danger = words.last, ["attacked", "hanging"].contains(danger), words.count > 1,
      words.dropLast().allSatisfy({ ["what", "any", "$", "pieces", "am", "in"].contains($0) })
    else { return nil }
    let position = game.position
    let squares = Square.all.filter { square in
      position.piece(at: square)?.color == side
        && !position.attackers(of: square, by: side.opponent).isEmpty
        && (danger == "attacked" || position.attackers(of: square, by: side).isEmpty)
    }
    let question = squares.first.map { BoardQuestion.attackers($0) } ?? .side(side)
    var report = CommandReport(command: .ask(question), text: text, confidence: 1)
    let none =
      switch (danger, side) {
      case ("attacked", .white): Message("No white piece is attacked.")
      case ("attacked", .black): Message("No black piece is attacked.")
      case (_, .white): Message("No white piece is attacked and undefended.")
      case (_, .black): Message("No black piece is attacked and undefended.")
      }
    report.lines = squares.flatMap { answers(to: .attackers($0)) }
    if danger == "attacked", side == position.sideToMove, let mate = threatenedMate {
      report.lines.insert(Message("Mate is threatened: \(Message.notation(mate))."), at: 0)
    }
    if report.lines.isEmpty { report.lines = [none] }
    return [.command(report)]
  }

  /// A move with which the opponent would mate if it were its turn; nil if there is none.
  private var threatenedMate: String? {
    guard !game.position.isCheck else { return nil }
    let other = game.position.afterNullMove
    return other.legalMoves.first { other.applying($0).isCheckmate }.map(other.san)
  }

  /// The words that stand for others in questions, by these.
  var questionWords: [String: String] { TypedWords.standards(of: Self.words, in: translation) }

  /// The side that one of the words of questions names, for this player.
  func side(_ word: String?) -> Color? {
    switch word {
    case "my": player
    case "your": player.opponent
    case "white": .white
    case "black": .black
    default: nil
    }
  }
}
