import Chess
import DialogueTestSupport
import Glibc
import TestSupport
import Testing

@testable import ChessLanguage
@testable import LanguageModel

/// The probabilities that something is said, and that it is meant.
@Suite struct LikelihoodTests {
  /// The total probability of all phrases.
  private func mass(of grammar: Grammar) -> Double {
    let leaving = Dictionary(grouping: grammar.arcs, by: \.source)
    var known: [Int32: Double] = [Int32(grammar.final): 1]
    func mass(from state: Int32) -> Double {
      if let found = known[state] { return found }
      let sum = (leaving[state] ?? []).reduce(0.0) { sum, arc in
        sum + exp(Double(arc.weight)) * mass(from: arc.target)
      }
      known[state] = sum
      return sum
    }
    return mass(from: Int32(grammar.start))
  }

  @Test func sharesOfMovesOpeningsAndCommandsSumToOne() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let position = try Position(fen: ChessLanguageTests.start)
    #expect(abs(mass(of: language.bound(to: .position(position)).grammar) - 1) < 0.001)
  }

  /// The probabilities of "check" and "mate" after a move: low if they are false.
  @Test func trueChecksAndMatesAreLikelierToBeSaid() throws {
    let language = try UnpronouncedLanguage.shared.get()
    // The rook gives nothing, check or mate on d8.
    func odds(_ fen: String) throws -> [String: Double] {
      let bound = language.bound(to: .position(try Position(fen: fen)))
      let phrases = Grammar.Phrases(bound.grammar)
      let bare = try #require(phrases.weight(of: words("rook to d eight")))
      return try ["check", "mate"].reduce(into: [:]) { odds, word in
        let weight = try #require(phrases.weight(of: words("rook to d eight \(word)")))
        odds[word] = exp(weight - bare)
      }
    }
    let none = try odds("8/8/8/7k/8/8/8/3RK3 w - - 0 40")
    let check = try odds("6k1/8/8/8/8/8/8/3RK3 w - - 0 40")
    let mate = try odds("6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 40")
    let expected: [(Double?, Double?, Double)] = [
      (check["check"], none["check"], 0.39 / 0.6 / (0.015 / 0.98)),
      (mate["check"], none["check"], 0.2 / 0.5 / (0.015 / 0.98)),
      (check["mate"], none["mate"], 0.01 / 0.6 / (0.005 / 0.98)),
      (mate["mate"], none["mate"], 0.3 / 0.5 / (0.005 / 0.98)),
    ]
    for (one, other, ratio) in expected {
      let found = try #require(one) / (try #require(other))
      #expect(abs(found / ratio - 1) < 0.02, "\(found) \(ratio)")
    }
  }

  /// With an open question, answers are likelier than commands or moves: 0.5 to 0.04 to 0.05, and
  /// to 0.01 for a question about the board and for "no" with a move.
  @Test(.tags(.slow), .skippable(.slow)) func answersAreLikelierThanCommands() throws {
    // With one opener and one courtesy, and without rare words, so that the phrases can be counted.
    func short(_ data: CustomLanguageModelData) -> CustomLanguageModelData {
      var content = data.content
      let rare = content.templateGroups.flatMap(\.classes).first { $0.name == "only-heard" }?.values
      for index in content.templateGroups.indices {
        for usual in content.templateGroups[index].classes where usual.name != "only-heard" {
          let values = usual.values.filter { rare?.contains($0) != true }
          content.templateGroups[index].define(.init(usual.name, values))
        }
        content.templateGroups[index].define(.init("opener", ["well"]))
        content.templateGroups[index].define(.init("courtesy", ["please"]))
      }
      return CustomLanguageModelData(content: content)
    }
    let language = try ChessLanguage(
      moves: short(ChessPhrases.moves()), dialogue: short(ChessPhrases.dialogue()),
      dictionary: UnpronouncedLanguage.dictionary)
    let bound = language.bound(to: .confirmation(.resign, .start))
    let phrases = Grammar.Phrases(bound.grammar)
    var shares = (answers: 0.0, commands: 0.0, moves: 0.0)
    for phrase in phrases.prefix(1_000_000) {
      let chance = exp(try #require(phrases.weight(of: phrase)))
      switch bound.interpret(phrase) {
      case .answer: shares.answers += chance
      case .command: shares.commands += chance
      default: shares.moves += chance
      }
    }
    #expect(abs(shares.answers - 0.5 / 0.61) < 0.01 && abs(shares.commands - 0.05 / 0.61) < 0.01)
    #expect(abs(shares.moves - 0.06 / 0.61) < 0.01)
  }

  @Test func aFalseCheckMakesAMoveLessLikely() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let bound = language.bound(to: .position(.start))
    let move = try #require(Move(uci: "e2e4"))
    let meanings = bound.meanings(after: nil)
    let plain = try #require(meanings.meaning(["e", "four"]))
    for (phrase, likelihood) in [("e four", 1), ("e four check", 0.75), ("e four mate", 0.75)] {
      let interest = try #require(meanings.meaning(words(phrase)))
      #expect(interest.meaning == AnyMeaning(Interpretation.moves([move])) && interest.isAllowed)
      #expect(abs(interest.preference - plain.preference - log(likelihood)) < 1e-9, "\(phrase)")
    }
    let illegal = try #require(meanings.meaning(words("queen h five")))
    #expect(!illegal.isAllowed && meanings.meaning(["xyzzy"]) == nil)
  }

  /// Natural logarithms of the probabilities relative to the average.
  @Test func likelyMovesArePreferred() throws {
    let language = try UnpronouncedLanguage.shared.get()
    // The black queen can be taken.
    let position = try Position(fen: "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    let bound = language.bound(to: .position(position))
    let meanings = bound.meanings(after: nil)
    func preference(_ phrase: String) throws -> Double {
      let meaning = meanings.meaning(words(phrase))
      return try #require(meaning, "\(phrase)").preference
    }
    #expect(try preference("e takes d five") > 0.5)
    #expect(try preference("king f one") < 0)
    #expect(try preference("undo") == 0.5)
    #expect(try preference("play the winawer variation") == 0.5)
    // The average is one.
    let moves = ["king e two", "king f one", "king f two", "e five", "e takes d five"]
    #expect(position.legalMoves.count == moves.count)
    let sum = try moves.reduce(0) { $0 + exp(try preference($1)) }
    #expect(abs(sum - Double(moves.count)) < 0.01)
    // Without a position, there are no preferences.
    let open = language.bound(to: .anyMove).meanings(after: nil)
    #expect(open.meaning(words("queen h eight"))?.preference == 0)
    #expect(open.meaning(words("play the winawer variation"))?.preference == 0)
    let question = language.bound(to: .confirmation(.resign, .start)).meanings(after: nil)
    #expect(question.meaning(["yes"])?.meaning == AnyMeaning(Interpretation.answer(.yes)))
    #expect(question.meaning(["yes"])?.preference == 0)
  }

  /// A correction is as likely as its move was in the position before.
  @Test func likelyCorrectionsArePreferred() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let (e4, b4) = (try #require(Move(uci: "e2e4")), try #require(Move(uci: "b2b4")))
    var position = Position.start
    position.make(e4)
    let bound = language.bound(to: .position(position), correcting: Correctable(e4, in: .start))
    func preference(_ phrase: String, avoiding avoided: Set<Move> = []) throws -> Double {
      let meanings = bound.meanings(after: e4, avoiding: [Position.start.key: avoided])
      return try #require(meanings.meaning(words(phrase)), "\(phrase)").preference
    }
    let before = language.bound(to: .position(.start)).meanings(after: nil)
    for phrase in ["d four", "b four", "knight f three"] {
      let move = try #require(before.meaning(words(phrase))).preference
      #expect(abs(try preference("i meant " + phrase) - move - 0.5) < 1e-9)
    }
    #expect(try preference("i meant e four") < -3, "that is what was played")
    let avoided = try preference("i meant b four", avoiding: [b4])
    #expect(abs(avoided - log(0.1) - (try preference("i meant b four"))) < 1e-9)
  }

  @Test func byDefaultAMeaningIsAllowedAndAverage() {
    let plain = Meanings.Interest("check")
    #expect(plain == Meanings.Interest("check", preference: 0, isAllowed: true))
  }

  /// Nine tenths are moves, the rest is the dialogue.
  @Test func everythingIsNineTenthsMovesAndOneTenthDialogue() throws {
    let language = try UnpronouncedLanguage.shared.get()
    let everything = Grammar.Phrases(language.everything)
    let dialogue = Grammar.Phrases(
      try CompiledLanguageModel(
        ChessPhrases.dialogue().courteous(rare: ChessPhrases.moves().rareValues),
        dictionary: UnpronouncedLanguage.dictionary
      ).grammar)
    let moves = Grammar.Phrases(language.anyMove)
    for (phrase, part, share) in [
      ("knight to f three", moves, 0.9), ("new game", dialogue, 0.1),
    ] {
      let whole = try #require(everything.weight(of: words(phrase)))
      let alone = try #require(part.weight(of: words(phrase)))
      #expect(abs(exp(whole - alone) - share) < 1e-3, "\(phrase)")
    }
  }
}
