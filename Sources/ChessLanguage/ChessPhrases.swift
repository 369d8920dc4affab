import LanguageModel

/// The chess phrases: the source of `chess.json` and `dialogue.json` in `grammars/en_US`.
///
/// Classes whose names `Role` knows carry the meaning, and a position fills in the values of its
/// legal moves; you can change their words freely. A silent class (`by-pawn`, `by-rook`,
/// `capturing`, `choosing`) has no words and limits its template to some moves.
public enum ChessPhrases {
  typealias Templates = CustomLanguageModelData.PhraseCountsFromTemplates
  typealias Class = CustomLanguageModelData.TemplateClass
  typealias Template = CustomLanguageModelData.TemplatePhraseCountGenerator.Template

  /// All moves of all positions as people say them, and openings by name.
  ///
  /// The counts are shares of about 10,000. The short forms that players use have the highest
  /// counts; long and coordinate forms have low ones, because short forms are easily misheard as
  /// them.
  public static func moves(
    locale: LanguageModel.Locale = Locale(identifier: "en_US")
  ) -> CustomLanguageModelData {
    CustomLanguageModelData(
      locale: locale, identifier: "org.spokenmove.chess", version: "1.0"
    ) {
      Templates(classes: [:]) {
        MoveWords()
        MoveVocabulary()
        Class("opening", openings)

        // Knight (to) f three; e four.
        Template("<piece> <to> <square> <ending>", count: 3000)
        Template("<by-pawn> <square> <ending>", count: 1500)
        // Knight takes f three; e takes d five; e d five; knight takes bishop.
        Template("<piece> <takes> <square> <ending>", count: 1500)
        Template("<by-pawn> <from-file> <takes> <square> <ending>", count: 1200)
        Template("<by-pawn> <capturing> <from-file> <square> <ending>", count: 200)
        Template("<piece> <takes> <that> <captured> <ending>", count: 440)
        Template("<piece> <takes> <that> <captured> on <square> <ending>", count: 60)
        Template("<piece> <takes> <captured> <square> <ending>", count: 6)
        // Knight b (to) d two; rook one e two.
        Template("<piece> <from-file> <to> <square> <ending>", count: 300)
        Template("<piece> <from-file> <takes> <square> <ending>", count: 200)
        Template("<piece> <from-rank> <to> <square> <ending>", count: 100)
        Template("<piece> <from-rank> <takes> <square> <ending>", count: 60)
        // Knight (on) g one to f three; g one f three.
        Template("<piece> <from-file> <from-rank> <to> <square> <ending>", count: 200)
        Template("<piece> <from-file> <from-rank> <takes> <square> <ending>", count: 100)
        Template("<piece> <from-file> <from-rank> <takes> <that> <captured> <ending>", count: 6)
        Template(
          "<piece> <from-file> <from-rank> <takes> <that> <captured> on <square> <ending>", count: 6
        )
        Template("<piece> <standing> <from-file> <from-rank> <to> <square> <ending>", count: 30)
        Template("<piece> <standing> <from-file> <from-rank> <takes> <square> <ending>", count: 20)
        Template(
          "<piece> <standing> <from-file> <from-rank> <takes> <that> <captured> <ending>", count: 6)
        Template(
          "<piece> <standing> <from-file> <from-rank> <takes> <that> <captured> on <square> <ending>",
          count: 6)
        Template("<from-file> <from-rank> <to> <square> <ending>", count: 150)
        Template("<from-file> <from-rank> <takes> <square> <ending>", count: 80)
        // E eight queen; e takes d eight equals queen.
        Template("<by-pawn> <file> <promotion-rank> <promotes> <promotion> <ending>", count: 1500)
        Template("<piece> <to> <file> <promotion-rank> <promotes> <promotion> <ending>", count: 400)
        Template(
          "<by-pawn> <from-file> <takes> <file> <promotion-rank> <promotes> <promotion> <ending>",
          count: 1200)
        Template(
          "<by-pawn> <capturing> <from-file> <file> <promotion-rank> <promotes> <promotion> <ending>",
          count: 200)
        Template(
          "<piece> <takes> <file> <promotion-rank> <promotes> <promotion> <ending>", count: 300)
        Template("<piece> <takes> <captured> <promotes> <promotion> <ending>", count: 50)
        Template(
          "<piece> <from-file> <from-rank> <to> <file> <promotion-rank> <promotes> <promotion> <ending>",
          count: 100)
        Template(
          "<from-file> <from-rank> <to> <file> <promotion-rank> <promotes> <promotion> <ending>",
          count: 100)
        Template(
          "<from-file> <from-rank> <takes> <file> <promotion-rank> <promotes> <promotion> <ending>",
          count: 80)
        // Castle kingside.
        Template("<kingside-castle> <ending>", count: 500)
        Template("<queenside-castle> <ending>", count: 400)
        // E takes d six en passant.
        Template("<by-pawn> <from-file> <takes> <square> <en-passant> <ending>", count: 200)
        Template("<piece> <takes> <square> <en-passant> <ending>", count: 100)
        Template("<piece> <takes> <captured> <en-passant> <ending>", count: 30)
        Template("<by-pawn> <from-file> <takes> <file> <en-passant> <ending>", count: 20)
        Template("<by-pawn> <from-file> pawn <takes> <en-passant> <ending>", count: 10)
        Template("<en-passant> <ending>", count: 50)
        Template("<by-pawn> <en-passant> on <square> <ending>", count: 6)
        Template("<by-pawn> <takes> <en-passant> on <square> <ending>", count: 6)
        Template("<piece> <takes> <en-passant> <ending>", count: 6)
        Template("<piece> <takes> <en-passant> on <square> <ending>", count: 6)
        Template("<from-file> pawn <takes> <square> <en-passant> <ending>", count: 6)
        Template("<by-pawn> <from-file> pawn <takes> <en-passant> on <square> <ending>", count: 6)
        // Move the knight to f three; the knight on g one goes to f three; the d pawn takes e five.
        Template("<move> <my> <piece> <onto> <square> <ending>", count: 60)
        Template(
          "<move> <my> <piece> <standing> <from-file> <from-rank> to <square> <ending>", count: 15)
        Template("move <from-file> <from-rank> to <square> <ending>", count: 20)
        Template("<piece> <goes> <to> <square> <ending>", count: 60)
        Template(
          "<piece> <standing> <from-file> <from-rank> <goes> <to> <square> <ending>", count: 15)
        Template("<from-file> <piece> <goes> <to> <square> <ending>", count: 5)
        Template("<piece> from <from-file> <to> <square> <ending>", count: 10)
        Template("<from-file> <piece> <takes> <square> <ending>", count: 40)
        Template("<from-file> <piece> <takes> <that> <captured> <ending>", count: 10)
        Template("<from-file> <from-rank> <piece> <goes> <to> <square> <ending>", count: 8)
        Template("<from-file> <from-rank> <piece> <takes> <square> <ending>", count: 8)
        // Take d five with the knight; I'll take that pawn on d five with my knight; take the queen.
        Template("<capturing> <take> <square> with <my> <piece> <ending>", count: 60)
        Template("<capturing> <take> <that> <captured> with <my> <piece> <ending>", count: 30)
        Template("<capturing> <take> <that> <captured> on <square> <ending>", count: 20)
        Template(
          "<capturing> <take> <that> <captured> on <square> with <my> <piece> <ending>", count: 20)
        Template("<capturing> <take> <that> <captured> <ending>", count: 8)
        // With my queen I'll take that bishop on c three; rook takes.
        Template("<capturing> with <my> <piece> <take> <that> <captured> <ending>", count: 4)
        Template(
          "<capturing> with <my> <piece> <take> <that> <captured> on <square> <ending>", count: 4)
        Template("<capturing> <take> with <my> <piece> on <square> <ending>", count: 4)
        Template("<capturing> <take> with <my> <piece> <ending>", count: 8)
        Template("<capturing> with <my> <piece> <take> <square> <ending>", count: 6)
        Template("<piece> <takes> <ending>", count: 8)
        // Move my castle to c seven; the castle takes d one: a rook, but for novices.
        Template("<by-rook> <move> <castle> <onto> <square> <ending>", count: 8)
        Template("<by-rook> <castle> <goes> <to> <square> <ending>", count: 4)
        Template("<by-rook> <castle> to <square> <ending>", count: 8)
        Template("<by-rook> <castle> <takes> <square> <ending>", count: 4)
        Template("<by-rook> <castle> <takes> <that> <captured> <ending>", count: 4)
        Template("<by-rook> castle <takes> <square> <ending>", count: 4)
        Template("<by-rook> <capturing> <take> <that> <captured> with <castle> <ending>", count: 4)
        // E takes d; push e four; promote to a queen.
        Template("<by-pawn> <from-file> <takes> <file> <ending>", count: 60)
        Template("<by-pawn> push <square> <ending>", count: 20)
        // Push the c pawn; move my f pawn two squares.
        Template("<by-pawn> <move> <my> <from-file> pawn <ahead>", count: 12)
        Template("<by-pawn> <move> <my> <from-file> pawn <one-square>", count: 8)
        Template("<by-pawn> <move> <my> <from-file> pawn <two-squares>", count: 12)
        Template("<by-pawn> <move> <my> <from-file> pawn <onto> <square> <ending>", count: 6)
        Template("<by-pawn> <capturing> <take> with <my> <from-file> pawn <ending>", count: 6)
        Template(
          "<by-pawn> <capturing> <take> <square> with <my> <from-file> pawn <ending>", count: 4)
        Template(
          "<by-pawn> <capturing> <take> <that> <captured> with <my> <from-file> pawn <ending>",
          count: 4)
        Template("<by-pawn> <from-file> pawn <one-square>", count: 4)
        Template("<by-pawn> <from-file> pawn <two-squares>", count: 8)
        Template("<by-pawn> <from-file> pawn <goes> <one-square>", count: 3)
        Template("<by-pawn> <from-file> pawn <goes> <two-squares>", count: 4)
        Template("<promote> <promotion> <ending>", count: 8)
        Template("<by-pawn> pawn <promotes> <promotion> <ending>", count: 8)
        // Knight to king bishop three, counted from the player's own side.
        Template("<piece> <to> <home-file> <home-rank> <ending>", count: 60)

        Template("play <the> <opening>", count: 150)
      }
      for pronunciation in moveWords + pronunciations { pronunciation }
    }
  }

  /// Commands, answers to questions, and short forms that choose among a question's moves.
  public static func dialogue(
    locale: LanguageModel.Locale = Locale(identifier: "en_US")
  ) -> CustomLanguageModelData {
    CustomLanguageModelData(
      locale: locale, identifier: "org.spokenmove.dialogue", version: "1.0"
    ) {
      Templates(classes: [:]) {
        MoveWords()
        Commands()
        SettingUp()
        Class(
          "yes",
          [
            "yes", "yes please", "yeah", "okay", "confirm", "accept", "I accept", "agreed",
            "I agree", "sure",
          ])
        Class(
          "no",
          [
            "no", "no thanks", "no thank you", "nope", "cancel", "neither", "none of them",
            "never mind", "no never mind", "nope never mind", "not that", "no not that",
            "no leave it", "leave it", "I don't want that", "no I don't want that", "no way",
            "decline", "I decline",
          ])
        Template("<yes>", count: 125)
        Template("<no>", count: 220)
        let ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"]
        for (index, (word, number)) in zip(ordinals, numbers).enumerated() {
          Class(
            "choice-\(index + 1)",
            [word, "the \(word)", "the \(word) one", "\(word) one", number, "number \(number)"])
          Template("<choice-\(index + 1)>", count: 40)
        }

        // Knight b; the pawn; queen; on d five.
        Class("choosing", [""])
        Template("<choosing> <the> <piece>", count: 60)
        Template("<choosing> <piece> <from-file>", count: 100)
        Template("<choosing> <piece> <from-rank>", count: 60)
        Template("<choosing> <piece> <standing> <from-file> <from-rank>", count: 30)
        Template("<choosing> <from-file>", count: 30)
        Template("<choosing> <from-file> <from-rank>", count: 40)
        Template("<choosing> <promotes> <promotion>", count: 300)
        Template("<choosing> the <promotion>", count: 200)
        Template("<choosing> a <promotion>", count: 200)
        Template("<choosing> <takes> <the> <captured>", count: 20)
        Template("<choosing> <to> <square>", count: 60)

        Corrections()
        BoardQuestions()
        Remarks()
      }
      for pronunciation in moveWords + accents { pronunciation }
    }
  }
}
