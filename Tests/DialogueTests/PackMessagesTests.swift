import Chess
import ChessLanguage
import DialogueTestSupport
import FoundationEssentials
import Localization
import TestSupport
import Testing

@testable import Dialogue

/// What each language's messages say: grammar, terms, and words that the program obeys.
@Suite(.tags(.hardwareFree)) struct PackMessagesTests {
  private static let locales = ["de_DE", "es_ES", "fr_FR", "it_IT", "nl_NL"]

  private static func messages(_ locale: String) throws -> [String: String] {
    let file = UnpronouncedLanguage.folder.appending(path: "\(locale)/messages.json")
    return try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
  }

  /// The dialogue's answer to a question about the board, in its language.
  private static func told(_ dialogue: inout ChessDialogue, _ question: BoardQuestion) -> String {
    let answers = dialogue.answers(to: question)
    return answers.map { $0.text(in: dialogue.translation) }.joined(separator: " ")
  }

  @Test(arguments: locales) func quotationMarksAreTheLanguages(locale: String) throws {
    for text in try Self.messages(locale).values { #expect(!text.contains("\""), "\(text)") }
  }

  /// German, Spanish and Italian address nobody; Dutch says "u".
  @Test(
    arguments: [
      ("de_DE", ["du", "dein", "deine", "sie", "ihr"], ["Sie", "Ihr", "Ihre", "Du"]),
      ("es_ES", ["diga", "di", "ponga", "pon", "juegas", "termine", "cierre", "tu"], []),
      ("it_IT", ["dica", "giochi", "chiuda", "alzi", "tuo", "tua"], []),
      ("nl_NL", ["je", "jij", "jouw"], []),
    ] as [(String, [String], [String])])
  func oneFormOfAddress(locale: String, lower: [String], capitals: [String]) throws {
    // Lists are what players type.
    for (key, text) in try Self.messages(locale) where !key.contains("; ") {
      let words = text.split { !$0.isLetter && $0 != "'" }.map(String.init)
      let first = words.first ?? ""
      for word in words {
        // "sie" and "Ihre" are also "they" and, at the beginning of a sentence, "their".
        let isAddress =
          locale == "de_DE"
          ? word != first && !text.contains(". \(word)") && !text.contains(": \(word)")
            && capitals.contains(word)
          : lower.contains(word.lowercased())
        #expect(!isAddress, "\(key): \(text)")
      }
    }
  }

  /// A count may be 1, so no plural noun follows it.
  @Test(arguments: locales) func aCountMayBeOne(locale: String) throws {
    let messages = try Self.messages(locale)
    for key in [
      "%@ recordings", "%@ recordings; %@ moves learnt from play, the last on %@, %@",
      "moves heard: %@; at least %@ are needed",
      "%@ lines were not shown: the console was too slow, or away.",
      "Expecting the voice of %@: %@ moves enrolled, %@ learnt.",
      "rank %@ has %@ squares, expected 8",
    ] {
      let text = try #require(messages[key])
      let counted = text.components(after: "%@ ")
      #expect(
        !counted.contains {
          $0.first?.isLetter == true && !$0.hasPrefix("sind ")
            && !$0.hasPrefix("zijn ")
        }, "\(text)")
    }
  }

  /// To leave a game is not to resign it.
  @Test(arguments: [
    ("de_DE", "aufgeben"), ("es_ES", "abandon"), ("fr_FR", "abandonner"), ("it_IT", "abbandon"),
    ("nl_NL", "opgeven"),
  ])
  func aNewGameIsNoResignation(locale: String, resigning: String) throws {
    let messages = try Self.messages(locale)
    for key in [
      "give up this game and begin a new one?", "give up this game and set up the position?",
      "give up this game and begin a new one as white?",
      "give up this game and begin a new one as black?",
    ] {
      let text = try #require(messages[key])
      #expect(!text.contains(resigning), "\(text)")
    }
  }

  /// The help's commands are understood, also those that only this language has.
  @Test(.tags(.slow), .skippable(.slow), arguments: locales) func theHelpIsObeyed(locale: String)
    throws
  {
    let key =
      "In a game, type a move (e4, Nf3, g1f3) or: undo, new game, resign, draw, board, repeat, moves, moves n, last, fen, pgn, games, set up FEN, ?"
    let help = try #require(try Self.messages(locale)[key])
    let commands =
      help.split(separator: ": ").last?.split(separator: ", ")
      ?? []
      .filter { !$0.contains("FEN") }
    #expect(commands.count >= 12)
    #expect(!help.contains("board"))
    for command in commands where !command.contains("FEN") {
      var dialogue = try packDialogue(locale)
      _ = dialogue.read("e4", fromProgram: true)
      let response = try #require(dialogue.read(String(command)).first)
      #expect(response.refusal == nil, "\(command)")
    }
  }

  /// Everything that the help suggests is understood, in a game and to a question.
  @Test(arguments: locales) func examplesAreUnderstood(locale: String) throws {
    let fen = "r3k2r/pPp1qppp/2n2n2/3pP3/1b1P4/2N2N2/PP2QPPP/R3K2R w KQkq d6 0 10"
    for question in [nil, "rd1", "resign"] {
      var dialogue = try packDialogue(locale, fen)
      if let question { _ = dialogue.read(question, fromProgram: true) }
      let lines = dialogue.lines(for: .help).map { $0.text(in: dialogue.translation) }
      #expect(lines.count > 7)
      for line in lines {
        let meaning = dialogue.bound.interpret(dialogue.words(in: line))
        #expect(meaning != .nothing, "\(line)")
      }
    }
  }

  /// German nouns have capitals, other words none.
  @Test func examplesAreSpelled() throws {
    let english = try UnpronouncedLanguage.shared.get()
    #expect(english.written("knight takes f four") == "knight takes f four")
    var dialogue = try packDialogue("de_DE", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 12")
    for question in [nil, "nd2"] {
      if let question { _ = dialogue.read(question, fromProgram: true) }
      let lines = dialogue.lines(for: .help).map { $0.text(in: dialogue.translation) }
      #expect(lines.contains { $0.hasPrefix("Springer ") || $0.hasPrefix("König ") }, "\(lines)")
      #expect(!lines.contains { $0.contains("springer") || $0.contains("könig") }, "\(lines)")
    }
  }

  /// A choice agrees with "move": "la primera" (jugada), "il primo" would not do.
  @Test(arguments: [
    ("de_DE", "der erste"), ("es_ES", "la primera"), ("fr_FR", "le premier"),
    ("it_IT", "la prima"), ("nl_NL", "de eerste"),
  ])
  func aChoiceAgrees(locale: String, first: String) throws {
    var dialogue = try packDialogue(locale, "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 12")
    _ = dialogue.read("nd2", fromProgram: true)
    let lines = dialogue.lines(for: .help).map { $0.text(in: dialogue.translation) }
    #expect(lines.contains(first), "\(lines)")
  }

  /// "None" fits masculine and feminine nouns.
  @Test(
    arguments: [
      ("de_DE", "Weiß: nicht auf dem Brett.", "Weiß: keine Rochade.", "Weiß: kurz, lang."),
      (
        "es_ES", "Blancas: no hay.", "Blancas: ningún enroque.",
        "Blancas: enroque corto, enroque largo."
      ),
      (
        "fr_FR", "Blancs : pas sur l'échiquier.", "Blancs : pas de roque.",
        "Blancs : petit roque, grand roque."
      ),
      (
        "it_IT", "Bianco: non ce ne sono.", "Bianco: nessun arrocco.",
        "Bianco: arrocco corto, arrocco lungo."
      ),
      ("nl_NL", "Wit: niet op het bord.", "Wit: geen rokade.", "Wit: kort, lang."),
    ] as [(String, String, String, String)])
  func whatIsMissingIsTold(
    locale: String, pieces: String, noCastling: String, castling: String
  ) throws {
    var bare = try packDialogue(locale, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    #expect(Self.told(&bare, .pieces(.knight)).hasPrefix(pieces))
    #expect(Self.told(&bare, .castling).hasPrefix(noCastling))
    let own = Self.told(&bare, .ownPieces(.queen))
    #expect(own.hasSuffix(pieces.drop { $0 != ":" }.dropFirst(2)), "\(own)")
    var start = try packDialogue(locale)
    #expect(Self.told(&start, .castling).hasPrefix(castling))
  }

  /// The voice names castling with the noun that also fits "that is not legal here".
  @Test(arguments: locales) func castlingIsNamedAsPlayersSayIt(locale: String) throws {
    let messages = try Self.messages(locale)
    let dialogue = try packDialogue(locale, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for (key, castle) in [("castles kingside", "e1g1"), ("castles queenside", "e1c1")] {
      let move = try #require(Move(uci: castle))
      #expect(messages[key]?.lowercased() == dialogue.bound.spoken(move))
    }
  }

  /// A square is feminine in these languages, whatever is on it.
  @Test(arguments: [
    ("es_ES", "La casilla e4 está vacía.", "La casilla e1 no está defendida."),
    ("fr_FR", "La case e4 est vide.", "La case e1 n'est pas défendue."),
    ("it_IT", "La casa e4 è vuota.", "La casa e1 non è difesa."),
  ])
  func aSquareIsFeminine(locale: String, empty: String, undefended: String) throws {
    var dialogue = try packDialogue(locale, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    #expect(Self.told(&dialogue, .square(try #require(Square("e4")))) == empty)
    #expect(Self.told(&dialogue, .defenders(try #require(Square("e1")))) == undefended)
  }
}

extension String {
  /// The rest of the text after each occurrence of a mark.
  fileprivate func components(after mark: String) -> [Substring] {
    indices.filter { self[$0...].hasPrefix(mark) }.map { self[$0...].dropFirst(mark.count) }
  }
}
