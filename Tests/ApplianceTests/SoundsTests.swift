import Chess
import ChessLanguage
import DeviceIO
import Glibc
import Localization
import Microphone
import Synchronization
import TestSupport
import Testing

@testable import Appliance
@testable import ApplianceCore
@testable import Dialogue

@Suite struct ToneTests {
  @Test(arguments: SoundSign.allCases)
  func aSignFadesInAndOutAndIsShort(sign: SoundSign) {
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

/// Records sounds and other events, in order.
final class Recorder: AudioOutput, SpeechSynthesizing, Sendable {
  let notes = Mutex<[String]>([])
  private let held = Mutex(0..<0)
  private let isSpeechHeld = Mutex(false)

  func note(_ text: String) { notes.withLock { $0.append(text) } }
  /// From now on, sounds with so many samples do not end by themselves.
  func hold(_ counts: Range<Int> = 0..<Int.max) { held.withLock { $0 = counts } }
  /// From now on, sounds end as soon as they have begun.
  func release() { held.withLock { $0 = 0..<0 } }
  /// Whether speech that is being computed is not ready yet.
  func holdSpeech(_ isHeld: Bool) { isSpeechHeld.withLock { $0 = isHeld } }

  /// Returns once `text` is recorded; fails the test when patience runs out.
  func notes(_ text: String) async {
    await Patience.wait(for: text) { notes.withLock { $0.contains(text) } }
  }

  func play(_ samples: [Int16], rate: Int) async throws {
    note("begins \(samples.count)")
    while held.withLock({ $0.contains(samples.count) }), !Task.isCancelled { await Task.yield() }
    note("ends \(samples.count)")
  }

  func talking(like voice: SpokenVoice) -> any SpeechSynthesizing {
    note("talks at \(voice.rate), \(voice.volume) %")
    return self
  }

  func speech(for text: String) throws -> (samples: [Int16], rate: Int) {
    note(text)
    while isSpeechHeld.withLock({ $0 }) { usleep(1_000) }
    return (Array(repeating: 0, count: text.count), 22_050)
  }
}

@Suite struct AnnouncerTests {
  private let recorder = Recorder()
  private let log = Log(level: .error, descriptor: -1, isJournal: false)
  private var announcer: Announcer { Announcer(recorder, synthesizer: recorder, log: log) }

  @Test func soundsPlayOneAfterAnother() async throws {
    let announcer = announcer
    await announcer.announce(.words("one"))
    await announcer.announce(.words("three"))
    await recorder.notes("ends 5")
    #expect(
      recorder.notes.withLock { $0 }
        == ["one", "begins 3", "ends 3", "three", "begins 5", "ends 5"])
  }

  /// Opening a microphone cuts off the current sound and drops the waiting ones. New ones wait
  /// until it is closed.
  @Test func nothingPlaysWhileAMicrophoneIsOpen() async throws {
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
    await announcer.silence()
    #expect(!recorder.notes.withLock { $0.contains("never") })
  }

  @Test func speechThatIsStillComputedIsNotSaidAfterAPress() async throws {
    let announcer = announcer
    recorder.holdSpeech(true)
    await announcer.announce(.words("one"))
    await recorder.notes("one")
    await announcer.hush()
    recorder.holdSpeech(false)
    await announcer.announce(.words("three"))
    await recorder.notes("ends 5")
    #expect(recorder.notes.withLock { $0 } == ["one", "three", "begins 5", "ends 5"])
  }

  @Test func aSignDoesNotWaitForSpeech() async throws {
    let announcer = announcer
    recorder.holdSpeech(true)
    await announcer.announce(.words("one"))
    await recorder.notes("one")
    await announcer.signal(.accepted)
    recorder.note("signalled")
    recorder.holdSpeech(false)
    await announcer.announce(.words("three"))
    await recorder.notes("ends 5")
    let tone = Tone.samples(of: SoundSign.accepted.tones, rate: 22_050).count
    #expect(
      recorder.notes.withLock { $0 } == [
        "one", "begins \(tone)", "ends \(tone)", "signalled", "three", "begins 5", "ends 5",
      ])
  }

  /// Notes the rate with which it speaks.
  private struct Voice: SpeechSynthesizing {
    let recorder: Recorder
    var rate = 100
    func talking(like voice: SpokenVoice) -> any SpeechSynthesizing {
      Voice(recorder: recorder, rate: voice.rate)
    }
    func speech(for text: String) throws -> (samples: [Int16], rate: Int) {
      try recorder.speech(for: "\(text) at \(rate)")
    }
  }

  @Test func waitingWordsKeepTheirVoice() async throws {
    let announcer = Announcer(recorder, synthesizer: Voice(recorder: recorder), log: log)
    await announcer.silence()
    await announcer.announce(.words("one"))
    await announcer.announce(.voice(SpokenVoice(rate: 200)))
    await announcer.announce(.words("two"))
    await announcer.resume()
    await recorder.notes("two at 200")
    #expect(recorder.notes.withLock { $0.first } == "one at 100")
  }

  @Test func waitingSoundsHaveALimit() async throws {
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

  /// It is ready again after each recording, which the console also shows only once.
  @Test func messagesAreSpokenAndAStateOnlyOnce() async throws {
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

  /// A program reads its PGN itself; the console shows nothing that nobody asked for.
  @Test func aProgramsPGNIsNotSpokenOf() async throws {
    let (shown, recorder) = (Shown(), Recorder())
    let log = Log(level: .error, descriptor: -1, isJournal: false)
    let console = SoundingConsole(
      shown, .speech, by: Announcer(recorder, synthesizer: recorder, log: log))
    let report = CommandReport(command: .pgn, text: "pgn", confidence: 1, lines: ["1. e4 *"])
    console.show(.response(.command(report), nil), for: Origin(.program))
    console.show(.note("last"))
    await recorder.notes("last")
    #expect(!recorder.notes.withLock { $0.contains("The console shows it.") })
    console.show(.response(.command(report), nil), for: .typed)
    await recorder.notes("The console shows it.")
    await console.close()
  }

  /// What the recorder notes of signs. As a closure among arguments, it crashes the Swift 6.0.3
  /// compiler.
  private static func notes(of signs: [SoundSign]) -> [String] {
    signs.map { "begins \(Tone.samples(of: $0.tones, rate: 22_050).count)" }
  }

  /// Its changes are heard, and so are the questions that they open.
  @Test(arguments: [
    (
      Configuration.Sounds.speech,
      [
        "Taken back: E four.", "Game over: white resigns, black wins.",
        "white resigns? Say yes or no.", "White to move.", "Error: Gone.",
      ]
    ),
    (.tones, notes(of: [.accepted, .question, .accepted, .trouble])),
  ])
  func whatAProgramPollsIsSilent(style: Configuration.Sounds, sounds: [String]) async throws {
    let (shown, recorder) = (Shown(), Recorder())
    let log = Log(level: .error, descriptor: -1, isJournal: false)
    let console = SoundingConsole(
      shown, style, by: Announcer(recorder, synthesizer: recorder, log: log))
    func command(_ command: Command, _ line: Message) -> ConsoleMessage {
      let report = CommandReport(command: command, text: "x", confidence: 1, lines: [line])
      return .response(.command(report), nil)
    }
    let question = ConsoleMessage.response(
      .ask(
        Question(
          subject: .confirmation(.resign), text: "resign", prompt: "white resigns?",
          choices: ["yes", "no"], confidence: 1)), nil)
    var over = Game()
    over.end(.resignation(winner: .black))
    let polled: [ConsoleMessage] = [
      .status(.available), command(.status, "White to move."), question, .note("Newer."),
      .response(.game(GameReport(Game())), nil), command(.moves, "e4"), .help([]),
    ]
    let changing = [command(.undo, "e4"), .response(.game(GameReport(over)), nil), question]
    for message in polled + changing { console.show(message, for: Origin(.program)) }
    console.show(command(.status, "White to move."), for: .typed)
    console.show(.error(code: "x", message: "Gone."))
    await recorder.notes(sounds.last ?? "")
    await console.close()
    let notes = recorder.notes.withLock { $0 }
    let isTone = style == .tones
    #expect(
      notes.filter { $0.hasPrefix("begins ") == isTone && !$0.hasPrefix("ends ") } == sounds)
  }
}

@Suite struct SpeechSynthesizerTests {
  @Test func wordsAreSpoken() throws {
    let synthesizer = SpeechSynthesizer()
    try #require(synthesizer.path != nil, "the tests need espeak-ng")
    let short = try synthesizer.speech(for: "check")
    let long = try synthesizer.speech(for: "--knight takes f three, check")
    #expect(short.rate == 22_050 && short.samples.count > 4_000)
    #expect(long.samples.count > 2 * short.samples.count)
    #expect(short.samples.contains { abs(Int($0)) > 1_000 })
  }

  /// For every square and a move from each file, the voice says the letter, not a word. Compares
  /// phonemes with those of the letter as a character.
  @Test(arguments: ["en_US", "en_GB", "de_DE", "es_ES", "fr_FR", "it_IT", "nl_NL"])
  func lettersAreSpokenAsLetters(locale: String) throws {
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

  @Test func aMissingProgramIsReported() throws {
    let error = try thrown(PlainError.self) {
      try SpeechSynthesizer(program: "/none/espeak").speech(for: "a")
    }
    #expect("\(error)".contains("is not installed"))
  }

  /// One of these says nothing, one is not a WAV file, and one never ends.
  @Test(arguments: ["exit 0", "echo RIFF", "exec sleep 1000"])
  func aProgramThatDoesNotSpeakIsAnError(script: String) throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path + "/espeak"
    try DurableDirectory(scratch.path).replace("espeak", with: Array("#!/bin/sh\n\(script)\n".utf8))
    #expect(chmod(path, 0o700) == 0)
    let began = ContinuousClock.now
    _ = try thrown(PlainError.self) {
      try SpeechSynthesizer(program: path).speech(for: "a")
    }
    #expect(began.duration(to: .now) < .seconds(60))
  }
}
