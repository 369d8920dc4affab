import ApplianceCore
import Testing

@testable import Doctor

@Suite("The opponent and the loudspeaker")
struct SoundingAndPlayingTests {
  @Test("without an engine or sounds there is no report")
  func none() {
    #expect(OpponentCheck(settings: Configuration().opponent).checks.isEmpty)
    #expect(LoudspeakerCheck(configuration: Configuration()).checks.isEmpty)
  }

  @Test("Stockfish passes")
  func opponent() throws {
    var settings = Configuration().opponent
    settings.engine = "stockfish"
    let check = try #require(OpponentCheck(settings: settings).checks.first)
    #expect(check.status == .ok && check.what.hasPrefix("Stockfish"), "\(check)")
  }

  @Test(
    "a missing engine and a program that is not one are reported",
    arguments: ["none-such", "/bin/cat"])
  func brokenOpponent(engine: String) throws {
    var settings = Configuration().opponent
    settings.engine = engine
    let check = try #require(OpponentCheck(settings: settings).checks.first)
    #expect(check.status == .warning && check.advice?.contains("stockfish") == true, "\(check)")
  }

  @Test("a missing voice or device is reported")
  func loudspeaker() throws {
    var configuration = Configuration()
    configuration.sounds = .speech
    configuration.loudspeaker = "null"
    #expect(LoudspeakerCheck(configuration: configuration).checks.map(\.status) == [.ok, .ok])
    configuration.speech.program = "no-such-program"
    configuration.loudspeaker = "hw:CARD=None"
    let checks = LoudspeakerCheck(configuration: configuration).checks
    #expect(checks.map(\.name) == ["voice", "loudspeaker"])
    #expect(checks.allSatisfy { $0.status == .warning && $0.advice != nil }, "\(checks)")
    configuration.sounds = .tones
    #expect(LoudspeakerCheck(configuration: configuration).checks.map(\.name) == ["loudspeaker"])
  }
}
