import Chess
import ChessLanguage
import Glibc
import Panel
import Testing

@testable import ApplianceCore
@testable import Dialogue

/// The tone of each message.
@Suite(.tags(.hardwareFree)) struct SoundSignTests {
  private func refused(_ reason: Refusal.Reason) -> ConsoleMessage {
    .response(.refused(Refusal(reason, text: "x", message: "No.")), nil)
  }

  private static let move = MoveReport(
    text: "e four", move: Position.start.legalMoves[0], san: "e4", color: .white, number: 1,
    fen: "FEN", confidence: 1, isCheck: false, isMate: false, isDraw: false, opening: nil)

  @Test func messagesHaveTheirTones() {
    var answer = Self.move
    answer.opponent = "Stockfish"
    let question = Question(
      subject: .confirmation(.resign), text: "resign", prompt: "white resigns?",
      choices: ["yes", "no"], confidence: 0.9)
    let command = CommandReport(command: .undo, text: "undo", confidence: 1)
    let signs: [(ConsoleMessage, SoundSign?)] = [
      (.response(.move(Self.move), nil), .accepted), (.response(.move(answer), nil), .yourTurn),
      (.response(.command(command), nil), .accepted), (.result(Utterance(text: "x")), .accepted),
      (.response(.ask(question), nil), .question), (refused(.declined), .accepted),
      (refused(.uncertain), .refused), (.refused(.init(code: "x", reason: "No.")), .refused),
      (.error(code: "x", message: "Gone."), .trouble), (.timeLow(.white, seconds: 10), .time),
      (.state(.unavailable(.init(cause: .microphone, reason: "Gone."))), .noMicrophone),
      (.state(.unavailable(.init(cause: .recognizer, reason: "Gone."))), .trouble),
      (.state(.unavailable(.microphoneOff)), nil), (.state(.available), nil), (.partial("x"), nil),
      (.recording, nil), (.note("x"), nil), (.board([]), nil), (.help([]), nil),
    ]
    for (message, sign) in signs { #expect(SoundSign(message) == sign, "\(message)") }
  }

  /// Notes in Hz with milliseconds, rests at 0 Hz: rising is good, falling is bad, low is refused.
  @Test(
    arguments: [
      (.accepted, [(880, 180)]), (.question, [(523, 120), (784, 200)]),
      (.yourTurn, [(660, 100), (880, 100)]), (.noMicrophone, [(440, 150), (220, 300)]),
      (.trouble, [(330, 150), (330, 150)]), (.time, [(1_047, 60), (1_047, 60), (1_047, 60)]),
      (.refused, [(220, 110), (0, 60), (220, 110), (0, 60), (220, 110)]),
    ] as [(SoundSign, [(Double, Int)])])
  func signsHaveTheirTones(sign: SoundSign, tones: [(Double, Int)]) {
    #expect(sign.tones == tones.map { Tone($0.0, .milliseconds($0.1)) })
  }

  /// A sine at a quarter of full scale, faded in and out within 10 ms, or to its middle if it is
  /// shorter.
  @Test(arguments: [(440.0, 60), (1_000, 20), (700, 12), (0, 30), (300, 0), (300, -5)])
  func aToneFadesInAndOut(frequency: Double, milliseconds: Int) {
    let samples = Tone.samples(of: [Tone(frequency, .milliseconds(milliseconds))], rate: 8_000)
    let count = max(0, milliseconds * 8)
    #expect(samples.count == count)
    let ramp = min(80, count / 2)
    for (index, sample) in samples.enumerated() {
      let edge = min(index, count - 1 - index)
      let swell = edge < ramp ? (1 - cos(Double.pi * Double(edge) / Double(ramp))) / 2 : 1
      let value = 8_191.75 * swell * sin(2 * Double.pi * frequency * Double(index) / 8_000)
      #expect(sample == Int16(value), "\(index)")
    }
  }

  @Test func tonesPlayOneAfterAnother() {
    let tones = [Tone(440, .milliseconds(50)), Tone(0, .milliseconds(20))]
    let samples = Tone.samples(of: tones, rate: 16_000)
    #expect(samples.count == 800 + 320)
    #expect(samples.suffix(320).allSatisfy { $0 == 0 })
    #expect(samples.prefix(800).contains { $0 > 8_000 })
  }
}

/// How long each light of a sign is lit and dark, in milliseconds.
@Suite(.tags(.hardwareFree)) struct LightSignTests {
  @Test func eventSignsLastAsLongAsTheirFlashes() {
    let long = [Duration.milliseconds(1_200)]
    #expect(LightSign.accepted.available == IndicatorPattern(once: long, sign: "+"))
    #expect(LightSign.accepted.recording == .off)
    #expect(LightSign.accepted.duration == .milliseconds(1_600))
    // Three flashes of 0.15 s with equal pauses, and a little more.
    let flashes = Array(repeating: Duration.milliseconds(150), count: 5)
    #expect(LightSign.refused.recording == IndicatorPattern(once: flashes, sign: "-"))
    #expect(LightSign.refused.available == .off)
    #expect(LightSign.refused.duration == .milliseconds(1_150))
  }

  @Test func stateSignsBlinkAsTheLegendSays() {
    let half = [Duration.milliseconds(500), .milliseconds(500)]
    #expect(LightSign.question.available == IndicatorPattern(blinking: half, sign: "?"))
    #expect(
      LightSign.question.recording
        == IndicatorPattern(blinking: half, startsOn: false, sign: "?"))
    #expect(
      LightSign.thinking.available
        == IndicatorPattern(blinking: [.milliseconds(200), .milliseconds(1_800)], sign: "."))
    #expect(
      LightSign.notSaving.available
        == IndicatorPattern(blinking: [.milliseconds(1_500), .milliseconds(300)], sign: "/"))
    for sign in [LightSign.question, .thinking, .notSaving] { #expect(sign.duration == nil) }
  }
}
