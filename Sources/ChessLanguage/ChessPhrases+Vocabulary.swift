import LanguageModel

extension ChessPhrases {
  static let pieces = ["pawn", "knight", "bishop", "rook", "queen", "king"]
  static let files = "abcdefgh".map { String($0) }
  static let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
  private static let spelling = [
    "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel",
  ]

  /// The words for pieces and squares, shared by moves and dialogue.
  struct MoveWords: CustomLanguageModelData.TemplateInsertable {
    func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator) {
      for piece in pieces { Class(piece, [piece]).insert(generator: generator) }
      for (file, name) in zip(files, spelling) {
        Class("file-\(file)", [file, name]).insert(generator: generator)
      }
      for (number, word) in numbers.enumerated() {
        Class("rank-\(number + 1)", [word]).insert(generator: generator)
      }
      let anyPiece = pieces.map { "<\($0)>" }
      let anyFile = files.map { "<file-\($0)>" }
      let anyRank = (1...8).map { "<rank-\($0)>" }
      let classes = [
        Class("by-pawn", [""]), Class("capturing", [""]),
        Class("kingside-castle", Self.castling("kingside", "king side", "short")),
        Class("queenside-castle", Self.castling("queenside", "queen side", "long")),
        Class("piece", anyPiece),
        Class("captured", anyPiece.dropLast()),
        Class("promotion", ["<queen>", "<rook>", "<bishop>", "<knight>"]),
        Class("from-file", anyFile), Class("from-rank", anyRank),
        Class("file", anyFile), Class("rank", anyRank),
        Class("square", ["<file> <rank>"]),
        Class("promotion-rank", ["<rank-1>", "<rank-8>"]),
        Class("to", ["", "to"]), Class("the", ["", "the"]),
        Class("takes", ["takes", "captures", "takes on", "captures on"]),
        Class("standing", ["on", "from"]),
        Class(
          "promotes", ["", "equals", "promotes to", "promote to", "promotes to a", "becomes a"]),
      ]
      for definition in classes { definition.insert(generator: generator) }
    }

    private static func castling(_ side: String, _ apart: String, _ length: String) -> [String] {
      [
        "castle \(side)", "castles \(side)", "castle \(length)", "castles \(length)",
        "\(length) castle", "castling \(side)", "castle \(apart)", "\(side) castle", "castle",
        "castles", "I castle \(side)", "castle on the \(side)", "castle to the \(side)",
        "castle on the \(apart)", "castling \(length)", "\(side) castling",
      ]
    }
  }

  /// The words used only in moves.
  struct MoveVocabulary: CustomLanguageModelData.TemplateInsertable {
    func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator) {
      let homes = ["rook", "knight", "bishop"]
      let queenside = zip(files, homes).map {
        Class("home-\($0)", ["queen \($1)", "queen's \($1)"])
      }
      let kingside = zip(files.reversed(), homes).map {
        Class("home-\($0)", ["king \($1)", "king's \($1)"])
      }
      let classes =
        queenside + [Class("home-d", ["queen"]), Class("home-e", ["king"])] + kingside + [
          Class("home-file", files.map { "<home-\($0)>" }),
          Class("home-rank", (1...8).map { "<rank-\($0)>" }),
          Class("take", ["take", "capture", "I take", "I'll take", "take on", "capture on"]),
          Class("my", ["", "the", "my"]),
          Class(
            "move",
            [
              "move", "move the", "move my", "I move the", "I move my", "put the", "put my",
              "bring the", "bring my", "push the", "push my",
            ]),
          Class("onto", ["to", "on"]),
          Class("goes", ["goes", "moves", "comes"]),
          Class(
            "please",
            [
              "please", "okay", "now", "play", "I play", "I'll play", "let's play",
              "I want to play", "I would like to play", "my move is", "my", "the", "and",
              "and then", "so", "then", "um", "push", "well", "all right",
            ]),
          Class("en-passant", ["en passant"]),
          Class("check", ["check", "with check"]), Class("mate", ["mate", "checkmate"]),
          Class("ending", ["", "<check>", "<mate>"]),
        ]
      for definition in classes { definition.insert(generator: generator) }
    }
  }
}
