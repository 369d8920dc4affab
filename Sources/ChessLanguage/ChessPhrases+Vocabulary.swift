import LanguageModel

extension ChessPhrases {
  static let pieces = ["pawn", "knight", "bishop", "rook", "queen", "king"]
  static let files = "abcdefgh".map { String($0) }
  static let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
  /// What people say now and then, by class; it is understood but never suggested.
  private static let rare = [
    "knight": ["horse", "horsey"],
    "to": ["back to", "down to", "up to", "over to", "across to", "into"],
    "takes": ["take", "capture", "grabs", "will take", "is taking"],
    "that": ["that", "your"],
    "goes": ["goes back", "is going", "will go"],
    "promotes": ["turns into a", "and becomes a", "becomes", "make it a", "promoting to a"],
    "check": ["that's check", "and check", "and that's check", "and it's check", "giving check"],
    "mate": [
      "that's mate", "and mate", "and that's mate", "and that is mate", "that's checkmate",
      "and checkmate", "and that's checkmate",
    ],
  ]
  /// A class with its usual and its rare words.
  private static func words(_ name: String, _ usual: [String]) -> Class {
    Class(name, usual + rare[name, default: []])
  }

  private static let spelling = [
    "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel",
  ]

  /// The words for pieces and squares, shared by moves and dialogue.
  struct MoveWords: CustomLanguageModelData.TemplateInsertable {
    func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator) {
      for piece in pieces {
        words(piece, [piece]).insert(generator: generator)
      }
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
        words("to", ["", "to"]), Class("the", ["", "the"]),
        words("takes", ["takes", "captures", "takes on", "captures on"]),
        Class("standing", ["on", "from"]),
        words(
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
    private static let openers = [
      "please", "okay", "okay so", "okay then", "okay the", "okay I'll", "right", "all right",
      "well", "well I think", "so", "so the", "then", "then the", "and", "and the", "and then",
      "now", "now the", "um", "let's", "let's go", "let me", "I", "I'll", "I will", "I'll just",
      "I'm going to", "I'm gonna", "I want to", "I'd like to", "I would like to", "I think",
      "I think I'll", "I believe it's", "I suppose", "I guess", "could you", "could you please",
      "can you", "can you please", "would you", "would you please", "play", "okay play", "I play",
      "I'll play", "I'm going to play", "I think I'll play", "let's play", "I want to play",
      "I'd like to play", "I would like to play", "my move is", "the", "my", "just", "I'll go",
      "let's have", "from", "move from", "let's just", "I'm just going to", "I'm just gonna",
      "gonna", "how about", "what about", "right then", "right my", "just the", "okay my",
      "okay let's", "okay I think I'll", "okay I'm going to", "okay I'm gonna", "let me see",
      "you know what", "I would like to move my", "check", "check with the", "check with my",
    ]

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
          Class("by-rook", [""]), Class("castle", ["the castle", "my castle"]),
          Class("promote", ["promote to", "promote to a", "make a", "make it a"]),
          words("that", ["", "the"]),
          Class(
            "move",
            ["move", "put", "bring", "push", "advance", "retreat", "slide", "swing", "drop"]),
          Class("ahead", ["", "forward", "up"]),
          Class("one-square", ["one square", "one square forward", "up one square"]),
          Class("two-squares", ["two squares", "two squares forward", "up two squares", "two"]),
          Class("onto", ["to", "on", "back to", "over to", "up to", "down to", "across to"]),
          words("goes", ["goes", "moves", "comes"]),
          // Before any move, and after it.
          Class("opener", Self.openers),
          Class("courtesy", ["please", "now", "thanks", "thank you", "if you please"]),
          Class("en-passant", ["en passant", "in passing"]),
          words("check", ["check", "with check"]),
          words("mate", ["mate", "checkmate"]),
          Class("ending", ["", "<check>", "<mate>", "<courtesy>"]),
          Class("only-heard", rare.values.joined().sorted()),
        ]
      for definition in classes { definition.insert(generator: generator) }
    }
  }
}
