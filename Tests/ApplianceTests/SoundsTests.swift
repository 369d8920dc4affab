import ApplianceCore
import Chess
import DeviceIO
import Dialogue
import Glibc
import Microphone
import Synchronization
import TestSupport
import Testing

@testable import Appliance

@Suite struct ToneTests {
  @Test(arguments: SoundSign.allCases)
  func aSignSwellsAndFadesAndIsShort(sign: SoundSign) {
    let samples = Tone.samples(of: sign.tones, rate: 22_050)
    #expect((2_000...22_050).contains(samples.count))
    #expect(samples.first == 0 && abs(samples.last ?? 1_000) < 100)
    let peak = samples.map { abs(Int($0)) }.max() ?? 0
    #expect((7_000...8_300).contains(peak))
    // No step that would click.
    #expect(zip(samples, samples.dropFirst()).allSatisfy { abs(Int($0) - Int($1)) < 2_600 })
  }

  @Test func signsSoundDifferent() {
    #expect(Set(SoundSign.allCases.map(\.tones)).count == SoundSign.allCases.count)
  }

  @Test func aToneHasItsFrequency() {
    let samples = Tone.samples(of: [Tone(1_000, .seconds(1))], rate: 16_000)
    let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    #expect((998...1_001).contains(crossings) && samples.count == 16_000)
  }
}

/// Notes what is played, and when what else happens.
final class Recorder: AudioOutput, SpeechSynthesizing, Sendable {
  let notes = Mutex<[String]>([])
  private let isHeld = Mutex(false)

  func note(_ text: String) { notes.withLock { $0.append(text) } }
  /// From now on, sounds do not end by themselves.
  func hold() { isHeld.withLock { $0 = true } }
  /// From now on, sounds end as soon as they have begun.
  func release() { isHeld.withLock { $0 = false } }

  /// Returns once `text` is noted; fails the test when patience runs out.
  func notes(_ text: String) async {
    await Patience.wait(for: text) { notes.withLock { $0.contains(text) } }
  }

  func play(_ samples: [Int16], rate: Int) async throws {
    note("begins \(samples.count)")
    while isHeld.withLock({ $0 }), !Task.isCancelled { await Task.yield() }
    note("ends \(samples.count)")
  }

  func talking(like voice: SpokenVoice) -> any SpeechSynthesizing {
    note("talks at \(voice.rate), \(voice.volume) %")
    return self
  }

  func speech(for text: String) throws -> (samples: [Int16], rate: Int) {
    note(text)
    return (Array(repeating: 0, count: text.count), 22_050)
  }
}

@Suite struct AnnouncerTests {
  private let recorder = Recorder()
  private let log = Log(level: .error, descriptor: -1, isJournal: false)
  private var announcer: Announcer { Announcer(recorder, synthesizer: recorder, log: log) }

  @Test func itSoundsOneAfterAnother() async throws {
    let announcer = announcer
    await announcer.announce(.words("one"))
    await announcer.announce(.words("three"))
    await recorder.notes("ends 5")
    #expect(
      recorder.notes.withLock { $0 }
        == ["one", "begins 3", "ends 3", "three", "begins 5", "ends 5"])
  }

  /// An open microphone cuts off the present sound and drops the waiting ones. New ones wait until
  /// it is closed.
  @Test func nothingSoundsWhileAMicrophoneIsOpen() async throws {
    let announcer = announcer
    recorder.hold()
    await announcer.announce(.words("one"))
    await recorder.notes("begins 3")
    await announcer.announce(.words("never"))
    await announcer.silence()
    recorder.note("microphone")
    await announcer.silence()
    await announcer.announce(.words("later"))
    await announcer.resume()
    recorder.note("closed")
    await announcer.resume()
    await recorder.notes("begins 5")
    let notes = recorder.notes.withLock { $0 }
    #expect(notes.prefix(5) == ["one", "begins 3", "ends 3", "microphone", "closed"])
    await announcer.close()
    #expect(!recorder.notes.withLock { $0.contains("never") })
  }

  @Test func whatWaitsIsBounded() async throws {
    let announcer = announcer
    await announcer.silence()
    for number in 0...Announcer.limit { await announcer.announce(.words("word \(number)")) }
    await announcer.resume()
    await recorder.notes("word \(Announcer.limit)")
    #expect(!recorder.notes.withLock { $0.contains("word 0") })
    #expect(recorder.notes.withLock { $0.contains("word 1") })
  }
}

@Suite struct SoundingConsoleTests {
  private final class Shown: Console {
    let messages = Mutex<[ConsoleMessage]>([])
    let lines = AsyncStream<ConsoleLine> { nil }
    func show(_ message: ConsoleMessage, for origin: Origin?) {
      messages.withLock { $0.append(message) }
    }
    func close() async {}
  }

  /// After each recording it is ready again, which the console shows once as well.
  @Test func whatIsShownIsHeardAndAStateOnce() async throws {
    let (shown, recorder) = (Shown(), Recorder())
    let log = Log(level: .error, descriptor: -1, isJournal: false)
    let announcer = Announcer(recorder, synthesizer: recorder, log: log)
    let console = SoundingConsole(shown, .speech, by: announcer)
    let messages: [ConsoleMessage] = [
      .state(.available), .partial("e"), .note("1. e4"), .state(.available), .note("last"),
    ]
    for message in messages { console.show(message) }
    await recorder.notes("last")
    await console.close()
    #expect(shown.messages.withLock { $0 } == messages)
    let said = recorder.notes.withLock { $0.filter { !$0.contains("s ") || $0.contains(":") } }
    #expect(said == ["Ready: press and speak.", "E four", "last"])
  }
}

@Suite struct SpeechSynthesizerTests {
  @Test func wordsAreSaid() throws {
    let synthesizer = SpeechSynthesizer()
    try #require(synthesizer.path != nil, "the tests need espeak-ng")
    let short = try synthesizer.speech(for: "check")
    let long = try synthesizer.speech(for: "--knight takes f three, check")
    #expect(short.rate == 22_050 && short.samples.count > 4_000)
    #expect(long.samples.count > 2 * short.samples.count)
    #expect(short.samples.contains { abs(Int($0)) > 1_000 })
  }

  /// Of every square and a move from each file, the voice says the letter, not a word: by its
  /// phonemes, compared with what it says of the letter as a character.
  @Test(arguments: ["en_US", "en_GB", "de_DE", "es_ES", "fr_FR", "it_IT", "nl_NL"])
  func lettersAreSaidAsLetters(locale: String) throws {
    let program = try #require(SpeechSynthesizer().path, "the tests need espeak-ng")
    var configuration = Configuration()
    configuration.recognition.locale = locale
    let voice = configuration.voice
    func phonemes(_ text: String) throws -> [String] {
      let child = try ChildProcess(
        program, ["-q", "-x", "-m", "-v", voice, "--", text], environment: ["LC_ALL=C.UTF-8"],
        input: .nothing)
      let bytes = try #require(child.output(upTo: 10_000, until: .now + .seconds(10)))
      return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        // Without stress and pauses, and whether a sound is short.
        .map { $0.lowercased().filter { !"',_!:|;".contains($0) } }
    }
    let translation = try locale.hasPrefix("en") ? .english : PackLanguage(locale).translation
    let notation = SpokenNotation(translation, letters: configuration.spokenLetters)
    for file in "abcdefgh" {
      let letter = try #require(
        phonemes("<say-as interpret-as=\"characters\">\(file)</say-as>").last)
      for san in ["\(file)4", "N\(file)4", "Nx\(file)4", "R\(file)d2"] {
        let words = try #require(notation.words(san: san))
        let said = try phonemes(words)
        #expect(said.contains(letter), "\(san): \(words): \(said)")
      }
    }
  }

  @Test func aProgramThatIsNotThereIsTold() throws {
    let error = try thrown(SpeechSynthesizer.Failure.self) {
      try SpeechSynthesizer(program: "/none/espeak").speech(for: "a")
    }
    #expect("\(error)".contains("is not installed"))
  }

  /// Of these one says nothing, one is no WAV, and one never ends.
  @Test(arguments: ["exit 0", "echo RIFF", "exec sleep 1000"])
  func aProgramThatDoesNotSpeakHarmsNobody(script: String) throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path + "/espeak"
    try DurableDirectory(scratch.path).replace("espeak", with: Array("#!/bin/sh\n\(script)\n".utf8))
    #expect(chmod(path, 0o700) == 0)
    let began = ContinuousClock.now
    _ = try thrown(SpeechSynthesizer.Failure.self) {
      try SpeechSynthesizer(program: path).speech(for: "a")
    }
    #expect(began.duration(to: .now) < .seconds(60))
  }
}

@Suite struct SpokenMessageTests {
  private func spoken(_ lines: String..., from fen: String? = nil) throws -> String {
    let game = try fen.map { Game(start: try Position(fen: $0)) } ?? Game()
    var dialogue = ChessDialogue(language: try EnglishLanguage.shared.get(), game: game)
    var last: [Response] = []
    for line in lines { last = dialogue.read(line) }
    return last.compactMap { ConsoleMessage.response($0, nil).spoken() }.joined(separator: " ")
  }

  @Test func everythingThatIsShownIsSaid() throws {
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

  /// The voice says all shown words, except fleeting ones and those while the microphone is open.
  @Test func everyKindOfMessageHasItsWords() throws {
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
        "Type start, stop, status or help. Type a move knight F three."
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

  /// A name is said when it is new, not with every move.
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

  @Test func anOpeningIsNamedInTheLanguage() async throws {
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

  /// By tones the same is told as by the lights.
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
