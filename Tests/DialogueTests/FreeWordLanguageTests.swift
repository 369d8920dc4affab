import Chess
import ChessLanguage
import DialogueTestSupport
import LanguageModel
import Localization
import Testing

@testable import Dialogue

/// Moves, answers and questions in the other languages' free words, as players type them.
@Suite struct FreeWordLanguageTests {
  private static let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
  private static let taking = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"

  @Test(arguments: [
    ("de_DE", "kurz", "lang"), ("es_ES", "corto", "largo"), ("fr_FR", "petit", "grand"),
    ("fr_FR", "court", "long"), ("it_IT", "corto", "lungo"), ("nl_NL", "kort", "lang"),
    ("fr_FR", "le petit", "le grand"),
  ])
  func aSideOfCastlingIsChosen(locale: String, short: String, long: String) throws {
    for (line, san) in [(short, "O-O"), (long, "O-O-O")] {
      var dialogue = try packDialogue(locale, Self.castling)
      _ = dialogue.read("castle")
      #expect(dialogue.read(line).first?.move?.san == san, "\(line)")
    }
  }

  @Test(arguments: [
    ("de_DE", "rochieren"), ("fr_FR", "roquer"), ("es_ES", "enrocar"), ("it_IT", "arroccare"),
    ("nl_NL", "rokeren"), ("de_DE", "Rochade"), ("es_ES", "enroque"),
  ])
  func castlingIsAskedFor(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale, Self.castling)
    _ = dialogue.read(line)
    #expect(dialogue.question?.sans == ["O-O", "O-O-O"])
  }

  @Test(arguments: [
    ("de_DE", ["was hast du gespielt", "bin ich dran", "wie steht es?", "wie war das"]),
    ("fr_FR", ["qu'as-tu joué", "c'est mon tour", "qui est devant", "tu peux répéter"]),
    ("es_ES", ["qué has jugado", "¿me toca?", "quién va mejor", "qué has dicho"]),
    ("it_IT", ["cosa hai giocato", "tocca a me", "chi è avanti", "puoi ripetere"]),
    ("nl_NL", ["wat heb je gespeeld", "ben ik aan zet", "hoe sta ik ervoor", "wat zei je"]),
  ])
  func aPlayerAsksAboutTheGame(locale: String, lines: [String]) throws {
    var dialogue = try packDialogue(locale, Self.castling)
    _ = dialogue.read("Kd2", fromProgram: true)
    let commands = lines.map { dialogue.read($0).first?.command?.command }
    #expect(commands == [.last, .status, .ask(.material), .repeatLast])
  }

  @Test(arguments: [
    ("de_DE", "nimm das zurück"), ("fr_FR", "annule mon coup"), ("es_ES", "vuelve atrás"),
    ("it_IT", "riprendi la mossa"), ("nl_NL", "neem mijn zet terug"),
  ])
  func aMoveIsTakenBack(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale, Self.castling)
    _ = dialogue.read("Kd2", fromProgram: true)
    #expect(dialogue.read(line).first?.command?.command == .undo)
  }

  @Test(arguments: [
    ("de_DE", "kurz rochieren", "O-O"), ("de_DE", "lang rochieren", "O-O-O"),
    ("fr_FR", "roquer court", "O-O"), ("es_ES", "enrocar largo", "O-O-O"),
    ("it_IT", "arroccare lungo", "O-O-O"), ("nl_NL", "kort rokeren", "O-O"),
    ("fr_FR", "castles queenside", "O-O-O"),
  ])
  func castlingIsAVerb(locale: String, line: String, san: String) throws {
    var dialogue = try packDialogue(locale, Self.castling)
    #expect(dialogue.read(line).first?.move?.san == san)
  }

  @Test(arguments: [
    ("de_DE", "kann ich rochieren", ["O-O", "O-O-O"]),
    ("de_DE", "Darf ich lang rochieren?", ["O-O-O"]),
    ("fr_FR", "puis-je roquer", ["O-O", "O-O-O"]), ("es_ES", "puedo enrocar", ["O-O", "O-O-O"]),
    ("it_IT", "posso arroccare corto", ["O-O"]), ("nl_NL", "kan ik rokeren", ["O-O", "O-O-O"]),
    ("nl_NL", "can I castle", ["O-O", "O-O-O"]), ("de_DE", "ist Ta2 erlaubt?", ["Ra2"]),
    ("es_ES", "¿es legal Ta2?", ["Ra2"]), ("it_IT", "è legale Ta2?", ["Ra2"]),
    ("fr_FR", "est-ce possible de jouer Ta2", ["Ra2"]), ("nl_NL", "is Ta2 mogelijk", ["Ra2"]),
  ])
  func abilitiesAreListed(locale: String, line: String, sans: [String]) throws {
    var dialogue = try packDialogue(locale, Self.castling)
    let report = try #require(dialogue.read(line).first?.command)
    #expect(report.command == .moves && report.lines == sans.map { .notation($0) })
  }

  @Test(arguments: [
    ("de_DE", "e schlägt d"), ("de_DE", "e schlagt d"), ("fr_FR", "e prend d"),
    ("es_ES", "e por d"), ("es_ES", "e come d"), ("it_IT", "e prende d"), ("nl_NL", "e slaat d"),
    ("de_DE", "der Bauer schlägt"), ("nl_NL", "pion slaat"), ("nl_NL", "e takes d"),
  ])
  func aCaptureNeedsNoSquare(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale, Self.taking)
    #expect(dialogue.read(line).first?.move?.san == "exd5")
  }

  @Test(arguments: [
    ("de_DE", "Dame schlägt"), ("fr_FR", "la dame prend"), ("es_ES", "dama captura"),
    ("it_IT", "donna mangia"), ("nl_NL", "dame slaat"),
  ])
  func theQueenTakes(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale, "4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1")
    #expect(dialogue.read(line).first?.move?.san == "Qxd5")
  }

  @Test(arguments: [
    ("de_DE", "der Springer nach f3"), ("de_DE", "den Springer auf f drei"),
    ("de_DE", "dem Springer nach f3"), ("de_DE", "die Springer nach f3"),
    ("fr_FR", "le cavalier en f3"), ("fr_FR", "la cavalier f trois"),
    ("es_ES", "el caballo a f3"), ("es_ES", "los caballo f tres"), ("it_IT", "il cavallo in f3"),
    ("it_IT", "lo cavallo f tre"), ("nl_NL", "het paard naar f3"), ("nl_NL", "de paard naar f3"),
  ])
  func aPieceMayHaveItsArticle(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    #expect(dialogue.read(line).first?.move?.san == "Nf3")
  }

  @Test(arguments: [
    ("de_DE", "die Dame nach h6", "(keine Dame kann dorthin)."),
    ("it_IT", "la donna in h6", "(nessuna donna può andarci)."),
  ])
  func anIllegalMoveWithAnArticleHasItsReason(
    locale: String, line: String, reason: String
  ) throws {
    var dialogue = try packDialogue(locale)
    let refusal = try #require(dialogue.read(line).first?.refusal)
    #expect(refusal.message.text(in: dialogue.translation).hasSuffix(reason))
  }

  @Test(arguments: [
    ("de_DE", "bitte e4"), ("fr_FR", "s'il vous plaît e4"), ("es_ES", "por favor, e4"),
    ("it_IT", "per favore e4"), ("nl_NL", "alstublieft e4"),
  ])
  func courtesyMayComeFirst(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    #expect(dialogue.read(line).first?.move?.san == "e4")
  }

  /// Like any other phrase, so only legal moves are heard in them.
  @Test(arguments: [
    ("en_GB", ["okay knight f three", "let's play knight f three", "knight f three please"]),
    ("en_GB", ["now knight f three", "i'll play knight f three", "please knight f three"]),
    ("en_GB", ["i want to play knight f three", "my move is knight f three"]),
    ("en_GB", ["i move my knight to f three", "i would like to play knight f three"]),
    ("en_GB", ["could you please move the knight on g one to f three thank you"]),
    ("en_GB", ["i think i'll bring my knight over to f three", "okay the knight goes to f three"]),
    ("de_DE", ["okay springer f drei", "ich spiele springer f drei", "springer f drei bitte"]),
    ("de_DE", ["und der springer geht auf f drei bitte"]),
    ("fr_FR", ["alors cavalier f trois", "je joue cavalier f trois"]),
    ("fr_FR", ["alors le cavalier va en f trois s'il te plaît"]),
    ("es_ES", ["vale caballo f tres", "juego caballo f tres", "caballo f tres por favor"]),
    ("it_IT", ["allora cavallo f tre", "gioco cavallo f tre", "cavallo f tre per favore"]),
    ("nl_NL", ["oké paard f drie", "ik speel paard f drie", "paard f drie alsjeblieft"]),
  ])
  func courtesyMayBeSaid(locale: String, phrases: [String]) throws {
    let meanings = try packDialogue(locale).meanings
    let move = AnyMeaning(Interpretation.moves([try #require(Move(uci: "g1f3"))]))
    for phrase in phrases {
      let heard = meanings.meaning(phrase.split(separator: " ").map(String.init))
      #expect(heard?.meaning == move && heard?.isAllowed == true, "\(phrase)")
    }
  }

  @Test(arguments: [
    ("de_DE", "ich meine d4"), ("de_DE", "Entschuldigung, d4"), ("fr_FR", "je voulais dire d4"),
    ("es_ES", "no, quería decir d4"), ("it_IT", "intendevo d4"), ("nl_NL", "ik bedoel d4"),
  ])
  func correctionsBeginInEveryLanguage(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    _ = dialogue.read("e4")
    _ = dialogue.read(line)
    #expect(dialogue.game.sans == ["d4"])
  }

  @Test(arguments: [
    ("de_DE", "eine Dame", "nein, ein Turm"), ("fr_FR", "une dame", "non, une tour"),
    ("es_ES", "una dama", "no, una torre"), ("it_IT", "una donna", "no, una torre"),
    ("nl_NL", "een dame", "nee, een toren"),
  ])
  func aPromotionHasAnArticle(locale: String, queen: String, rook: String) throws {
    var dialogue = try packDialogue(locale, "8/P6k/8/8/8/8/8/K7 w - - 0 1")
    _ = dialogue.read("a8")
    #expect(dialogue.read(queen).first?.move?.san == "a8=Q")
    #expect(dialogue.read(rook).last?.move?.san == "a8=R")
  }

  @Test(arguments: [
    ("de_DE", "Läufer schlägt Läufer", "der auf c4"), ("fr_FR", "fou prend fou", "celui de c4"),
    ("es_ES", "alfil por alfil", "el de c4"), ("it_IT", "alfiere prende alfiere", "quello in c4"),
    ("nl_NL", "loper slaat loper", "die op c4"),
  ])
  func aPieceIsChosenByItsSquare(locale: String, line: String, choice: String) throws {
    var dialogue = try packDialogue(locale, "4k3/8/4b3/2b5/2B5/4B3/8/4K3 w - - 0 1")
    _ = dialogue.read(line)
    #expect(dialogue.read(choice).first?.move?.san == "Bxe6")
  }

  @Test(arguments: [
    ("de_DE", "ich spiele Bauer e4"), ("de_DE", "spiele e4 bitte"), ("fr_FR", "je joue e4"),
    ("de_DE", "ich möchte e4 spielen"), ("fr_FR", "euh, e4"), ("es_ES", "quiero e4"),
    ("fr_FR", "s'il te plaît e4"), ("es_ES", "juega e4"), ("it_IT", "gioca e4"),
    ("nl_NL", "ik speel e4"), ("nl_NL", "e4 alsjeblieft"),
  ])
  func aMoveIsPlayedInASentence(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    #expect(dialogue.read(line).first?.move?.san == "e4")
  }

  @Test(arguments: ["de_DE", "fr_FR", "es_ES", "it_IT", "nl_NL"])
  func enPassantIsFrenchEverywhere(locale: String) throws {
    var dialogue = try packDialogue(
      locale, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
    #expect(dialogue.read("en passant f6").first?.move?.san == "exf6")
  }

  @Test(arguments: [
    ("de_DE", "kann der Springer nach f3", "Ja: Sf3"),
    ("de_DE", "kann ich Springer nach f3 spielen", "Ja: Sf3"),
    ("de_DE", "kann ich Sf3 ziehen", "Ja: Sf3"),
    ("de_DE", "kann der Springer nach f4", "kein Springer"),
    ("fr_FR", "peut le cavalier f3", "Oui : Cf3"), ("es_ES", "puede el caballo f3", "Sí: Cf3"),
    ("it_IT", "può il cavallo f3", "Sì: Cf3"), ("nl_NL", "kan het paard naar f3", "Ja: Pf3"),
  ])
  func whetherAPieceCanGoThereIsAnswered(locale: String, line: String, answer: String) throws {
    var dialogue = try packDialogue(locale)
    let lines = dialogue.read(line).flatMap(\.lines).map { $0.text(in: dialogue.translation) }
    #expect(lines.joined(separator: " ").contains(answer))
    #expect(dialogue.game.moves.isEmpty)
  }

  @Test(
    arguments: [
      ("de_DE", "ist meine Dame angegriffen"), ("fr_FR", "ma dame est-elle attaquée ?"),
      ("es_ES", "¿está atacada mi dama?"), ("it_IT", "la mia donna è attaccata?"),
      ("nl_NL", "wordt mijn dame aangevallen?"), ("de_DE", "wer greift meine Dame an"),
      ("fr_FR", "qu'est-ce qui attaque ma dame"), ("es_ES", "qué ataca a mi dama"),
      ("it_IT", "cosa attacca la mia donna"), ("nl_NL", "wat valt mijn dame aan"),
      ("de_DE", "was hängt?"), ("fr_FR", "qu'est-ce qui est en prise ?"),
      ("es_ES", "qué piezas están colgadas"), ("it_IT", "quali pezzi sono in presa"),
      ("nl_NL", "wat hangt"),
    ])
  func anAttackedQueenIsTold(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale, "3rk3/8/8/8/8/8/8/3Q1K2 w - - 0 1")
    let command = try #require(dialogue.read(line).first?.command)
    let square = try #require(Square("d1"))
    #expect(command.command == .ask(.attackers(square)))
    #expect(command.lines.count == 2)
  }

  @Test(arguments: [
    ("de_DE", "wo ist dein König"), ("fr_FR", "où est ton roi"), ("es_ES", "dónde está tu rey"),
    ("it_IT", "dov'è il tuo re"), ("nl_NL", "waar staat je koning"),
    ("de_DE", "wo steht der schwarze König"), ("fr_FR", "le roi noir"),
    ("es_ES", "dónde está el rey negro"), ("it_IT", "dove si trova il re nero"),
    ("nl_NL", "de zwarte koning"),
  ])
  func theOtherSidesPiecesAreTold(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    #expect(dialogue.read(line).first?.command?.command == .ask(.sidesPieces(.black, .king)))
    #expect(dialogue.read(line).first?.command?.lines.count == 1)
  }

  @Test(arguments: [
    ("de_DE", "nimm zwei Züge zurück"), ("fr_FR", "annule deux coups"),
    ("es_ES", "deshaz dos jugadas"), ("it_IT", "annulla due mosse"),
    ("nl_NL", "neem 2 zetten terug"),
  ])
  func severalMovesAreTakenBack(locale: String, line: String) throws {
    var dialogue = try packDialogue(locale)
    for line in ["e4", "e5", line] { _ = dialogue.read(line) }
    #expect(dialogue.game.moves.isEmpty)
  }

  @Test(arguments: [
    ("de_DE", "einverstanden", "abgelehnt"), ("fr_FR", "j'accepte", "je refuse"),
    ("es_ES", "acepto", "rechazo"), ("it_IT", "d'accordo", "rifiuto"),
    ("nl_NL", "akkoord", "annuleren"), ("de_DE", "agreed", "I decline"),
  ])
  func aDrawIsAccepted(locale: String, yes: String, no: String) throws {
    for (answer, isAgreed) in [(yes, true), (no, false)] {
      var dialogue = try packDialogue(locale)
      for line in ["draw", answer] { _ = dialogue.read(line) }
      #expect(dialogue.question == nil && (dialogue.game.outcome != nil) == isAgreed, "\(answer)")
    }
  }

  @Test(arguments: [
    ("fr_FR", "je suis Benoît", "Benoît"), ("fr_FR", "je suis Loïc", "Loïc"),
    ("es_ES", "soy Güell", "Güell"), ("it_IT", "mi chiamo Nicolò", "Nicolò"),
    ("nl_NL", "ik ben Zoë", "Zoë"),
  ])
  func namesMayHaveMarks(locale: String, line: String, name: String) throws {
    var dialogue = try packDialogue(locale)
    _ = dialogue.read(line)
    #expect(dialogue.names.white == name)
  }

  @Test(arguments: [
    ("de_DE", "rückgängig", "undo"), ("de_DE", "ruckgangig machen", "undo"),
    ("de_DE", "ich biete Remis an", "draw"), ("de_DE", "noch mal", "repeat"),
    ("de_DE", "ist e4 bedroht?", "attackers"), ("de_DE", "ist e vier bedroht", "attackers"),
    ("de_DE", "wer deckt e4", "defenders"), ("de_DE", "Zeit", "time"),
    ("fr_FR", "qu'y a-t-il en e4 ?", "square"), ("fr_FR", "qu'est-ce qu'il y a sur e4", "square"),
    ("fr_FR", "qu'est-ce qui attaque f7", "attackers"), ("fr_FR", "reprendre", "undo"),
    ("fr_FR", "que puis-je dire", "help"), ("fr_FR", "abandon", "resign"),
    ("fr_FR", "temps", "time"), ("es_ES", "e4 está defendida", "defenders"),
    ("es_ES", "e cuatro esta defendida", "defenders"), ("es_ES", "tiempo", "time"),
    ("es_ES", "¿Cuánto tiempo queda?", "time"), ("it_IT", "quanto tempo ho", "time"),
    ("it_IT", "tempo", "time"), ("it_IT", "chi difende e4", "defenders"),
    ("nl_NL", "spreek Engels", "speak-en"), ("nl_NL", "waar zijn de paarden", "pieces"),
    ("nl_NL", "neem de zet terug", "undo"), ("nl_NL", "tijd", "time"),
    ("de_DE", "mögliche Züge", "moves"), ("fr_FR", "coups possibles", "moves"),
    ("es_ES", "¿Qué puedo jugar?", "moves"), ("it_IT", "mosse possibili", "moves"),
    ("nl_NL", "mogelijke zetten", "moves"), ("de_DE", "was kann ich schlagen", "moves"),
    ("fr_FR", "que puis-je prendre", "moves"), ("es_ES", "qué puedo capturar", "moves"),
    ("it_IT", "cosa posso prendere", "moves"), ("nl_NL", "wat kan ik slaan", "moves"),
    ("es_ES", "está defendido e4", "defenders"), ("it_IT", "è difeso e4", "defenders"),
  ])
  func everydayPhrasesAreUnderstood(locale: String, line: String, command: String) throws {
    var dialogue = try packDialogue(locale)
    dialogue.locale = .init(identifier: "en_US")
    _ = dialogue.read("e4")
    let responses = dialogue.read(line)
    let understood: Command? =
      if case .confirmation(let command)? = dialogue.question?.subject {
        command
      } else {
        responses.first?.command?.command
      }
    #expect(understood?.rawValue == command, "\(responses)")
  }
}
