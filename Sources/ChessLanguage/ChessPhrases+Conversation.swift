import LanguageModel

extension ChessPhrases {
  /// Phrases that replace the last move, or play another move instead of an answer.
  struct Corrections: CustomLanguageModelData.TemplateInsertable {
    func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator) {
      let classes: [any CustomLanguageModelData.TemplateInsertable] = [
        Class(
          "correct",
          [
            "no", "I meant", "no I meant", "I said", "no I said", "sorry", "sorry I meant",
            "actually", "wait", "wait I meant",
          ]),
        Class("same-square", [""]), Class("same-piece", [""]), Class("other", ["", "other"]),
        Class("but", ["", "but"]),
        Class("wrong-piece", pieces.map { "<\($0)>" }),
        Class("wrong-file", files.map { "<file-\($0)>" }),
        Class("wrong-rank", (1...8).map { "<rank-\($0)>" }),
      ]
      let templates = [
        // No, knight f three; I meant e four; sorry, castle kingside.
        Template("<correct> <piece> <to> <square>", count: 20),
        Template("<correct> <by-pawn> <square>", count: 15),
        Template("<correct> <piece> <takes> <square>", count: 8),
        Template("<correct> <by-pawn> <from-file> <takes> <square>", count: 6),
        Template("<correct> <piece> <from-file> <to> <square>", count: 2),
        Template("<correct> <piece> <from-rank> <to> <square>", count: 1),
        Template("<correct> <from-file> <from-rank> <to> <square>", count: 1),
        Template("<correct> <file> <promotion-rank> <promotes> <promotion>", count: 1),
        // No, to c four; no, the bishop; I meant the other knight; no, knight b.
        Template("<correct> <same-piece> <to> <square>", count: 10),
        Template("<correct> <same-square> <the> <other> <piece>", count: 10),
        Template("<correct> <same-square> <piece> <from-file>", count: 5),
        Template("<correct> <kingside-castle>", count: 2),
        Template("<correct> <queenside-castle>", count: 2),
        // Not d four, e four; not bishop d three but bishop e two.
        Template("not <wrong-file> <wrong-rank> <but> <by-pawn> <square>", count: 3),
        Template("not <wrong-file> <wrong-rank> <but> <piece> <square>", count: 1),
        Template("not <wrong-piece> <wrong-file> <wrong-rank> <but> <piece> <square>", count: 2),
        Template("not <wrong-piece> <wrong-file> <wrong-rank> <but> <by-pawn> <square>", count: 1),
      ]
      CustomLanguageModelData.CompoundTemplate(classes + templates).insert(generator: generator)
    }
  }

  /// Questions that are read as if they were typed, and remarks. They are in the grammar so that
  /// they are not taken for a move.
  struct Remarks: CustomLanguageModelData.TemplateInsertable {
    func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator) {
      let classes: [any CustomLanguageModelData.TemplateInsertable] = [
        Class("remark", ["can I", "should I", "did I", "don't", "do not"]),
        Class("castling-side", ["", "kingside", "queenside", "short", "long"]),
        Class("player", ["black", "white", "you", "the computer"]),
        Class("colored", ["white", "black"]),
        Class("any-piece", pieces.map { "<\($0)>" }),
        Class("any-file", files.map { "<file-\($0)>" }),
        Class("any-rank", (1...8).map { "<rank-\($0)>" }),
        Class(
          "question",
          [
            "what can I take", "possible moves", "legal moves", "last move", "the last move",
            "what was the last move", "am I in check", "is it check", "is this check", "is it mate",
            "who is winning", "who is ahead", "who is better", "is it my turn",
            "is it my move", "what is hanging", "what opening is this", "take back two moves",
            "what color am I", "what level are you", "can I claim a draw", "what are my moves",
            "what can I capture", "my turn", "your turn", "it is your turn",
            "repeat the last move",
          ]),
        Class(
          "remark-alone",
          [
            "thank you", "thanks", "wait", "one moment", "good move", "bad move", "next move",
            "what a mistake", "let me think", "I don't know", "I don't think so", "oh no",
            "no idea", "the other one", "the last one", "stop", "right", "left", "up", "down", "on",
            "off", "go", "go on", "well", "hello", "hi", "hey", "great", "nice", "good", "perfect",
            "exactly", "what", "why", "really", "so", "wow", "look", "see", "all right", "hold on",
            "ready", "done", "please", "maybe", "I said so", "I don't know what to do",
            "I did not say that",
            "that was a bad move", "no that can't be", "who are you", "how are you",
            "you are strong", "you play well", "well played", "good game", "I'm losing",
            "that was silly", "what time is it", "I'm hungry", "dinner is ready", "I'm coming",
            "who is there", "turn on the light", "it's raining", "I'm tired", "this is hard",
            "be quiet", "what are you doing", "I'll be right back", "the phone is ringing",
            "not bad", "we'll see", "is the kettle on", "let me see", "just a second", "hang on",
          ]),
      ]
      let templates = [
        Template("<remark> castle <castling-side>", count: 5),
        Template("<question>", count: 24),
        Template("<remark-alone>", count: 60),
        Template("what did <player> play", count: 2),
        Template("can I play <any-file> <any-rank>", count: 2),
        Template("can I play <any-piece> <any-file> <any-rank>", count: 3),
        Template("where is the <colored> <any-piece>", count: 3),
        Template("is <any-file> <any-rank> attacked", count: 3),
        Template("the <any-file> <any-piece>", count: 2),
        Template("not <any-file> <any-rank>", count: 1),
        Template("not <any-piece> <any-file> <any-rank>", count: 1),
      ]
      CustomLanguageModelData.CompoundTemplate(classes + templates).insert(generator: generator)
    }
  }

  /// Setting up a game, and the voice.
  struct SettingUp: CustomLanguageModelData.TemplateInsertable {
    private static let people = [
      "Alice", "Anna", "Ben", "Daniel", "David", "Emma", "Eva", "George", "Helen", "Jack", "James",
      "Jane", "John", "Julia", "Kate", "Laura", "Lucy", "Maria", "Mark", "Martin", "Mary", "Max",
      "Michael", "Nina", "Oliver", "Paul", "Peter", "Robert", "Sam", "Sarah", "Simon", "Thomas",
      "Tom", "William",
    ]

    /// The languages with packs, other than English.
    private static let languages: [(code: String, name: String)] = [
      ("nl", "Dutch"), ("fr", "French"), ("de", "German"), ("it", "Italian"), ("es", "Spanish"),
    ]

    func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator) {
      let minutes: [any CustomLanguageModelData.TemplateInsertable] = [
        Class("minutes-1", ["one minute"]), Class("minutes-3", ["three minutes"]),
        Class("minutes-5", ["five minutes"]), Class("minutes-10", ["ten minutes"]),
        Class("minutes-15", ["fifteen minutes"]), Class("minutes-20", ["twenty minutes"]),
        Class("minutes-30", ["thirty minutes"]),
        Class("minutes-60", ["sixty minutes", "one hour"]),
      ]
      let anyMinutes = GameSetUp.allMinutes.map { "<minutes-\($0)>" }
      let classes: [any CustomLanguageModelData.TemplateInsertable] = [
        Class("play-computer", ["play against the computer", "play the computer"]),
        Class("two-players", ["two players", "play without the computer"]),
        Class("as-white", ["as white"]), Class("as-black", ["as black"]),
        Class("as-side", ["", "<as-white>", "<as-black>"]),
        Class("at-level", [""] + Command.levels.map { "<level-\($0)>" }),
        Class("minutes", anyMinutes), Class("at-minutes", [""] + anyMinutes),
        Class("i-am", ["I am", "my name is"]), Class("name", Self.people),
        Class("slower", ["slower", "speak slower"]), Class("faster", ["faster", "speak faster"]),
        Class("louder", ["louder", "speak louder"]), Class("softer", ["softer", "quieter"]),
      ]
      let speaking: [any CustomLanguageModelData.TemplateInsertable] = Self.languages.flatMap {
        [
          Class("speak-\($0.code)", ["speak \($0.name)"]),
          Template("<speak-\($0.code)>", count: 1),
        ] as [any CustomLanguageModelData.TemplateInsertable]
      }
      let templates = [
        Template("<play-computer> <as-side> <at-level> <at-minutes>", count: 10),
        Template("<two-players> <at-minutes>", count: 3),
        Template("<minutes>", count: 3),
        Template("<new-game> <minutes>", count: 3),
        Template("<i-am> <name>", count: 5),
        Template("<slower>", count: 3), Template("<faster>", count: 3),
        Template("<louder>", count: 3), Template("<softer>", count: 3),
      ]
      CustomLanguageModelData.CompoundTemplate(minutes + classes + templates + speaking)
        .insert(generator: generator)
    }
  }

  /// Questions of players who do not look at the board.
  struct BoardQuestions: CustomLanguageModelData.TemplateInsertable {
    func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator) {
      for piece in pieces {
        Class("\(piece)s", ["\(piece)s", piece]).insert(generator: generator)
      }
      let classes: [any CustomLanguageModelData.TemplateInsertable] = [
        Class("asked", pieces.map { "<\($0)s>" }),
        Class("ask-square", ["what is on", "what's on", "which piece is on"]),
        Class("ask-pieces", ["where are the", "where is the"]),
        Class("ask-own-pieces", ["where is my", "where are my", "my"]),
        Class("ask-mine", ["my pieces"]),
        Class("ask-rank", ["rank"]),
        Class("ask-file", [""]),
        Class("ask-diagonal", ["the diagonal", "diagonal"]),
        Class("ask-pawns", ["pawns"]),
        Class("ask-attackers", ["what attacks", "who attacks", "what is attacking"]),
        Class("ask-defenders", [""]),
        Class("ask-last-moves", [""]),
        Class(
          "ask-material",
          ["material", "what is the material", "what's the material", "who has more pieces"]),
        Class("ask-castling", ["castling"]),
        Class(
          "ask-time",
          [
            "clock", "how much time", "how much time do I have", "how much time is left",
            "how long do I have",
          ]),
      ]
      let templates = [
        Template("<ask-square> <square>", count: 10),
        Template("<ask-pieces> <asked>", count: 8),
        Template("<ask-own-pieces> <asked>", count: 8),
        Template("<ask-mine>", count: 3),
        Template("<ask-rank> <rank>", count: 3),
        Template("<ask-file> <file> file", count: 3),
        Template("<ask-diagonal> <from-file> <from-rank> <to> <square>", count: 2),
        Template("<ask-pawns>", count: 2),
        Template("<ask-attackers> <square>", count: 6),
        Template("<ask-defenders> is <square> defended", count: 6),
        Template("<ask-defenders> what defends <square>", count: 3),
        Template("<ask-last-moves> last <rank> moves", count: 3),
        Template("<ask-material>", count: 3),
        Template("<ask-castling>", count: 2),
        Template("<ask-time>", count: 5),
      ]
      CustomLanguageModelData.CompoundTemplate(classes + templates).insert(generator: generator)
    }
  }
}
