import Dialogue
import Foundation
import TestSupport
import Testing

@testable import Appliance
@testable import ApplianceCore
@testable import Settings

@Suite struct ConfigurationTests {
  /// deploy/config.yaml of this source tree.
  static let sample = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "deploy/config.yaml").path(percentEncoded: false)

  @Test func theSampleMatchesTheDefaults() throws {
    #expect(try Configuration(contentsOf: Self.sample) == Configuration())
  }

  /// An empty sample would pass the test above.
  @Test(arguments: Configuration.settings.map(\.path))
  func theSampleHasEverySetting(path: String) throws {
    let text = try String(contentsOfFile: Self.sample, encoding: .utf8)
    let document = try #require(try YAMLReader.document(in: Array(text.utf8)))
    var node = document
    for key in path.split(separator: ".") {
      guard case .mapping(let entries) = node.content else {
        Issue.record("\(path) is not in the sample")
        return
      }
      node = try #require(entries.first { $0.key == key }, "\(path) is not in the sample").value
    }
  }

  @Test func everySettingReachesTheConfiguration() throws {
    let text = """
      microphone: {device: "hw:CARD=Device"}
      button: {line: none, mode: once, active_low: no, bias: none, debounce: 5ms}
      leds:
        available: {line: "gpiochip0:3", active_low: true}
        recording: {line: none, active_low: true}
      console:
        {device: /dev/ttyUSB0, baud: 9600, format: jsonl, partials: off, board: unicode,
         side: mover, columns: 40, socket: /run/x/console.sock}
      recognition: {locale: de_DE, grammar: /g.json, model: /m, caution: 0.8}
      recording: {maximum: 1.5 min, tail: 0 ms, pause: 1 s, patience: 3 s}
      log: {level: debug}
      opponent: {engine: stockfish, side: white, level: 3, elo: 1500, time: 200 ms}
      clock: 15d10
      flag: off
      sounds: speech
      loudspeaker: {device: "hw:CARD=Speaker"}
      speech: {program: /bin/say, voice: en-gb, rate: 200}
      """
    var expected = Configuration()
    expected.microphone = "hw:CARD=Device"
    expected.button = .init(
      line: nil, mode: .once, activeLow: false, bias: .none, debounce: .milliseconds(5))
    expected.lights.available = .init(line: .onChip("gpiochip0", 3), activeLow: true)
    expected.lights.recording = .init(line: nil, activeLow: true)
    expected.console = .init(
      device: "/dev/ttyUSB0", baud: 9_600, format: .jsonl, partials: false,
      board: BoardDrawing(style: .unicode, side: .mover), socket: "/run/x/console.sock",
      columns: 40)
    expected.recognition = .init(locale: "de_DE", grammar: "/g.json", model: "/m", caution: 0.8)
    expected.limits = .init(
      maximum: .seconds(90), tail: .zero, pause: .seconds(1), patience: .seconds(3))
    expected.logLevel = .debug
    expected.clock = TimeControl("15d10")
    expected.sounds = .speech
    expected.loudspeaker = "hw:CARD=Speaker"
    expected.speech = .init(
      program: "/bin/say", voice: "en-gb", manner: SpokenVoice(rate: 200))
    expected.flag = false
    expected.opponent = .init(
      engine: "stockfish", side: .white, level: 3, elo: 1_500, time: .milliseconds(200))
    #expect(try Configuration(yaml: Array(text.utf8), file: "c") == expected)
  }

  /// A program gets the settings exactly as in the file.
  @Test func everySettingIsReportedAsInTheFile() throws {
    let text = """
      button: {line: "17", mode: once, debounce: 5 ms}
      leds: {available: {line: "gpiochip0:3"}}
      console: {device: /dev/ttyUSB0, baud: 9600, format: jsonl, partials: off, columns: 40}
      recognition: {caution: 0.8, player: anna}
      clock: 15d10
      opponent: {engine: stockfish, side: white, elo: 1500}
      """
    let configuration = try Configuration(yaml: Array(text.utf8), file: "c")
    for configuration in [configuration, Configuration()] {
      var told = Configuration()
      #expect(configuration.values.map(\.path) == Configuration.settings.map(\.path))
      for (setting, value) in zip(Configuration.settings, configuration.values) {
        #expect(setting.read(value.text, false, &told) == nil, "\(value)")
      }
      #expect(told == configuration)
    }
    let values = Dictionary(uniqueKeysWithValues: configuration.values.map { ($0.path, $0.text) })
    #expect(values["button.line"] == "17" && values["button.debounce"] == "5 ms")
    #expect(values["console.partials"] == "false" && values["clock"] == "15d10")
    #expect(values["opponent.level"] == "5" && values["recognition.grammar"] == "installed")
  }

  @Test(arguments: ["", "\n", "# nothing\n", "---\n", "button:\n", "leds:\n  available:\n"])
  func anEmptyFileGivesTheDefaults(text: String) throws {
    #expect(try Configuration(yaml: Array(text.utf8), file: "c") == Configuration())
  }

  @Test(arguments: [
    ("buton: {line: none}", "c:1:1: there is no setting “buton”; did you mean button?"),
    (
      "button:\n  debunce: 5 ms",
      "c:2:3: there is no setting “button.debunce”; did you mean debounce?"
    ),
    (
      "console:\n  colour: red",
      "c:2:3: there is no setting “console.colour”; known here: baud, board, columns, device, "
        + "format, letters, partials, side, socket"
    ),
    (
      "button: {mode: togle}",
      "c:1:16: button.mode is toggle, hold, once, not “togle”; did you mean toggle?"
    ),
    (
      "button: {line: 'GPIO 17'}",
      "c:1:16: button.line is a GPIO line, not “GPIO 17”. Give a number (17), a name (GPIO17) or a "
        + "chip and a number (gpiochip0:17). Without one, write none."
    ),
    ("button: {active_low: 1}", "c:1:22: button.active_low is on, off, true or false, not “1”"),
    (
      "button: {active_low: \"true\"}",
      "c:1:22: button.active_low is on, off, true or false, not “true”"
    ),
    (
      "recording: {maximum: 60}",
      "c:1:22: recording.maximum is a time with its unit, such as 150 ms or 60 s, not “60”"
    ),
    ("recording: {maximum: 0 s}", "c:1:22: recording.maximum is from 1 s to 600 s, not 0 s"),
    (
      "recording: {tail: 1e300 s}",
      "c:1:19: recording.tail is a time with its unit, such as 150 ms or 60 s, not “1e300 s”"
    ),
    (
      "recording: {tail: nan s}",
      "c:1:19: recording.tail is a time with its unit, such as 150 ms or 60 s, not “nan s”"
    ),
    (
      "recording: {tail: 0x1 s}",
      "c:1:19: recording.tail is a time with its unit, such as 150 ms or 60 s, not “0x1 s”"
    ),
    (
      "recognition: {caution: 0x1}",
      "c:1:24: recognition.caution is a number from 0 to 1, such as 0.5, not “0x1”"
    ),
    (
      "opponent: {level: +5, elo: +900}",
      "c:1:19: opponent.level is a whole number from 1 to 8, not “+5”\n"
        + "c:1:28: opponent.elo is none or a whole number from 100 to 4000, not “+900”"
    ),
    (
      "clock: 15d+10",
      "c:1:8: clock is none, or minutes and seconds a move, such as 15+10 or 15d10, not “15d+10”"
    ),
    ("console: {device: }", "c:1:19: console.device may not be empty; write stdout"),
    (
      "clock: 15",
      ""
    ),
    (
      "clock: soon",
      "c:1:8: clock is none, or minutes and seconds a move, such as 15+10 or 15d10, not “soon”"
    ),
    (
      "console: {columns: 3}",
      "c:1:20: console.columns is auto or a whole number from 20 to 1000, not “3”"
    ),
    ("console: [a]", "c:1:10: console is a section with keys of its own, not a list"),
    ("console: tty", "c:1:10: console is a section with keys of its own, not a value"),
    ("- a", "c:1:1: the configuration is a section with keys of its own, not a list"),
    ("log:\n  level: [a]", "c:2:10: log.level is a single value, not a list"),
    ("log: {level: debug}\nlog: {level: info}", "c:2:1: log is set twice, first in line 1"),
    ("log: &a {level: debug}", "c:1:6: an anchor has no use in this file; write the value itself"),
    ("log: *a", "c:1:6: an alias has no use in this file; write the value itself"),
    ("log: !x y", "c:1:6: a tag has no use in this file; write the value itself"),
    ("log: !x {level: debug}", "c:1:6: a tag has no use in this file; write the value itself"),
    ("log: {level: !!seq [a]}", "c:1:14: a tag has no use in this file; write the value itself"),
    ("log: {level: &a [a]}", "c:1:14: an anchor has no use in this file; write the value itself"),
    (
      #"record: {directory: "/a\0b"}"#,
      "c:1:21: a control character has no use in this file; write the value itself"
    ),
    ("log: {}\n---\nlog: {}", "c:2:1: a second document begins here; only one is read"),
    ("[[[[[[[[[[a]]]]]]]]]]", "c:1:9: this is nested too deeply"),
    ("? [a]\n: b", "c:1:3: a key must be a word"),
  ])
  func mistakesAreReportedWithTheirPlace(text: String, message: String) {
    #expect(problems(in: text) == message)
  }

  @Test func allMistakesAreReportedInOrder() {
    #expect(
      problems(in: "log: {level: loud}\nbutton: {mode: 3, debounce: 2 s}\nx: 1\n")
        .split(separator: "\n").map { $0.prefix(6) } == ["c:1:14", "c:2:16", "c:2:29", "c:3:1:"])
  }

  @Test func invalidYAMLIsReportedWithItsPlace() {
    #expect(problems(in: "log:\n  level: debug\n bad: [\n").hasPrefix("c:3:2: "))
    // Bytes that are no text at all.
    #expect(problems(in: "log:\n  # é \u{1B}\n") == "c:2:7: control characters are not allowed")
    #expect(problems(in: "\u{1B}").hasPrefix("c:1:1: "))
    let latin = Array("game: on\n# Sch".utf8) + [0xFC] + Array("ler\n".utf8)
    #expect(problems(in: latin) == "c:2:6: invalid leading UTF-8 octet")
  }

  @Test(arguments: [
    ("/nonexistent.yaml", "there is no such file"), ("/", "it is not a regular file"),
    ("/dev/zero", "it is not a regular file"),
  ])
  func unreadableFilesAreReported(path: String, message: String) {
    #expect { try Configuration(contentsOf: path) } throws: { "\($0)".contains(message) }
  }

  @Test func aHugeFileIsRefused() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "huge-\(UUID()).yaml")
    try Data(repeating: 0x0A, count: 65 * 1_024).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect { try Configuration(contentsOf: file.path(percentEncoded: false)) } throws: {
      "\($0)".contains("larger than 64 KiB")
    }
  }

  @Test func anyBytesAreReadOrRefused() {
    var generator = SeededGenerator(state: 1)
    let pieces = [
      "button", ": ", "\n", "  ", "{", "}", "[", "]", "- ", "&a ", "*a", "\"", "'", "|", ">", "#",
      "\t", "!", "%", "é", "mode", "hold", "---", "?", ",",
    ]
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 1...12, using: &generator))
        .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
      _ = problems(in: text)
    }
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 1...40, using: &generator))
        .map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = try? Configuration(yaml: bytes, file: "c")
    }
  }

  private func problems(in text: String) -> String { problems(in: Array(text.utf8)) }

  private func problems(in yaml: [UInt8]) -> String {
    do {
      _ = try Configuration(yaml: yaml, file: "c")
      return ""
    } catch {
      return error.description
    }
  }
}
