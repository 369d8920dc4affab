import LanguageModel

/// The chess phrases: the source of `chess.json` and `dialogue.json` in `grammars/en_US`.
///
/// Classes whose names `Role` knows carry the meaning, and a position fills in the values of its
/// legal moves; you can change their words freely. A silent class (`by-pawn`, `capturing`,
/// `choosing`) has no words and limits its template to some moves.
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
        Template("<piece> <takes> <the> <captured> <ending>", count: 400)
        Template("<piece> <takes> <captured> on <square> <ending>", count: 60)
        // Knight b (to) d two; rook one e two.
        Template("<piece> <from-file> <to> <square> <ending>", count: 300)
        Template("<piece> <from-file> <takes> <square> <ending>", count: 200)
        Template("<piece> <from-rank> <to> <square> <ending>", count: 100)
        Template("<piece> <from-rank> <takes> <square> <ending>", count: 60)
        // Knight (on) g one to f three; g one f three.
        Template("<piece> <from-file> <from-rank> <to> <square> <ending>", count: 200)
        Template("<piece> <from-file> <from-rank> <takes> <square> <ending>", count: 100)
        Template("<piece> <standing> <from-file> <from-rank> <to> <square> <ending>", count: 30)
        Template("<piece> <standing> <from-file> <from-rank> <takes> <square> <ending>", count: 20)
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
        Template("<en-passant> <ending>", count: 50)
        // Move the knight to f three; my knight goes to f three; the e pawn takes d five; take d five
        // with the knight.
        Template("<move> <piece> <onto> <square> <ending>", count: 60)
        Template("<move> <piece> from <from-file> <from-rank> to <square> <ending>", count: 10)
        Template("move <from-file> <from-rank> to <square> <ending>", count: 20)
        Template("<my> <piece> <goes> <to> <square> <ending>", count: 80)
        Template("<by-pawn> <my> <from-file> pawn <takes> <square> <ending>", count: 40)
        Template("<capturing> <take> <square> with <my> <piece> <ending>", count: 60)
        Template("<capturing> <take> <the> <captured> with <my> <piece> <ending>", count: 30)
        Template("<capturing> <take> <the> <captured> on <square> <ending>", count: 20)
        // Take the queen; promote to a queen.
        Template("<capturing> <take> the <captured>", count: 8)
        Template("promote to a <promotion>", count: 8)
        // Play knight f three; and then e takes d five; e four please.
        Template("<please> <piece> <to> <square> <ending>", count: 45)
        Template("<please> <by-pawn> <square> <ending>", count: 20)
        Template("<please> <piece> <takes> <square> <ending>", count: 20)
        Template("<please> <by-pawn> <from-file> <takes> <square> <ending>", count: 12)
        Template("<please> <kingside-castle>", count: 2)
        Template("<please> <queenside-castle>", count: 2)
        Template("<piece> <to> <square> please", count: 7)
        Template("<by-pawn> <square> please", count: 3)
        Template("<piece> <takes> <square> please", count: 3)
        Template("<by-pawn> <from-file> <takes> <square> please", count: 3)
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
        Class(
          "undo",
          [
            "undo", "undo that", "undo the move", "undo the last move", "undo my move", "take back",
            "take that back", "take it back", "take my move back", "take back my move",
            "take back the last move", "go back",
          ])
        Class(
          "new-game",
          [
            "new game", "start a new game", "start over", "let's start over", "begin a new game",
            "restart the game", "reset the board", "let's play again", "another game",
          ])
        Class("resign", ["resign", "I resign", "I give up"])
        Class(
          "draw",
          [
            "draw", "offer a draw", "I offer a draw", "offer draw", "claim a draw",
            "call it a draw",
          ])
        Class(
          "show", ["show the board", "show board", "show me the board", "show the position"])
        Class(
          "repeat",
          [
            "repeat", "repeat that", "say again", "say that again", "say it again", "again",
            "once more", "what did you say", "please repeat", "can you repeat that", "pardon",
          ])
        Class("help", ["help", "what can I say"])
        Class(
          "status",
          ["status", "whose move is it", "whose turn is it", "whose move", "who is to move"])
        Class("new-game-white", ["new game as white", "new game with white"])
        Class("new-game-black", ["new game as black", "new game with black"])
        Class(
          "hint",
          [
            "hint", "give me a hint", "suggest a move", "what should I play",
            "what is the best move",
          ])
        for (level, number) in zip(Command.levels, numbers) {
          Class("level-\(level)", ["level \(number)"])
        }
        Template("<undo>", count: 110)
        Template("<new-game>", count: 35)
        Template("<resign>", count: 10)
        Template("<draw>", count: 15)
        Template("<show>", count: 25)
        Template("<repeat>", count: 40)
        Template("<help>", count: 20)
        Template("<status>", count: 10)
        Template("<new-game-white>", count: 5)
        Template("<new-game-black>", count: 5)
        Template("<hint>", count: 40)
        for level in Command.levels { Template("<level-\(level)>", count: 2) }

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
            "never mind", "not that", "no way", "decline", "I decline",
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
