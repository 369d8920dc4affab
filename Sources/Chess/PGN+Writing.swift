extension PGN {
  /// The game in export format: the seven tags first, the movetext in lines of at most 79
  /// characters, and a line end last.
  ///
  /// Only a single long word of a comment or a long tag can make a line longer.
  public var text: String {
    var text = ""
    for tag in exportedTags {
      text += "[\(tag.name) \"\(PGN.escaped(tag.value))\"]\n"
    }
    text += "\n"
    var column = 0
    for token in tokens {
      let length = token.count
      // A line must not begin with "%": readers would skip it as an escape line.
      if column > 0, column + 1 + length > 79, token.first != "%" {
        text += "\n"
        column = 0
      }
      if column > 0 {
        text += " "
        column += 1
      }
      text += token
      column += length
    }
    return text + "\n"
  }

  /// The same as ``text``.
  public var description: String { text }

  private var exportedTags: [Tag] {
    var result = PGN.sevenTags.map { Tag($0.name, self[tag: $0.name] ?? $0.unknown) }
    result[result.count - 1].value = game.result.rawValue
    let derived: Set = ["Result", "SetUp", "FEN", PGN.terminationTag, PGN.reasonTag]
    var written = Set(PGN.sevenTags.map(\.name)).union(derived)
    for tag in tags where PGN.isTagName(tag.name) && written.insert(tag.name).inserted {
      result.append(tag)
    }
    if game.start != .start {
      result.append(Tag("SetUp", "1"))
      result.append(Tag("FEN", game.start.fen))
    }
    if let termination { result.append(Tag(PGN.terminationTag, termination)) }
    if let outcome = game.declaredOutcome, outcome != .recorded(winner: outcome.winner) {
      result.append(Tag(PGN.reasonTag, outcome.description))
    }
    return result
  }

  /// The standard's word for how the game ended; nil if the record does not say.
  private var termination: String? {
    switch game.outcome {
    case .recorded, nil: self[tag: PGN.terminationTag]
    case .time: PGN.timeForfeit
    case .checkmate, .resignation, .draw: "normal"
    }
  }

  private var tokens: [String] {
    var tokens = PGN.words(ofComment: comments[0])
    // Black's move needs its number if anything comes between it and White's.
    var needsNumber = true
    for (index, san) in game.sans.enumerated() {
      let before = game.positions[index]
      if before.sideToMove == .white {
        tokens.append("\(before.fullmoveNumber).")
      } else if needsNumber {
        tokens.append("\(before.fullmoveNumber)...")
      }
      tokens.append(san)
      for glyph in glyphs[index + 1] ?? [] { tokens.append("$\(glyph)") }
      let comment = PGN.words(ofComment: comments[index + 1])
      tokens += comment
      needsNumber = !comment.isEmpty
    }
    tokens.append(game.result.rawValue)
    return tokens
  }

  private static func words(ofComment comment: String?) -> [String] {
    guard let comment else { return [] }
    // A comment ends at its first "}", which cannot be escaped.
    var words = comment.split(whereSeparator: \.isWhitespace).map { word in
      String(word.map { $0 == "}" ? ")" : $0 })
    }
    guard !words.isEmpty else { return [] }
    words[0] = "{" + words[0]
    words[words.count - 1] += "}"
    return words
  }

  private static func escaped(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      let isControl = scalar.properties.generalCategory == .control
      result.unicodeScalars.append(isControl ? " " : scalar)
    }
    return result
  }

  static func isTagName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(PGNReader.isNameByte)
  }
}
