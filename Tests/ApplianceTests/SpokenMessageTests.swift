import Chess
import Dialogue
import TestSupport
import Testing

@testable import Appliance
@testable import ApplianceCore

@Suite struct SpokenMessageTests {
  private func spoken(_ lines: String..., from fen: String? = nil) throws -> String {
    let game = try fen.map { Game(start: try Position(fen: $0)) } ?? Game()
    var dialogue = ChessDialogue(language: try EnglishLanguage.shared.get(), game: game)
    var last: [Response] = []
    for line in lines { last = dialogue.read(line) }
    return last.compactMap { ConsoleMessage.response($0, nil).spoken() }.joined(separator: " ")
  }

  @Test func shownLinesAreSpoken() throws {
    #expect(try spoken("Nf3") == "knight F three.")
    #expect(
      try spoken("nd2", from: "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 12")
        == "Which move? 1: knight B D two, 2: knight F D two? Say the move or its number, or no.")
    #expect(try spoken("e5").hasPrefix("That is not legal here: E five"))
    #expect(try spoken("e4", "undo").contains("Taken back: E four."))
    #expect(try spoken("resign").contains("white resigns?"))
    #expect(
      try spoken("f3", "e5", "g4", "Qh4")
        == "queen H four, checkmate. Game over: checkmate, black wins.")
  }

  /// Every kind of message; the compiler asks for a new one here.
  private enum Kind: CaseIterable {
    case hello, settings, state, status, recording, recordingEnded, partial, result, response,
      refused, error
    case listening, voice, timeLow, clock, help, lights, board, note

    init(_ message: ConsoleMessage) {
      self =
        switch message {
        case .hello: .hello
        case .settings: .settings
        case .state: .state
        case .status: .status
        case .listening: .listening
        case .recording: .recording
        case .recordingEnded: .recordingEnded
        case .partial: .partial
        case .result: .result
        case .response: .response
        case .refused: .refused
        case .error: .error
        case .voice: .voice
        case .timeLow: .timeLow
        case .clock: .clock
        case .help: .help
        case .lights: .lights
        case .board: .board
        case .note: .note
        }
    }
  }

  private var clock: ClockReport {
    get throws { ChessClock(try #require(TimeControl("15+10"))).report(at: .zero) }
  }

  /// The voice says all shown words, except fleeting ones and those during a recording.
  @Test func everyKindOfMessageIsSpoken() throws {
    let gone = Unavailability(cause: .microphone, reason: "There is no microphone.")
    let messages: [(ConsoleMessage, String?)] = [
      (.state(.available), "Ready: press and speak."), (.state(.preparing), nil),
      (.state(.unavailable(gone)), "Unavailable: There is no microphone."),
      (.status(.recording), "Recording."), (.status(.preparing), "Preparing."), (.recording, nil),
      (.recordingEnded(.asked), nil),
      (.recordingEnded(.tooLong(.seconds(60))), "Stopped by itself after 60 s."),
      (
        .recordingEnded(.nothingSaid(.seconds(5))),
        "Stopped by itself: nothing was said for 5 s."
      ),
      (
        .listening(false, name: "chessboard"), "It no longer listens for chessboard."
      ),
      (.partial("knight"), nil), (.result(Utterance(text: "knight f three")), "knight F three"),
      (
        .response(.refused(Refusal(.notLegal, text: "Nf3", message: "Not legal: Nf3.")), nil),
        "Not legal: knight F three."
      ),
      (
        .refused(.init(code: "x", reason: "Not understood.", text: "night")),
        "Heard: night. Not understood."
      ),
      (.error(code: "record", message: "The disk is full."), "Error: The disk is full."),
      (
        .voice(player: "anna", enrolled: 20, learnt: 3),
        "Expecting the voice of anna: 20 moves enrolled, 3 learnt."
      ),
      (.timeLow(.white, seconds: 10), "White has 10 seconds left."),
      (.timeLow(.black, seconds: 60), "Black has one minute left."),
      (
        .help(["Type a move (Nf3)."]),
        "Type start, stop, status or help. Type a move, knight F three."
      ),
      (.hello, nil), (.settings([.init(path: "game", text: "true")]), nil),
      (.lights("(*) available"), nil), (.board(["8  r n"]), nil),
      (.clock(try clock), nil),
      (
        .note("Clock: White 14:32, Black 15:00."),
        "Clock: White 14 minutes 32 seconds, Black 15 minutes."
      ),
    ]
    for (message, words) in messages { #expect(message.spoken() == words, "\(message)") }
    #expect(Set(messages.map { Kind($0.0) }) == Set(Kind.allCases))
  }

  /// It names an opening when the name is new, not with every move.
  @Test func anOpeningIsNamedWhenItsNameChanges() async throws {
    let recorder = Recorder()
    let log = Log(level: .error, descriptor: -1, isJournal: false)
    let console = SoundingConsole(
      PaperConsole(), .speech, by: Announcer(recorder, synthesizer: recorder, log: log))
    var dialogue = ChessDialogue(language: try EnglishLanguage.shared.get(), game: Game())
    for line in ["e4", "e5", "Ke2", "Ke7", "h3"] {
      for response in dialogue.read(line) { console.show(.response(response, nil)) }
    }
    await recorder.notes("H three.")
    await console.close()
    let said = recorder.notes.withLock { $0.filter { !$0.contains("s ") || $0.contains("'s ") } }
    #expect(
      said == [
        "E four.", "King's Pawn Game.", "E five.", "king E two.",
        "Bongcloud Attack.", "king E seven.", "H three.",
      ])
  }

  @Test func openingsAreSpokenInTheLanguage() async throws {
    let recorder = Recorder()
    let log = Log(level: .error, descriptor: -1, isJournal: false)
    let pack = try PackLanguage("de_DE")
    let console = SoundingConsole(
      PaperConsole(), .speech, as: SpokenNotation(pack.translation),
      by: Announcer(recorder, synthesizer: recorder, log: log))
    var dialogue = ChessDialogue(
      language: pack.language, game: Game(), translation: pack.translation)
    for response in dialogue.read("e4") { console.show(.response(response, nil)) }
    await recorder.notes("Königsbauernspiel.")
    await console.close()
  }

  /// The tones match the lights.
  @Test func messagesHaveTheirTones() throws {
    let unavailable = Unavailability(cause: .microphone, reason: "gone")
    let signs: [(ConsoleMessage, SoundSign?)] = [
      (.refused(.init(code: "x", reason: "No.")), .refused), (.timeLow(.white, seconds: 10), .time),
      (.state(.unavailable(unavailable)), .noMicrophone), (.state(.available), nil),
      (.error(code: "record", message: "x"), .trouble), (.partial("e"), nil), (.board([]), nil),
    ]
    for (message, sign) in signs { #expect(SoundSign(message) == sign, "\(message)") }
    var dialogue = ChessDialogue(language: try EnglishLanguage.shared.get(), game: Game())
    for (line, sign) in [("e4", SoundSign.accepted), ("e4", .refused), ("resign", .question)] {
      let responses = dialogue.read(line)
      let response = try #require(responses.first)
      #expect(SoundSign(.response(response, nil)) == sign)
    }
  }
}
