import Chess
import ChessLanguage
import DialogueTestSupport
import LanguageModel
import Localization
import TestSupport
import Testing

@testable import Dialogue

/// Corrections and questions in the words of each language.
@Suite(.tags(.hardwareFree)) struct PackConversationTests {
  /// One language's words.
  struct Words: Sendable, CustomTestStringConvertible {
    var locale: String
    /// Corrections of d4; all mean the knight to f3.
    var corrections: [String]
    /// Phrases that close a question.
    var cancellations: [String]
    /// Questions about e4, the own queen, the e file, the attackers of f7, the defenders of e4, the
    /// last three moves, material, the diagonal from a1 to h8, all pawns, the own pawns.
    var questions: [String]
    /// Against the computer as black at level three in ten minutes; Anna's name; slower, faster,
    /// louder, softer.
    var terms: [String]
    /// Another language: English, or German instead of it; two people.
    var changes: [String]
    var testDescription: String { locale }
  }

  private static let languages: [Words] = [
    Words(
      locale: "en_GB", corrections: ["no knight f three", "not d four but knight f three"],
      cancellations: ["never mind", "not that"],
      questions: [
        "what is on e four", "where is my queen", "e file", "what attacks f seven",
        "is e four defended", "last three moves", "material",
        "the diagonal a one h eight", "pawns", "my pawns",
      ],
      terms: [
        "play against the computer as black level three ten minutes", "I am Anna", "slower",
        "faster", "louder", "softer",
      ], changes: ["speak German", "two players"]),
    Words(
      locale: "de_DE",
      corrections: [
        "nein Springer f drei", "ich meinte Sf3", "nicht d vier sondern Springer f drei",
        "nicht d4, Sf3",
      ],
      cancellations: ["schon gut", "nicht das", "abbrechen"],
      questions: [
        "was steht auf e vier", "wo ist meine Dame", "e Linie", "wer greift f sieben an",
        "ist e vier gedeckt", "die letzten drei Züge", "Material",
        "die Diagonale a eins h acht", "Bauern", "meine Bauern",
      ],
      terms: [
        "spiele gegen den Computer mit schwarz Stufe drei zehn Minuten", "ich bin Anna",
        "langsamer", "schneller", "lauter", "leiser",
      ], changes: ["sprich Englisch", "zwei Spieler"]),
    Words(
      locale: "es_ES",
      corrections: ["no caballo f tres", "quise decir Cf3", "no d cuatro sino caballo f tres"],
      cancellations: ["no importa", "eso no", "cancelar"],
      questions: [
        "qué hay en e cuatro", "dónde está mi dama", "columna e", "qué ataca f siete",
        "está e cuatro defendida", "últimas tres jugadas", "material",
        "la diagonal a uno h ocho", "peones", "mis peones",
      ],
      terms: [
        "juega contra el ordenador con negras nivel tres diez minutos", "me llamo Ana",
        "más despacio", "más rápido", "más alto", "más bajo",
      ], changes: ["habla inglés", "dos jugadores"]),
    Words(
      locale: "fr_FR",
      corrections: [
        "non cavalier f trois", "je voulais dire Cf3", "pas d quatre cavalier f trois",
        "pas d4 mais Cf3",
      ],
      cancellations: ["laisse tomber", "pas ça"],
      questions: [
        "quelle pièce en e quatre", "où est ma dame", "colonne e", "qui attaque f sept",
        "e quatre est défendu", "les trois derniers coups", "matériel",
        "la diagonale a un h huit", "les pions", "mes pions",
      ],
      terms: [
        "joue contre l'ordinateur avec les noirs niveau trois dix minutes", "je suis Anne",
        "plus lentement", "plus vite", "plus fort", "moins fort",
      ], changes: ["parle anglais", "deux joueurs"]),
    Words(
      locale: "it_IT",
      corrections: [
        "no cavallo f tre", "volevo dire Cf3", "non d quattro ma cavallo f tre", "non d4 ma Cf3",
      ],
      cancellations: ["lascia stare", "non quello"],
      questions: [
        "cosa è in e quattro", "dove è la mia donna", "colonna e", "chi attacca f sette",
        "e quattro è difesa", "ultime tre mosse", "materiale",
        "la diagonale a uno h otto", "pedoni", "i miei pedoni",
      ],
      terms: [
        "gioca contro il computer con il nero livello tre dieci minuti", "mi chiamo Anna",
        "più lento", "più veloce", "più forte", "più piano",
      ], changes: ["parla inglese", "due giocatori"]),
    Words(
      locale: "nl_NL",
      corrections: [
        "nee paard f drie", "ik bedoelde Pf3", "niet d vier maar paard f drie", "niet d4, Pf3",
      ],
      cancellations: ["laat maar", "niet dat", "annuleer"],
      questions: [
        "wat staat er op e vier", "waar is mijn dame", "lijn e", "wat valt f zeven aan",
        "is e vier gedekt", "laatste drie zetten", "materiaal",
        "de diagonaal a één h acht", "pionnen", "mijn pionnen",
      ],
      terms: [
        "speel tegen de computer met zwart niveau drie tien minuten", "ik ben Anna", "langzamer",
        "sneller", "harder", "zachter",
      ], changes: ["praat Engels", "twee spelers"]),
  ]

  @Test(arguments: languages) func movesCanBeCorrected(words: Words) throws {
    for said in words.corrections {
      var dialogue = try packDialogue(words.locale)
      _ = dialogue.read("d4")
      _ = dialogue.read(said)
      #expect(dialogue.game.sans == ["Nf3"], "\(said)")
    }
    var dialogue = try packDialogue(words.locale)
    _ = dialogue.read("d4")
    // A program's command, in English.
    _ = dialogue.read("no, Nf3", fromProgram: true)
    #expect(dialogue.game.sans == ["Nf3"])
  }

  @Test(arguments: languages) func questionsCanBeClosed(words: Words) throws {
    for said in words.cancellations {
      var dialogue = try packDialogue(words.locale)
      _ = dialogue.read("e4")
      _ = dialogue.read("resign", fromProgram: true)
      try #require(dialogue.question != nil)
      #expect(dialogue.read(said).first?.refusal?.reason == .declined, "\(said)")
      #expect(dialogue.question == nil && dialogue.game.outcome == nil)
    }
  }

  @Test(arguments: [
    ("de_DE", "ich bin schwarz", "Spieler"), ("de_DE", "ich bin weiss", "Spieler"),
    ("fr_FR", "je suis les noirs", "joueurs"), ("es_ES", "soy negras", "jugadores"),
    ("it_IT", "io sono il nero", "giocatori"), ("nl_NL", "ik ben zwart", "spelers"),
  ])
  func aSideIsNotANameAndPlayersAreListed(locale: String, side: String, players: String) throws {
    var dialogue = try packDialogue(locale)
    #expect(dialogue.read(side).first?.refusal?.reason == .notUnderstood)
    #expect(dialogue.read(players).first?.command?.command == .players)
  }

  /// Even if that makes another word: "e" for the Italian "è", "een" for the Dutch "één".
  @Test(arguments: languages) func accentsMayBeLeftOut(words: Words) throws {
    var start = try packDialogue(words.locale)
    _ = start.read("d4")
    let more = ["it_IT": ["dove è il re", "cosa è in e quattro"], "fr_FR": ["échiquier"]]
    for line in words.questions + words.corrections + more[words.locale, default: []] {
      let read = Set([line] + PlainLetters.spellings(of: line)).map { line in
        var dialogue = start
        let command = dialogue.read(line).first?.command?.command
        #expect(command != nil, "\(line)")
        return [command.map { "\($0)" }] + dialogue.game.sans
      }
      #expect(Set(read).count == 1, "\(line)")
    }
  }

  @Test(arguments: languages) func termsAreUnderstood(words: Words) throws {
    var dialogue = try packDialogue(words.locale)
    let meanings = words.terms.map { dialogue.bound.interpret(dialogue.words(in: $0)) }
    let setUp = GameSetUp(rival: .engine, side: .black, level: 3, minutes: 10)
    #expect(meanings.first == .command(.begin(setUp)))
    let changes = [VoiceChange.slower, .faster, .louder, .softer]
    #expect(meanings.suffix(4) == changes.map { .command(.voice($0)) })
    let others = words.changes.map { dialogue.bound.interpret(dialogue.words(in: $0)) }
    let language = words.locale == "en_GB" ? "de" : "en"
    #expect(
      others == [.command(.speak(language)), .command(.begin(GameSetUp(rival: .person)))])
    _ = dialogue.read(words.terms[1])
    #expect(dialogue.names.white == words.terms[1].split(separator: " ").last.map(String.init))
  }

  @Test(arguments: languages) func questionsAreUnderstood(words: Words) throws {
    var dialogue = try packDialogue(words.locale)
    for move in ["e4", "e5", "Nf3"] { _ = dialogue.read(move, fromProgram: true) }
    _ = dialogue.read("d6", fromProgram: true)
    let asked = words.questions.map { dialogue.read($0).first?.command?.command }
    let (e4, f7) = (try #require(Square("e4")), try #require(Square("f7")))
    let expected: [BoardQuestion] = [
      .square(e4), .ownPieces(.queen), .file(4), .attackers(f7), .defenders(e4), .lastMoves(3),
      .material, .diagonal(try #require(Square("a1")), try #require(Square("h8"))), .pieces(.pawn),
      .ownPieces(.pawn),
    ]
    #expect(asked.count == expected.count)
    for (command, question) in zip(asked, expected) { #expect(command == .ask(question)) }
    // The answer is in the language too.
    let english = ["e4: white pawn.", "Queen: d1."]
    let told = words.questions.prefix(2).map { line in
      dialogue.read(line).first?.lines.first?.text(in: dialogue.translation) ?? ""
    }
    #expect((told == english) == words.locale.hasPrefix("en"), "\(told)")
    #expect(told[1].hasSuffix("d1."))
  }
}
