import Acoustics
import ApplianceCore
import Chess
import Dialogue
import Speech
import Testing

@testable import Appliance

/// The lessons, by values: no decoder and no disk.
@Suite struct LessonTests {
  private var dialogue: ChessDialogue

  init() throws { dialogue = ChessDialogue(language: try EnglishLanguage.shared.get()) }

  private func heard(
    _ text: String, confidence: Double = 0.9, signalToNoise: Double = 25,
    phrase: String? = nil
  ) -> Heard {
    let words = text.split(separator: " ").map(String.init)
    var heard = Heard(
      .recognized, utterance: Utterance(text: text),
      meanings: [Meaning(dialogue.bound.interpret(words), text: text, confidence: confidence)],
      confidence: confidence, signalToNoise: signalToNoise)
    heard.phrase = SpokenPhrase(
      words: (phrase ?? text).split(separator: " ").map(String.init), sound: nil)
    return heard
  }

  /// The lesson from something said now.
  private mutating func lesson(_ heard: Heard) -> SpokenPhrase? {
    let before = dialogue
    return heard.lesson(dialogue.hear(heard).first, in: before)
  }

  @Test mutating func aClearMoveIsALesson() throws {
    let lessonSaid = lesson(heard("knight f three"))
    #expect(lessonSaid?.words == ["knight", "f", "three"])
  }

  @Test mutating func uncertainMovesAndOtherWordsTeachNothing() {
    var said = lesson(heard("knight f three", confidence: 0.55))
    #expect(said == nil)
    dialogue = ChessDialogue(language: dialogue.language)
    said = lesson(heard("knight f three", signalToNoise: 8))
    #expect(said == nil)
    dialogue = ChessDialogue(language: dialogue.language)
    said = lesson(heard("knight f three", phrase: "knight e three"))
    #expect(said == nil, "other words were likelier")
    said = lesson(heard("show the board"))
    #expect(said == nil)
    said = lesson(heard("new game"))
    #expect(said == nil)
    said = lesson(heard("yes"))
    #expect(said == nil)
  }

  @Test mutating func answersTeachNothing() throws {
    dialogue = ChessDialogue(
      language: dialogue.language,
      game: Game(start: try Position(fen: "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 12")))
    var said = lesson(heard("knight d two"))
    #expect(said == nil)
    try #require(dialogue.question != nil)
    said = lesson(heard("first"))
    #expect(said == nil)
    #expect(dialogue.game.moves.count == 1)
  }

  @Test mutating func withoutAGameNothingIsLearnt() {
    dialogue = ChessDialogue(language: dialogue.language, mode: .notation)
    let said = lesson(heard("knight f three"))
    #expect(said == nil)
  }

  /// Typed lines after a spoken "knight f three", and whether they confirm it.
  @Test(arguments: [
    (["e5"], true), (["show the board", "what can i say", "e5"], true),
    (["knight e nine", "e5"], true), (["new game", "no", "e5"], true),
    (["undo"], false), (["undo", "Nf3", "e5"], false), (["undo", "Nh3", "e5"], false),
    (["new game", "yes", "e4", "e5"], false), (["resign", "yes"], false), ([], false),
  ])
  mutating func laterPlayConfirmsAMove(lines: [String], confirms: Bool) throws {
    var confirmation = PlayConfirmation()
    let lessonSaid = lesson(heard("knight f three"))
    let lesson = try #require(lessonSaid)
    #expect(confirmation.note(dialogue, lesson) == nil)
    var confirmed: [SpokenPhrase] = []
    for line in lines {
      _ = dialogue.read(line)
      if let lesson = confirmation.note(dialogue, nil) { confirmed.append(lesson) }
    }
    #expect(confirmed == (confirms ? [lesson] : []))
  }

  /// The opponent's reply confirms nothing: a correction takes it back too.
  @Test mutating func againstAnOpponentTheNextMoveConfirms() throws {
    for (line, isConfirmed) in [("d4", true), ("no, e4", false), ("undo", false)] {
      dialogue = ChessDialogue(
        language: dialogue.language,
        opponent: Opponent(side: .black, strength: .level(1), name: "toy"))
      var confirmation = PlayConfirmation()
      let lessonSaid = lesson(heard("knight f three"))
      let lesson = try #require(lessonSaid)
      #expect(confirmation.note(dialogue, lesson) == nil)
      let task = try #require(dialogue.task)
      let reply = EngineAnswer(move: try #require(Move(uci: "e7e5")), score: 0, engine: "toy")
      _ = dialogue.take(.success(reply), to: task)
      #expect(confirmation.note(dialogue, nil) == nil)
      _ = dialogue.read(line)
      #expect((confirmation.note(dialogue, nil) == lesson) == isConfirmed, "\(line)")
    }
  }

  @Test mutating func eachMoveConfirmsTheOneBefore() throws {
    var confirmation = PlayConfirmation()
    let firstSaid = lesson(heard("e four"))
    let first = try #require(firstSaid)
    #expect(confirmation.note(dialogue, first) == nil)
    let secondSaid = lesson(heard("e five"))
    let second = try #require(secondSaid)
    #expect(confirmation.note(dialogue, second) == first)
    _ = dialogue.read("Nf3")
    #expect(confirmation.note(dialogue, nil) == second)
    _ = dialogue.read("Nc6")
    #expect(confirmation.note(dialogue, nil) == nil, "each once")
  }
}
