import ChessLanguage
import Testing

@testable import ApplianceCore
@testable import Chess
@testable import Dialogue

/// The words of messages for people.
@Suite struct ConsoleTextTests {
  private static let told: [(ConsoleMessage, String?)] = [
    (.hello, nil), (.recording, nil), (.partial("e"), nil), (.recordingEnded(.asked), nil),
    (.recordingEnded(.tooLong(.seconds(60))), "Stopped by itself after 60 s."),
    (
      .recordingEnded(.nothingSaid(.seconds(5))),
      "Stopped by itself: nothing was said for 5 s."
    ),
    (.state(.preparing), "Preparing."), (.state(.available), "Ready: press and speak."),
    (.state(.finishing), "Finishing the last recording."), (.state(.stopped), "Stopped."),
    (
      .status(.unavailable(.init(cause: .microphone, reason: "No microphone."))),
      "Unavailable: No microphone."
    ),
    (.refused(.init(code: "x", reason: "No.", text: "e four")), "No. \"e four\""),
    (.refused(.init(code: "x", reason: "No.")), "No."),
    (.error(code: "x", message: "Gone."), "Error: Gone."),
    (.timeLow(.white, seconds: 120), "White has two minutes left."),
    (.timeLow(.black, seconds: 120), "Black has two minutes left."),
    (.timeLow(.white, seconds: 60), "White has one minute left."),
    (.timeLow(.black, seconds: 60), "Black has one minute left."),
    (.timeLow(.white, seconds: 10), "White has 10 seconds left."),
    (.timeLow(.black, seconds: 5), "Black has 5 seconds left."),
    (.board(["8", "7"]), "8\n7"), (.lights("(*)"), "(*)"), (.note("Well."), "Well."),
    (
      .voice(player: "Ada", enrolled: 40, learnt: 7),
      "Expecting the voice of Ada: 40 moves enrolled, 7 learnt."
    ),
    (.response(.command(.init(command: .resign, text: "", confidence: 1)), nil), nil),
  ]

  @Test(arguments: told)
  func everyMessageHasItsText(message: ConsoleMessage, text: String?) {
    #expect(message.text == text)
  }

  private static let refused: [(ConsoleMessage.Rejection, String, String)] = [
    (.preparing, "preparing", "Still preparing; press again when the light is steady."),
    (.unavailable(.init(cause: .microphone, reason: "Gone.")), "microphone_unavailable", "Gone."),
    (.unavailable(.init(cause: .recognizer, reason: "No.")), "recognizer_unavailable", "No."),
    (.alreadyRecording, "already_recording", "Already recording."),
    (
      .recording, "already_recording",
      "It is recording: stop that first, then type this again."
    ),
    (.notRecording, "not_recording", "Nothing is being recorded."),
    (.withdrawn, "withdrawn", "The recording was cancelled before it began."),
    (.tooManyLines("e4"), "too_many_lines", "Too many lines at once; type it again:"),
  ]

  @Test(arguments: refused)
  func everyRejectionHasItsCodeAndReason(
    rejection: ConsoleMessage.Rejection, code: String, reason: String
  ) {
    #expect(rejection.code == code)
    #expect(rejection.reason.description == reason)
    #expect(rejection.text == (code == "too_many_lines" ? "e4" : nil))
    #expect(rejection.confidence == nil)
  }

  @Test func anUnknownCommandIsRefusedByName() {
    let rejection = ConsoleMessage.Rejection.unknownCommand("jump")
    #expect(rejection.code == "unknown_command")
    #expect(
      ConsoleMessage.refused(rejection).text
        == "Type start, stop, status or help; there is no \"jump\"")
  }

  @Test func onlyARepeatIsARepetition() {
    func said(_ command: Command) -> ConsoleMessage {
      .response(.command(.init(command: command, text: "", confidence: 1)), nil)
    }
    #expect(said(.repeatLast).isRepetition)
    #expect(!said(.undo).isRepetition)
    #expect(!ConsoleMessage.response(.move(Samples.move), nil).isRepetition)
    #expect(!ConsoleMessage.recording.isRepetition)
  }

  @Test func partialResultsAreFleeting() {
    #expect(ConsoleMessage.partial("e").isFleeting)
    #expect(!ConsoleMessage.recording.isFleeting)
  }

  private static let responses: [(Response, String?, Double?)] = [
    (.move(Samples.move), "knight takes f seven check", 0.875),
    (
      .opening(
        OpeningReport(
          text: "italian", opening: Opening(eco: "C50", name: "Italian Game", moves: []), moves: [],
          fen: "FEN", confidence: 0.5)), "italian", 0.5
    ),
    (
      .notation(NotationReport(text: "d four", notations: [], opening: nil, confidence: 0.25)),
      "d four", 0.25
    ),
    (
      .ask(
        Question(
          subject: .confirmation(.draw), text: "draw", prompt: "a draw?", choices: [],
          confidence: 0.75)), "draw", 0.75
    ),
    (.refused(Refusal(.uncertain, text: "e", message: "", confidence: 0.1)), "e", 0.1),
    (.command(CommandReport(command: .undo, text: "undo", confidence: 0.6)), "undo", 0.6),
    (.game(Samples.over), nil, nil),
  ]

  @Test(arguments: responses)
  func responsesHaveTheirTextAndConfidence(response: Response, text: String?, confidence: Double?) {
    #expect(response.text == text)
    #expect(response.confidence == confidence)
  }
}
