import LanguageModel

extension ChessPhrases {
  /// Whether the dialogue has a word that the acoustic model's dictionary lacks.
  static func isInDialogue(
    _ pronunciation: CustomLanguageModelData.CustomPronunciation
  ) -> Bool {
    ["kingside", "queenside", "castling"].contains(pronunciation.grapheme)
  }

  /// What replaces the last move, or is played in the place of an answer.
  struct Corrections: CustomLanguageModelData.TemplateInsertable {
    func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator) {
      let classes: [any CustomLanguageModelData.TemplateInsertable] = [
        Class("correct", ["no", "I meant", "no I meant", "I said", "no I said", "sorry"]),
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

  /// Questions of a player who does not look at the board.
  struct BoardQuestions: CustomLanguageModelData.TemplateInsertable {
    func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator) {
      for piece in pieces {
        Class("\(piece)s", ["\(piece)s", piece]).insert(generator: generator)
      }
      let classes: [any CustomLanguageModelData.TemplateInsertable] = [
        Class("asked", pieces.map { "<\($0)s>" }),
        Class("ask-square", ["what is on", "what's on"]),
        Class("ask-pieces", ["where are the", "where is the"]),
        Class("ask-own-pieces", ["where is my", "where are my", "my"]),
        Class("ask-mine", ["my pieces"]),
        Class("ask-rank", ["rank"]),
        Class("ask-file", [""]),
        Class("ask-diagonal", ["the diagonal", "diagonal"]),
        Class("ask-pawns", ["pawns"]),
        Class("ask-attackers", ["what attacks", "who attacks"]),
        Class("ask-defenders", [""]),
        Class("ask-last-moves", [""]),
        Class("ask-material", ["material"]),
        Class("ask-castling", ["castling"]),
        Class("ask-time", ["clock", "how much time"]),
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
        Template("<ask-last-moves> last <rank> moves", count: 3),
        Template("<ask-material>", count: 3),
        Template("<ask-castling>", count: 2),
        Template("<ask-time>", count: 5),
      ]
      CustomLanguageModelData.CompoundTemplate(classes + templates).insert(generator: generator)
    }
  }
}
