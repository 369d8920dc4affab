import Chess
import Dialogue
import Localization

/// Converts the console's text to words for a voice.
package struct SpokenNotation {
  /// The language of the words.
  package let translation: Translation
  private let letters: SpokenLetters

  /// A converter for a language, with its way of saying letters.
  package init(_ translation: Translation = .english, letters: SpokenLetters = .plain) {
    self.translation = translation
    self.letters = letters
  }

  /// A move in SAN: "Nbxd2+" is "knight B takes D two, check"; nil for any other text.
  package func words(san: some StringProtocol) -> String? {
    message(san: san)?.text(in: translation)
  }

  private func message(san: some StringProtocol) -> Message? {
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
        guard let piece = body[sign...].dropFirst().first.flatMap(Self.piece) else { return nil }
        parts.insert(Message("promotes to a \(piece)"), at: 0)
        body = body[..<sign]
      }
      guard let journey = journey(body) else { return nil }
      parts.insert(journey, at: 0)
    }
    return .joined(parts, separator: ", ")
  }

  /// The piece and its destination: "Nbxd2".
  private func journey(_ san: some StringProtocol) -> Message? {
    var words: [Message] = []
    var body = san.drop { _ in false }
    if let piece = body.first.flatMap(Self.piece) {
      words.append(piece)
      body = body.dropFirst()
    }
    // "exd" is a move too; "de" is a word of some languages.
    guard Square(String(body.suffix(2))) != nil || body.contains("x"), MovePattern(san: body) != nil
    else { return nil }
    for character in body {
      switch character {
      case "x": words.append(Message("takes"))
      case "a"..."h": words.append(letters.message(Square("\(character)1")?.file ?? 0))
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

  /// A message, with moves in words.
  package func words(_ message: Message) -> String {
    words(line: message.text(in: translation, letters: .english))
  }

  /// The marks around quoted moves, in all languages.
  private static let marks: Set<Character> = ["\"", "(", ")", "„", "“", "”", "«", "»", "‘", "’"]

  /// A console line, with moves in words, without move numbers and result: "1... Nf6  Stockfish".
  package func words(line: String) -> String {
    let results = ["1-0", "0-1", "1/2-1/2"]
    // A voice pauses at a comma, not at a bracket.
    let words = line.replacing(" (", with: ", ").split { $0 == " " || $0 == "\n" }
      .filter { !results.contains(String($0)) }
    return words.enumerated().compactMap { index, word -> String? in
      let plain = Self.withoutMarks(word)
      let core = plain.prefix { !",.;:?".contains($0) }
      if let move = self.words(san: core) { return move + plain.dropFirst(core.count) }
      if let time = time(plain) { return time }
      let last = index > 0 ? words[index - 1] : ""
      let end = plain.dropFirst(core.count)
      let rest = words.dropFirst(index + 1)
      if let file = file(core, after: last, before: rest, isLast: !end.isEmpty || rest.first == ":")
      {
        return file + end
      }
      let isNumber = !core.isEmpty && core.allSatisfy(\.isNumber) && plain.last == "."
      let isOfMove = isNumber && index + 1 < words.count && isMove(words[index + 1])
      return isOfMove || plain.isEmpty ? nil : plain
    }.joined(separator: " ")
  }

  private func isMove(_ word: Substring) -> Bool {
    message(san: Self.withoutMarks(word).prefix { !",.;:?".contains($0) }) != nil
  }

  private static func withoutMarks(_ word: Substring) -> String {
    word.filter { !marks.contains($0) }
  }

  /// A lone letter of a square or file, as it is spoken: the "e" of "e four", "e takes d five", "rook
  /// e to", "rook e d one" and "e:"; nil for any other word.
  private func file(
    _ word: some StringProtocol, after last: Substring, before rest: ArraySlice<Substring>,
    isLast: Bool
  ) -> String? {
    guard word.count == 1, let file = Square("\(word)1")?.file else { return nil }
    let next = rest.first?.filter { $0.isLetter || $0.isNumber } ?? ""
    let isBeforeLetter = Square("\(next)1") != nil
    // Elsewhere "e" may be "and" after a piece, and "a" may be "to" before a square.
    let isOrigin =
      translation == .english
      ? isBeforeLetter || isPiece(last)
      : isBeforeLetter && word != "a" && rest.dropFirst().first.map(isRank) == true
    let isFile =
      isLast || isOrigin || isRank(next[...]) || next == "captures"
      || next == Message("takes").text(in: translation)
    return isFile ? letters.message(file).text(in: translation) : nil
  }

  private func isRank(_ word: Substring) -> Bool {
    let plain = word.filter { $0.isLetter || $0.isNumber }
    return (0..<8).contains { SpokenRank.message($0).text(in: translation) == plain }
  }

  /// Whether a word is a piece's name in English.
  private func isPiece(_ word: Substring) -> Bool {
    PieceKind.allCases.map(\.name).contains(Self.withoutMarks(word).lowercased())
  }

  /// A clock's time in words, "5:00" as "5 minutes"; nil for any other word.
  private func time(_ word: String) -> String? {
    let core = word.prefix { $0.isNumber || $0 == ":" }
    let parts = core.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let minutes = parts[0], let seconds = parts[1],
      (0...9_999).contains(minutes), (0..<60).contains(seconds)
    else { return nil }
    let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
    var said: [Message] = []
    if hours > 0 { said.append(hours == 1 ? Message("one hour") : Message("\(hours) hours")) }
    if rest > 0 { said.append(rest == 1 ? Message("one minute") : Message("\(rest) minutes")) }
    if seconds > 0 || said.isEmpty {
      said.append(seconds == 1 ? Message("one second") : Message("\(seconds) seconds"))
    }
    return Message.joined(said).text(in: translation) + word.dropFirst(core.count)
  }

  /// The pieces and their squares, one side after the other: "White: king E one, … Black: …".
  package func words(of position: Position) -> String {
    let sides = Color.allCases.map { color in
      let pieces = [PieceKind.king, .queen, .rook, .bishop, .knight, .pawn].flatMap { kind in
        position.squares(of: color, kind).map { square in
          let place = journey("\(square)") ?? .verbatim("\(square)")
          return Message.joined([kind.message, place])
        }
      }
      let list = Message.joined(pieces, separator: ", ")
      return color == .white ? Message("White: \(list).") : Message("Black: \(list).")
    }
    return Message.joined(sides).text(in: translation)
  }
}
