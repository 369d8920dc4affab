import LanguageModel

extension ChessPhrases {
  static let pieces = ["pawn", "knight", "bishop", "rook", "queen", "king"]
  static let files = "abcdefgh".map { String($0) }
  static let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
  /// What people say now and then, by class; it is understood but never suggested, nor shown while
  /// they speak.
  private static let rare = [
    "knight": ["horse", "horsey"],
    "to": [
      "back to", "down to", "up to", "over to", "across to", "into", "all the way to",
      "all the way up to", "all the way down to", "away to", "out to", "forward to",
    ],
    "takes": [
      "take", "capture", "grabs", "will take", "is taking", "eats", "gets", "wins", "picks up",
      "kills", "gobbles", "gobbles up", "snatches", "removes", "knocks off", "cuts", "chops",
      "collects", "can take", "takes back on", "takes back", "swaps on", "swaps off", "exchanges",
      "exchanges on", "trades on", "trades",
    ],
    "that": ["that", "your", "his"],
    "goes": [
      "goes back", "is going", "will go", "steps", "jumps", "hops", "slides", "heads", "runs",
      "swings", "drops", "retreats", "drops back", "advances", "pushes",
    ],
    "promotes": [
      "turns into a", "and becomes a", "becomes", "make it a", "promoting to a", "promotes into a",
      "turns into", "is a", "and makes a", "and I want a", "make a", "and take a",
      "and promotes to a", "and turns into a", "and promotes to",
    ],
    "promote": [
      "promoting to", "promoting to a", "I want a", "turn it into a", "get a",
      "make me a", "I'd like a",
    ],
    "take": ["I'm taking", "I am taking", "I'll have", "grab", "win", "eat"],
    "move": ["go with", "develop", "send", "shift", "jump", "throw", "shove", "run"],
    "courtesy": [
      "I think", "I guess", "I suppose", "I believe", "I reckon", "sir", "my friend", "my dear",
      "dear", "then", "sorry", "I'm afraid", "done", "if I may", "that's it",
      "there", "here", "maybe", "for me", "let's go", "simply",
    ],
    "check": [
      "that's check", "and check", "and that's check", "and it's check", "giving check",
      "check <courtesy>",
    ],
    "mate": [
      "that's mate", "and mate", "and that's mate", "and that is mate", "that's checkmate",
      "and checkmate", "and that's checkmate", "mate <courtesy>", "checkmate <courtesy>",
    ],
  ]
  /// A class with its usual and its rare words.
  private static func words(_ name: String, _ usual: [String]) -> Class {
    Class(name, usual + rare[name, default: []])
  }

  /// The names of files in the spelling alphabet; and in FIDE's rules for blind players.
  private static let spelling = [
    ("alpha", "Anna"), ("bravo", "Bella"), ("charlie", "Cesar"), ("delta", "David"),
    ("echo", "Eva"), ("foxtrot", "Felix"), ("golf", "Gustav"), ("hotel", "Hector"),
  ]

  /// The words for pieces and squares, shared by moves and dialogue.
  struct MoveWords: CustomLanguageModelData.TemplateInsertable {
    func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator) {
      for piece in pieces {
        words(piece, [piece]).insert(generator: generator)
      }
      for (file, names) in zip(files, spelling) {
        // Most people say the letter.
        Class("file-\(file)", [file, file, names.0, names.1]).insert(generator: generator)
      }
      for (number, word) in numbers.enumerated() {
        Class("rank-\(number + 1)", [word]).insert(generator: generator)
      }
      let anyPiece = pieces.map { "<\($0)>" }
      let anyFile = files.map { "<file-\($0)>" }
      let anyRank = (1...8).map { "<rank-\($0)>" }
      let classes = [
        Class("by-pawn", [""]), Class("capturing", [""]),
        Class(
          "kingside-castle",
          Self.castling("kingside", "king side", "short") + ["do castling", "castling"]),
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
        "castle on the \(length) side", "castle \(length) side", "castle the \(length) side",
        "I castle \(length)", "make the \(length) castling", "do the \(length) castling",
      ]
    }
  }

  /// The words used only in moves.
  struct MoveVocabulary: CustomLanguageModelData.TemplateInsertable {
    /// Before any move, alone or one of each.
    private static let interjections = [
      "okay", "right", "all right", "well", "so", "then", "now", "and", "and then", "um", "uh",
      "please", "oh", "ah", "yeah", "sorry", "okay so", "so now", "right then", "right so",
      "let me see", "let's see", "you know what", "okay then",
    ]
    private static let both = "<interjection> <lead>"
    private static let leads = [
      "the", "my", "I", "I'll", "I will", "I'm going to", "I'm gonna", "I want to", "I'd like to",
      "I would like to", "I think", "I think the", "I think my", "I think I'll", "I believe",
      "I believe I'll", "I suppose", "I suppose I'll", "I guess", "I guess I'll", "could you",
      "can you", "would you", "let's", "let's go", "let me", "let's have", "let's play", "play",
      "I play", "I'll play", "I'm going to play", "I want to play", "I'd like to play",
      "I would like to play", "I think I'll play", "I'll go", "I'll just", "my move is",
      "how about", "what about", "gonna", "just", "just the", "can you please", "would you please",
      "could you please", "I'm just gonna", "let's just", "I'm just going to", "from", "move from",
      "I would like to move my", "I move my", "we", "maybe", "I am playing", "check",
      "check with the", "check with my", "I believe it's",
      "here comes the",
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
          words(
            "take",
            [
              "take", "capture", "I take", "I'll take", "take on", "capture on", "take back",
              "recapture",
            ]),
          Class("my", ["", "the", "my"]),
          Class("by-rook", [""]), Class("castle", ["the castle", "my castle"]),
          words("promote", ["promote to", "promote to a", "make a", "make it a", "give me a"]),
          words("that", ["", "the"]),
          words(
            "move",
            ["move", "put", "bring", "push", "advance", "retreat", "slide", "swing", "drop"]),
          Class("ahead", ["", "forward", "up"]),
          Class("one-square", ["one square", "one square forward", "up one square"]),
          Class("two-squares", ["two squares", "two squares forward", "up two squares", "two"]),
          Class("onto", ["to", "on", "back to", "over to", "up to", "down to", "across to"]),
          words("goes", ["goes", "moves", "comes"]),
          // Before any move, and after it.
          Class("interjection", Self.interjections), Class("lead", Self.leads),
          Class("opener", ["<interjection>", "<lead>", Self.both]),
          words("courtesy", ["please", "now", "thanks", "thank you", "if you please"]),
          Class("en-passant", ["en passant", "in passing"]),
          words("check", ["check", "with check"]),
          words("mate", ["mate", "checkmate"]),
          Class("ending", ["", "<check>", "<mate>", "<courtesy>"]),
          Class("only-heard", rare.values.joined().sorted() + [Self.both]),
        ]
      for definition in classes { definition.insert(generator: generator) }
    }
  }
}
