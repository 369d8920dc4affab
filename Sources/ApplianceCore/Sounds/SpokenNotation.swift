import Chess
import Dialogue
import Localization

/// Turns the console's text into words that a voice can read.
package struct SpokenNotation {
  /// The language of the words.
  package let translation: Translation

  /// Words in a language.
  package init(_ translation: Translation = .english) { self.translation = translation }

  /// A move in SAN: "Nbxd2+" is "knight B takes D two, check"; nil for any other text.
  package func words(san: some StringProtocol) -> String? {
    Self.message(san: san)?.text(in: translation)
  }

  private static func message(san: some StringProtocol) -> Message? {
    var body = san.drop { _ in false }
    var parts: [Message] = []
    if let last = body.last, last == "+" || last == "#" {
      parts.append(last == "+" ? Message("check") : Message("checkmate"))
      body = body.dropLast()
    }
    if body == "O-O" {
      parts.insert(Message("castles kingside"), at: 0)
    } else if body == "O-O-O" {
      parts.insert(Message("castles queenside"), at: 0)
    } else {
      if let sign = body.firstIndex(of: "=") {
        guard let piece = body[sign...].dropFirst().first.flatMap(piece) else { return nil }
        parts.insert(Message("promotes to a \(piece)"), at: 0)
        body = body[..<sign]
      }
      guard let journey = journey(body) else { return nil }
      parts.insert(journey, at: 0)
    }
    return .joined(parts, separator: ", ")
  }

  /// Which piece goes where: "Nbxd2".
  private static func journey(_ san: some StringProtocol) -> Message? {
    var words: [Message] = []
    var body = san.drop { _ in false }
    if let piece = body.first.flatMap(piece) {
      words.append(piece)
      body = body.dropFirst()
    }
    guard body.count >= 2, Square(String(body.suffix(2))) != nil else { return nil }
    for character in body {
      switch character {
      case "x": words.append(Message("takes"))
      case "a"..."h": words.append(.verbatim(character.uppercased()))
      default:
        guard let rank = Int(String(character)), (1...8).contains(rank) else { return nil }
        words.append(SpokenRank.message(rank - 1))
      }
    }
    return .joined(words)
  }

  private static func piece(_ letter: Character) -> Message? {
    guard letter.isUppercase, let kind = PieceKind(letter: letter), kind != .pawn else {
      return nil
    }
    return kind.message
  }

  /// A message with moves in words.
  package func words(_ message: Message) -> String {
    words(line: message.text(in: translation, letters: .english))
  }

  /// A console line with moves in words, without move numbers and result: "1... Nf6  Stockfish".
  package func words(line: String) -> String {
    let results = ["1-0", "0-1", "1/2-1/2"]
    let words = line.split { $0 == " " || $0 == "\n" }.filter { !results.contains(String($0)) }
    return words.enumerated().compactMap { index, word -> String? in
      let plain = word.filter { $0 != "\"" && $0 != "(" && $0 != ")" }
      let core = plain.prefix { !",.;:?".contains($0) }
      if let move = self.words(san: core) { return move + plain.dropFirst(core.count) }
      let isNumber = !core.isEmpty && core.allSatisfy(\.isNumber) && plain.last == "."
      let isOfMove = isNumber && index + 1 < words.count && Self.isMove(words[index + 1])
      return isOfMove ? nil : plain
    }.joined(separator: " ")
  }

  private static func isMove(_ word: Substring) -> Bool {
    message(san: word.prefix { !",.;:?\"".contains($0) }) != nil
  }

  /// Where the pieces are, one side after the other: "White: king E one, … Black: …".
  package func words(of position: Position) -> String {
    let sides = Color.allCases.map { color in
      let pieces = [PieceKind.king, .queen, .rook, .bishop, .knight, .pawn].flatMap { kind in
        position.squares(of: color, kind).map { square in
          let place = Self.journey("\(square)") ?? .verbatim("\(square)")
          return Message.joined([kind.message, place])
        }
      }
      let list = Message.joined(pieces, separator: ", ")
      return color == .white ? Message("White: \(list).") : Message("Black: \(list).")
    }
    return Message.joined(sides).text(in: translation)
  }
}
