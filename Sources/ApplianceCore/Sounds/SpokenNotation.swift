import Chess

/// Turns the console's text into words that a voice can read.
package enum SpokenNotation {
  private static let pieces: [Character: String] = [
    "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king",
  ]
  private static let ranks = [
    "one", "two", "three", "four", "five", "six", "seven", "eight",
  ]

  /// A move in SAN: "Nbxd2+" is "knight b takes d two, check"; nil for any other text.
  package static func words(san: some StringProtocol) -> String? {
    var body = san.drop { _ in false }
    var ending = ""
    if let last = body.last, last == "+" || last == "#" {
      ending = last == "+" ? ", check" : ", checkmate"
      body = body.dropLast()
    }
    if body == "O-O" { return "castles kingside" + ending }
    if body == "O-O-O" { return "castles queenside" + ending }
    var words: [String] = []
    var promotion = ""
    if let sign = body.firstIndex(of: "=") {
      guard let piece = body[sign...].dropFirst().first.flatMap({ pieces[$0] }) else { return nil }
      promotion = ", promotes to a \(piece)"
      body = body[..<sign]
    }
    if let piece = body.first.flatMap({ pieces[$0] }) {
      words.append(piece)
      body = body.dropFirst()
    }
    guard body.count >= 2, Square(String(body.suffix(2))) != nil else { return nil }
    for character in body {
      switch character {
      case "x": words.append("takes")
      case "a"..."h": words.append(String(character).uppercased())
      case "1"..."8": words.append(ranks[Int(String(character)).map { $0 - 1 } ?? 0])
      default: return nil
      }
    }
    return words.joined(separator: " ") + promotion + ending
  }

  /// A console line with moves in words, without move numbers and result: "1... Nf6  Stockfish".
  package static func words(line: String) -> String {
    let results = ["1-0", "0-1", "1/2-1/2"]
    let words = line.split(separator: " ").filter { !results.contains(String($0)) }
    return words.enumerated().compactMap { index, word -> String? in
      let plain = word.filter { $0 != "\"" && $0 != "(" && $0 != ")" }
      let core = plain.prefix { !",.;:?".contains($0) }
      if let move = Self.words(san: core) { return move + plain.dropFirst(core.count) }
      let isNumber = !core.isEmpty && core.allSatisfy(\.isNumber) && plain.last == "."
      let isOfMove = isNumber && index + 1 < words.count && isMove(words[index + 1])
      return isOfMove ? nil : plain
    }.joined(separator: " ")
  }

  private static func isMove(_ word: Substring) -> Bool {
    words(san: word.prefix { !",.;:?\"".contains($0) }) != nil
  }

  /// Where the pieces are, one side after the other: "White: king E one, … Black: …".
  package static func words(of position: Position) -> String {
    Color.allCases.map { color in
      let pieces = [PieceKind.king, .queen, .rook, .bishop, .knight, .pawn].flatMap { kind in
        position.squares(of: color, kind).map { square in
          "\(kind.name) \(words(san: "\(square)") ?? "\(square)")"
        }
      }
      return "\(color == .white ? "White" : "Black"): " + pieces.joined(separator: ", ") + "."
    }.joined(separator: " ")
  }
}
