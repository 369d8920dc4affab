import ApplianceCore
import Dialogue
import Foundation
import LanguageModel
import TestSupport
import Testing

@testable import Appliance

/// A change of language during a game.
@Suite(.serialized, .timeLimit(.patientMinutes(2))) struct LanguageChangeTests {
  /// How often the service has sent `hello` in a language.
  private func starts(_ output: String, in locale: String) -> Int {
    output.components(separatedBy: "\"locale\":\"\(locale)\"").count - 1
  }

  @Test(.tags(.speech), .skippable(.speech)) func theLanguageCanBeChangedByVoice() async throws {
    let scratch = try ScratchDirectory()
    var settings = Configuration()
    settings.record.directory = scratch.path
    let bench = try Bench(
      [.said("speak german"), .said("yes")],
      conversation: try GameConversation.english(settings))
    await bench.becomesAvailable()
    await bench.recordsAClip()
    await bench.message {
      if case .response(.ask(let question), _) = $0 {
        question.prompt.description == "change the language to German?"
      } else {
        false
      }
    }
    await bench.becomesAvailable()
    await bench.recordsAClip()
    await bench.message { $0.text?.contains("Language: de_DE.") == true }
    try await bench.value()
    #expect(bench.appliance.isToStartAgain)
    #expect(settings.asChosen.recognition.locale == "de_DE")
  }

  /// Game and language survive the change, and the next start of the service.
  @Test func theServiceContinuesInTheNewLanguage() async throws {
    let program = try Program()
    let config = try program.write(Program.panelless, as: "c.yaml")
    var process = try program.start(["run", "--config", config])
    func type(_ line: String) throws {
      try #require(process.standardInput as? Pipe).fileHandleForWriting
        .write(contentsOf: Data("\(line)\n".utf8))
    }
    for line in ["e4", "speak German", "yes"] { try type(line) }
    try await program.waitForOutput { starts($0, in: "de_DE") == 1 && $0.contains("available") }
    for line in ["e fünf", "sprich Englisch", "ja"] { try type(line) }
    try await program.waitForOutput { starts($0, in: "en_US") == 2 }
    for line in ["speak Dutch", "yes"] { try type(line) }
    try await program.waitForOutput { starts($0, in: "nl_NL") == 1 }
    process.terminate()
    let outcome = try program.end(of: process)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(#""command":"speak-de""#))
    #expect(try program.text("state/current.pgn").hasSuffix("1. e4 e5 *\n"))
    process = try program.start(["run", "--config", config])
    try await program.waitForOutput { starts($0, in: "nl_NL") == 1 }
    process.terminate()
    #expect(try program.end(of: process).status == 0)
  }

  /// A language with damaged files must not prevent the service from starting.
  @Test func theConfiguredLanguageReplacesAFailingOne() async throws {
    let program = try Program()
    let config = try program.write(Program.panelless, as: "c.yaml")
    let pack = program.folder.appending(path: "packs/xx_XX")
    try FileManager.default.createDirectory(at: pack, withIntermediateDirectories: true)
    try Data("{".utf8).write(to: pack.appending(path: "chess.json"))
    let state = program.folder.appending(path: "state")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    try Data("recognition.locale\ten_US\txx_XX\n".utf8).write(to: state.appending(path: "choices"))
    let process = try program.start(
      ["run", "--config", config],
      environment: [LanguagePack.searchPathVariable: pack.deletingLastPathComponent().path])
    try await program.waitForOutput {
      starts($0, in: "en_US") == 1 && $0.contains(#""code":"language""#)
    }
    process.terminate()
    #expect(try program.end(of: process).status == 0)
    #expect(try program.text("state/choices") == "")
  }

  @Test func anUninstalledLanguageIsNotChosen() throws {
    let scratch = try ScratchDirectory()
    var settings = Configuration()
    settings.record.directory = scratch.path
    settings.speech.voice = "en-gb"
    let file = scratch.url.appending(path: "choices")
    try Data("recognition.locale\ten_US\txx_XX\n".utf8).write(to: file)
    #expect(settings.asChosen == settings)
    try Data("recognition.locale\ten_US\tde_DE\n".utf8).write(to: file)
    #expect(settings.asChosen.voice == "de-de")
  }
}
