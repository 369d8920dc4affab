import Foundation
import Testing

@testable import ApplianceCore

/// The sample configuration has the defaults.
@Suite(.tags(.hardwareFree)) struct ConfigurationTests {
  /// The sample's settings, as "section.key: value".
  private func sample() throws -> [String: String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "deploy/config.yaml"), encoding: .utf8)
    var settings: [String: String] = [:]
    var sections: [String] = []
    for line in text.split(separator: "\n") {
      let key = line.drop { $0 == " " }
      guard !key.isEmpty, !key.hasPrefix("#"), let colon = key.firstIndex(of: ":") else { continue }
      sections = Array(sections.prefix((line.count - key.count) / 2)) + [String(key[..<colon])]
      let value = key[colon...].dropFirst().drop { $0 == " " }
      if !value.isEmpty { settings[sections.joined(separator: ".")] = String(value) }
    }
    return settings
  }

  @Test func theVoiceFollowsTheLocale() {
    var configuration = Configuration()
    #expect(configuration.voice == "en-us")
    configuration.recognition.locale = "de_DE"
    #expect(configuration.voice == "de-de")
    configuration.speech.voice = "mb-de2_X"
    #expect(configuration.voice == "mb-de2_X")
  }

  @Test func defaultsMatchTheSample() throws {
    let defaults = Configuration()
    func onOff(_ flag: Bool) -> String { flag ? "on" : "off" }
    let expected: [String: String] = [
      "speech.volume": "\(defaults.speech.manner.volume)",
      "confirm": onOff(defaults.confirm),
      "microphone.device": defaults.microphone,
      "button.line": defaults.button.line.map { "\($0)" } ?? "none",
      "button.mode": "\(defaults.button.mode)",
      "button.active_low": "\(defaults.button.activeLow)",
      "button.bias": defaults.button.bias == .pullUp ? "pull-up" : "another",
      "button.debounce": defaults.button.debounce.written,
      "leds.available.line": defaults.lights.available.line.map { "\($0)" } ?? "none",
      "leds.available.active_low": "\(defaults.lights.available.activeLow)",
      "leds.recording.line": defaults.lights.recording.line.map { "\($0)" } ?? "none",
      "leds.recording.active_low": "\(defaults.lights.recording.activeLow)",
      "console.device": defaults.console.device ?? "stdout",
      "console.baud": "\(defaults.console.baud)",
      "console.letters": defaults.console.letters.rawValue,
      "console.format": defaults.console.format.rawValue,
      "console.partials": "\(defaults.console.partials)",
      "console.board": "\(defaults.console.board.style)",
      "console.side": "\(defaults.console.board.side)",
      "console.socket": defaults.console.socket ?? "none",
      "console.columns": defaults.console.columns.map { "\($0)" } ?? "auto",
      "recognition.locale": defaults.recognition.locale,
      "recognition.grammar": defaults.recognition.grammar ?? "installed",
      "recognition.model": defaults.recognition.model ?? "installed",
      "recognition.caution": "\(defaults.recognition.caution)",
      "recognition.player": defaults.recognition.player ?? "none",
      "recognition.learn": onOff(defaults.recognition.learn),
      "recognition.adapt": onOff(defaults.recognition.adapt),
      "recording.start": defaults.recording.start.rawValue,
      "recording.name": defaults.recording.name,
      "recording.name_sounds": defaults.recording.nameSounds ?? "dictionary",
      "recording.maximum": defaults.limits.maximum.written,
      "recording.tail": defaults.limits.tail.written,
      "recording.pause": defaults.limits.pause.written,
      "recording.patience": defaults.limits.patience.written,
      "game": onOff(defaults.game), "flag": onOff(defaults.flag),
      "question.patience": defaults.patience.written,
      "opponent.engine": defaults.opponent.engine ?? "none",
      "opponent.side": "\(defaults.opponent.side)", "opponent.level": "\(defaults.opponent.level)",
      "opponent.elo": defaults.opponent.elo.map { "\($0)" } ?? "none",
      "opponent.time": defaults.opponent.time.written,
      "players.white": defaults.names.white ?? "none",
      "players.black": defaults.names.black ?? "none",
      "clock": defaults.clock == nil ? "none" : "one", "sounds": defaults.sounds.rawValue,
      "loudspeaker.device": defaults.loudspeaker, "speech.program": defaults.speech.program,
      "speech.voice": defaults.speech.voice ?? "auto",
      "speech.rate": "\(defaults.speech.manner.rate)",
      "speech.letters": defaults.speech.letters.rawValue,
      "record.directory": defaults.record.directory, "record.games": "\(defaults.record.games)",
      "record.megabytes": "\(defaults.record.megabytes)", "log.level": defaults.logLevel.name,
    ]
    let sample = try sample()
    #expect(Set(sample.keys) == Set(expected.keys))
    for (key, value) in expected { #expect(sample[key] == value, "\(key)") }
  }

  @Test func aRatingReplacesALevel() {
    var configuration = Configuration()
    configuration.opponent.level = 7
    #expect(configuration.opponent.strength == .level(7))
    configuration.opponent.elo = 1_800
    #expect(configuration.opponent.strength == .elo(1_800))
  }

  @Test(
    arguments: [
      ("5 s", .seconds(5)), ("150 ms", .milliseconds(150)), ("2 min", .seconds(120)),
      ("0.5s", .milliseconds(500)), ("1.5   min", .seconds(90)), ("-1 s", .seconds(-1)),
      ("1000000000 ms", .seconds(1_000_000)), ("1100000000 ms", nil), ("five s", nil), ("5", nil),
      ("s", nil), ("nan s", nil), ("inf s", nil), ("", nil), ("2 h", nil), ("0x10 s", nil),
      ("1e3 ms", nil), ("+5 s", nil), (" 5 s", nil), ("5 s ", nil),
    ] as [(String, Duration?)])
  func timesAreWrittenWithTheirUnit(text: String, duration: Duration?) {
    #expect(Duration(written: text) == duration)
  }

  @Test(
    arguments: [
      (.seconds(5), "5 s"), (.milliseconds(150), "150 ms"), (.seconds(60), "60 s"), (.zero, "0 s"),
      (.milliseconds(1_001), "1001 ms"), (.milliseconds(999), "999 ms"),
    ] as [(Duration, String)])
  func timesAreReadBack(duration: Duration, text: String) {
    #expect(duration.written == text)
    #expect(Duration(written: text) == duration)
  }
}
