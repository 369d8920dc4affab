import TestSupport
import Testing

/// SpokenWord in Objective-C with the shared library: `Tests/Ports/ObjectiveC`, compiled with GCC.
@Suite(.serialized, .timeLimit(.patientMinutes(2)), .tags(.speech), .skippable(.speech))
struct ObjectiveCPortsTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  @Test func spokenWordInObjectiveCListensLive() throws {
    let lines = try runObjectiveC("live", try scratch.clip(saying: PortsTests.sentence))
    #expect(lines.first == "[Start Recording] enabled")
    #expect(lines.contains("available: true"))
    #expect(lines.contains("[Stop Recording] enabled"))
    #expect(lines.contains("[Stopping] disabled"))
    let texts = lines.filter { $0.hasPrefix("text: ") }
    #expect(texts.count > 1)
    #expect(texts.last == "text: \(PortsTests.sentence)")
    #expect(lines.last == "[Start Recording] enabled")
  }

  @Test func spokenWordInObjectiveCTranscribesAFile() throws {
    let lines = try runObjectiveC("file", try scratch.clip(saying: PortsTests.sentence))
    let texts = lines.filter { $0.hasPrefix("text: ") }
    #expect(texts.count > 1)
    #expect(texts.last == "text: \(PortsTests.sentence)")
  }

  @Test func spokenWordInObjectiveCShowsTheError() throws {
    let lines = try runObjectiveC("file", "/nowhere.wav", status: 1)
    #expect(lines.contains { $0.hasPrefix("error 8: Cannot read /nowhere.wav: ") })
    #expect(!lines.contains { $0.hasPrefix("text: ") })
  }

  private func runObjectiveC(
    _ mode: String, _ clip: String, status: Int32 = 0
  ) throws -> [String] {
    let files = ["MainLoop", "Screen", "Speech", "SpokenWord"].map { "ObjectiveC/\($0).m" }
    let program = try scratch.compile("spokenword", [], files, libraries: ["-lsndfile", "-lobjc"])
    let end = try PortedProgram.run(
      program, [mode, clip], environment: ["ALSA_CONFIG_PATH": scratch.quietMicrophone()])
    #expect(end.status == status)
    return end.lines
  }
}
