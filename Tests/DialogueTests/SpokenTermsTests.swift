import Chess
import ChessLanguage
import DialogueTestSupport
import LanguageModel
import TestSupport
import Testing

@testable import Dialogue

/// Spoken opponents, levels, times, names and voices.
@Suite struct SpokenTermsTests {
  private func dialogue(
    isAlone: Bool = true, names: PlayerNames = PlayerNames(), voice: SpokenVoice? = nil
  ) throws -> ChessDialogue {
    ChessDialogue(
      language: try UnpronouncedLanguage.shared.get(),
      opponent: isAlone ? Opponent(side: .black, strength: .level(5), name: "toy") : nil,
      names: names, timeControl: TimeControl("15+10"), voice: voice)
  }

  @Test(arguments: [
    ("play against the computer", 5, 15, Color.white), ("level three", 3, 15, .white),
    ("play against the computer level three ten minutes", 3, 10, .white),
    ("play the computer as black one minute", 5, 1, .black),
    ("play against the computer as black level eight one hour", 8, 60, .black),
    ("new game five minutes", 5, 5, .white), ("thirty minutes", 5, 30, .white),
  ])
  func onePhraseSetsUpAGame(said: String, level: Int, minutes: Int, side: Color) throws {
    for isTyped in [false, true] {
      var dialogue = try dialogue()
      let responses = isTyped ? dialogue.read(said) : dialogue.hear([heard(said)])
      #expect(responses.first?.command != nil, "\(said)")
      #expect(dialogue.opponent?.strength == .level(level), "\(said)")
      #expect(dialogue.opponent?.side == side.opponent, "\(said)")
      #expect(dialogue.timeControl?.initial == .seconds(60 * minutes), "\(said)")
      #expect((dialogue.task?.matter == .move) == (side == .black), "the computer begins")
    }
  }

  @Test func theTermsAreReported() throws {
    var dialogue = try dialogue()
    let responses = dialogue.read("play against the computer as black level three one minute")
    let lines = responses.first?.lines.map(\.description)
    #expect(lines == ["A new game. You play black. Level 3. One minute each."])
    #expect(responses.first?.command?.command == .newGame)
    // Only the clock, if there is no engine.
    var people = try self.dialogue(isAlone: false)
    let told = people.read("ten minutes").first?.lines.map(\.description)
    #expect(told == ["A new game. 10 minutes each."])
    #expect(people.read("play against the computer").first?.refusal?.reason == .noOpponent)
  }

  @Test func twoPeoplePlayUntilTheComputerIsAskedAgain() throws {
    var dialogue = try dialogue()
    let told = dialogue.hear([heard("two players five minutes")]).first?.lines.map(\.description)
    #expect(told == ["A new game. Two people play. 5 minutes each."])
    #expect(dialogue.opponent == nil && dialogue.timeControl == TimeControl("5"))
    for move in ["e4", "e5"] { _ = dialogue.read(move) }
    #expect(dialogue.game.moves.count == 2 && dialogue.task == nil)
    #expect(dialogue.read("hint").first?.refusal?.message.description == "Two people play.")
    for line in ["play the computer level two", "yes"] { _ = dialogue.hear([heard(line)]) }
    #expect(dialogue.opponent?.strength == .level(2) && dialogue.idle == nil)
  }

  @Test func anotherLanguageNeedsConfirmation() throws {
    let locales = ["en_US", "en_GB", "de_DE"].map { LanguageModel.Locale(identifier: $0) }
    var dialogue = ChessDialogue(
      language: try UnpronouncedLanguage.shared.get(), locales: locales)
    #expect(dialogue.hear([heard("speak french")]).first?.refusal?.reason == .noLanguage)
    #expect(dialogue.hear([heard("speak german")]).first?.asked != nil)
    #expect(dialogue.locale.identifier == "en_US")
    let told = dialogue.hear([heard("yes")]).first?.lines.map(\.description)
    #expect(told == ["Language: de_DE."] && dialogue.locale.identifier == "de_DE")
    for line in ["speak English", "yes"] { _ = dialogue.read(line) }
    #expect(dialogue.locale.identifier == "en_US")
  }

  /// Programs' commands, in English.
  @Test func anIncrementCanBeTyped() throws {
    var dialogue = try dialogue()
    let lines = dialogue.read("new game as black level 2 5+3").first?.lines.map(\.description)
    #expect(lines == ["A new game. You play black. Level 2. Clock: 5+3."])
    #expect(dialogue.timeControl == TimeControl("5+3"))
    #expect(dialogue.opponent?.strength == .level(2))
    _ = dialogue.read("new game 10+0")
    #expect(dialogue.timeControl == TimeControl("10"))
  }

  @Test func newTermsNeedConfirmationOnceAGameHasBegun() throws {
    var dialogue = try dialogue()
    _ = dialogue.read("e4")
    #expect(dialogue.hear([heard("play against the computer level two")]).first?.asked != nil)
    #expect(dialogue.opponent?.strength == .level(5) && dialogue.game.moves.count == 1)
    _ = dialogue.hear([heard("yes")])
    #expect(dialogue.opponent?.strength == .level(2) && dialogue.game.moves.isEmpty)
  }

  @Test func aSideIsNotAName() throws {
    for line in ["I am black", "i am White"] {
      var dialogue = try dialogue()
      #expect(dialogue.read(line).first?.refusal?.reason == .notUnderstood)
      #expect(dialogue.names == PlayerNames())
    }
  }

  @Test(arguments: [
    ("I am anna", "Anna"), ("my name is Peter", "Peter"), ("i am Zo", "Zo"),
    ("I am Mary Ann Smith", "Mary Ann Smith"),
  ])
  func playersIntroduceThemselves(typed: String, name: String) throws {
    var dialogue = try dialogue()
    let told = dialogue.read(typed).first?.lines.map(\.description)
    let isListed = ["Anna", "Peter"].contains(name)
    let written = isListed ? name.lowercased() : name
    #expect(
      told?.first?.lowercased() == "white: \(written.lowercased()). black: toy.", "\(told ?? [])")
    guard isListed else { return }
    var listening = try self.dialogue(isAlone: false)
    _ = listening.hear([heard("i am \(name.lowercased())")])
    #expect(listening.names == PlayerNames(white: name))
    // After the first move, the other player speaks.
    _ = listening.read("e4")
    _ = listening.hear([heard("my name is eva")])
    #expect(listening.names == PlayerNames(white: name, black: "Eva"))
  }

  @Test func aPlayersNameFollowsTheSide() throws {
    var dialogue = try dialogue(names: PlayerNames(white: "Anna"))
    _ = dialogue.read("new game as black")
    #expect(dialogue.names == PlayerNames(black: "Anna"))
    _ = dialogue.read("new game as black")
    #expect(dialogue.names == PlayerNames(black: "Anna"))
    _ = dialogue.read("play against the computer as white")
    #expect(dialogue.names == PlayerNames(white: "Anna"))
  }

  /// A name from the configuration can be said if it has a pronunciation.
  @Test func configuredNamesCanBeSaid() throws {
    let words = UnpronouncedLanguage.dictionary
    let language = try ChessLanguage(
      moves: ChessPhrases.moves(), dialogue: ChessPhrases.dialogue(), dictionary: words,
      names: ["Queen", "Nobody"])
    let bound = language.bound(to: .position(.start))
    #expect(bound.interpret(["i", "am", "queen"]) == .command(.introduce("Queen")))
    #expect(bound.interpret(["i", "am", "nobody"]) == .nothing)
    #expect(bound.grammar.accepts(["my", "name", "is", "anna"]))
  }

  @Test(arguments: [
    ("slower", SpokenVoice(rate: 140), "140 words per minute."),
    ("speak faster", SpokenVoice(rate: 180), "180 words per minute."),
    ("louder", SpokenVoice(volume: 120), "Volume: 120 percent."),
    ("softer", SpokenVoice(volume: 80), "Volume: 80 percent."),
  ])
  func theVoiceChanges(said: String, voice: SpokenVoice, line: String) throws {
    var dialogue = try dialogue(voice: SpokenVoice())
    let report = try #require(dialogue.hear([heard(said)]).first?.command)
    #expect(report.voice == voice && dialogue.voice == voice)
    #expect(report.lines.map(\.description) == [line])
    var silent = try self.dialogue()
    #expect(silent.read(said).first?.refusal?.reason == .noVoice)
  }

  @Test(arguments: VoiceChange.allCases) func theVoiceHasLimits(change: VoiceChange) throws {
    var dialogue = try dialogue(voice: SpokenVoice())
    var changes = 0
    while dialogue.read(change.rawValue).first?.refusal == nil, changes < 100 { changes += 1 }
    let voice = try #require(dialogue.voice)
    let limits: [VoiceChange: SpokenVoice] = [
      .slower: SpokenVoice(rate: 80), .faster: SpokenVoice(rate: 450),
      .louder: SpokenVoice(volume: 200), .softer: SpokenVoice(volume: 20),
    ]
    #expect(voice == limits[change] && changes < 20)
    #expect(dialogue.read(change.rawValue).first?.refusal?.reason == .voiceLimit)
  }
}
