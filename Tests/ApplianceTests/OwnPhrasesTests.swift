import Foundation
import TestSupport
import Testing

/// The appliance with the phrases and the configuration of the article "An appliance of your own in
/// 60 lines".
@Suite(.timeLimit(.patientMinutes(2)), .tags(.speech), .skippable(.speech)) struct OwnPhrasesTests {
  /// The article's block of YAML.
  private func configuration() throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = package.appending(path: "Sources/Speech/Speech.docc/YourOwnAppliance.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let blocks = text.components(separatedBy: "```yaml\n")
    let block = try #require(blocks.dropFirst().first)
    return try #require(block.components(separatedBy: "```").first)
  }

  @Test func theArticlesConfigurationWorks() async throws {
    let program = try Program()
    try StartedProgram(built: "lights", ["--export"], in: program.folder).lines()
    let config = try program.write(try configuration(), as: "lights.yaml")
    let process = try program.start(["run", "--config", config])
    let typing = try #require(process.standardInput as? Pipe).fileHandleForWriting
    try typing.write(contentsOf: Data("turn on the kitchen light\nhelp\n".utf8))
    try await program.waitForOutput {
      $0.contains("turn: state on, room kitchen") && $0.contains("dim the kitchen to 25 percent")
    }
    process.terminate()
    #expect(try program.end(of: process).status == 0)
  }
}
