import ApplianceCore
import Testing

@testable import Doctor

@Suite("The opponent and the loudspeaker")
struct SoundingAndPlayingTests {
  @Test("Where none is set, nothing is said of it")
  func none() {
    #expect(OpponentCheck(settings: Configuration().opponent).checks.isEmpty)
    #expect(LoudspeakerCheck(configuration: Configuration()).checks.isEmpty)
  }

  @Test("Stockfish plays")
  func opponent() throws {
    var settings = Configuration().opponent
    settings.engine = "stockfish"
    let check = try #require(OpponentCheck(settings: settings).checks.first)
    #expect(check.status == .ok && check.what.hasPrefix("Stockfish"), "\(check)")
  }

  @Test(
    "An engine that is not there, and a program that is none",
    arguments: ["none-such", "/bin/cat"])
  func brokenOpponent(engine: String) throws {
    var settings = Configuration().opponent
    settings.engine = engine
    let check = try #require(OpponentCheck(settings: settings).checks.first)
    #expect(check.status == .warning && check.advice?.contains("stockfish") == true, "\(check)")
  }

  @Test("The voice and the device are told where they are missing")
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
