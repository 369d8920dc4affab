import Foundation
import LanguageModel
import Speech
import TestSupport
import Testing

/// The program in other languages than the configured one.
@Suite(.tags(.speech), .skippable(.speech), .timeLimit(.patientMinutes(2)))
struct LocaleOptionTests {
  private let program: Program

  init() throws { program = try Program() }

  private func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Program.Outcome {
    let process = try program.start(arguments, environment: environment)
    try (process.standardInput as? Pipe)?.fileHandleForWriting.close()
    return try program.end(of: process)
  }

  @Test func everyCommandListsTheLocales() throws {
    let manifest = try program.write(#"{"audio": "a.wav", "uci": "e2e4"}"#, as: "m.jsonl")
    for arguments in [
      ["say"], ["recognize", "a.wav"], ["evaluate", manifest], ["enroll", "--from", manifest],
      ["doctor"], ["play", "--opponent", "none", "--directory", program.folder.path], ["demo"],
      ["run"],
    ] {
      let outcome = try run(arguments + ["--locale", "xx_XX"])
      let text = outcome.output + outcome.errors
      #expect(outcome.status == 1, "\(arguments): \(text)")
      #expect(text.contains("for xx_XX"), "\(arguments): \(text)")
      #expect(text.contains("(de_DE, en_GB, en_US, es_ES"), "\(arguments): \(text)")
    }
  }

  @Test func theOptionOverridesTheConfiguredLocale() async throws {
    let grammar = try await program.grammar()
    let config = try program.write(
      "recognition: {locale: en_US, grammar: \"\(grammar)\", model: /nowhere}\n", as: "c.yaml")
    for locale in ["de_DE", "de-de"] {
      let outcome = try run(["say", "--config", config, "--locale", locale, "--limit", "2"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("e2e4   e4   bauer auf e vier, "), "\(outcome.output)")
    }
    // The same language: the configured model stays.
    let other = try run(["say", "--config", config, "--locale", "en_GB"])
    #expect(other.status == 1 && other.errors.contains("/nowhere"))
  }

  @Test func anEnglishModelByPathWorksLikeTheInstalledOne() throws {
    let model = try #require(AcousticModel.named("en_US"))
    let named = try run(["say", "--locale", "it_IT"])
    let byPath = try run(["say", "--locale", "it_IT", "--model", model.directory])
    #expect(named.status == 0 && named.output == byPath.output)
  }

  /// A whole language: the words of a few moves, with their pronunciations.
  private func writePack(_ locale: String) throws -> [String: String] {
    let folder = program.folder.appending(path: "packs/\(locale)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let head = """
      "format": 1, "locale": "\(locale)", "identifier": "test", "version": "1", "phrases": [],
      """
    let names = ["pawn", "knight", "bishop", "rook", "queen", "king"]
    let files = "abcdefgh".map { "file-\($0)" }
    let ranks = (1...8).map { "rank-\($0)" }
    var classes: [String: [String]] = [:]
    for name in names + files + ranks { classes[name] = ["xu\(name.filter(\.isLetter))"] }
    for (index, rank) in ranks.enumerated() {
      classes[rank] = ["xurank" + "ivwxyzst".map(String.init)[index]]
    }
    classes["pawn"] = ["ponno"]
    classes["file-e"] = ["i"]
    classes["rank-4"] = ["fur"]
    classes["piece"] = names.map { "<\($0)>" }
    classes["file"] = files.map { "<\($0)>" }
    classes["rank"] = ranks.map { "<\($0)>" }
    let known = ["ponno": "p O n", "i": "i", "fur": "f O r", "tu": "t u"]
    let words = Set(classes.values.joined().filter { !$0.hasPrefix("<") } + ["tu"])
    let pronunciations = words.sorted().map { word in
      #"{"word": "\#(word)", "phonemes": ["\#(known[word] ?? "m u m u m u l")"]}"#
    }.joined(separator: ",\n")
    let body = String(decoding: try JSONEncoder().encode(classes), as: UTF8.self)
    try Data(
      """
      {\(head) "groups": [{"classes": \(body),
      "templates": [{"template": "<piece> tu <file> <rank>", "count": 10}]}],
      "pronunciations": [\(pronunciations)]}
      """.utf8
    ).write(to: folder.appending(path: "chess.json"))
    try Data(
      """
      {\(head) "groups": [{"classes": {"undo": ["tu"]},
      "templates": [{"template": "<undo>", "count": 10}]}],
      "pronunciations": [{"word": "tu", "phonemes": ["t u"]}]}
      """.utf8
    ).write(to: folder.appending(path: "dialogue.json"))
    return [LanguagePack.searchPathVariable: program.folder.appending(path: "packs").path]
  }

  @Test func aFolderIsALanguage() throws {
    let environment = try writePack("xx_XX")
    let said = try run(["say", "--locale", "xx_XX"], environment: environment)
    #expect(said.status == 0, "\(said.errors)")
    #expect(said.lines.contains("e2e4   e4   ponno tu i fur"), "\(said.output)")
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    let heard = try run(
      ["recognize", "--locale", "xx_XX", "--fen", start, try ScriptedInput.path("1-pawn")],
      environment: environment)
    #expect(heard.status == 0, "\(heard.errors)")
    #expect(heard.output.contains("1. e4  \"ponno tu i fur\""), "\(heard.output)")
    let doctor = try run(["doctor", "--locale", "xx_XX"], environment: environment)
    #expect(doctor.output.contains("chess.json is for xx_XX."), "\(doctor.output)")
    let missing = try run(["say", "--locale", "yy_YY"], environment: environment)
    #expect(missing.errors.contains("it_IT, nl_NL, xx_XX)"), "\(missing.errors)")
  }

  @Test func aModelWithOtherPhonesNeedsTheirTable() throws {
    let environment = try writePack("xx_XX")
    let english = try #require(AcousticModel.named("en_US"))
    let model = program.folder.appending(path: "model").path
    try RelabelledModel.make(of: english.directory, in: model)
    let arguments = ["--locale", "xx_XX", "--model", model]
    let refused = try run(["say"] + arguments, environment: environment)
    #expect(refused.status == 1, "\(refused.output)")
    for text in ["has no phone AA, AO, D, ", "phones.json", "such as {\"i\": \"IY\"}"] {
      #expect(refused.errors.contains(text), "\(refused.errors)")
    }
    // The table of the model or of the pack.
    let rows = PhoneTable.nearestEnglish.readings.mapValues { readings in
      readings.map { $0.map(RelabelledModel.name).joined(separator: " ") }
    }
    let table = try JSONEncoder().encode(rows)
    for folder in ["packs/xx_XX", "model"] {
      let file = program.folder.appending(path: "\(folder)/phones.json")
      try table.write(to: file)
      let heard = try run(
        ["recognize", try ScriptedInput.path("1-pawn")] + arguments, environment: environment)
      #expect(heard.output.hasSuffix(": ponno tu i fur\n"), "\(heard.output)\(heard.errors)")
      try FileManager.default.removeItem(at: file)
    }
  }

  @Test(arguments: ["de_DE", "es_ES", "fr_FR", "it_IT", "nl_NL"])
  func demoPlaysAGame(locale: String) throws {
    let outcome = try run(["demo", "--locale", locale])
    #expect(outcome.status == 0, "\(outcome.errors)")
    // espeak-ng's speech was understood, so nothing had to be typed.
    let typed = outcome.lines.filter { $0.hasPrefix("> ") }
    #expect(typed == ["> e7e5", "> b1d2", "> b8c6", "> 1", "> e5d4"], "\(outcome.output)")
    let messages = try #require(LanguagePack.named(Locale(identifier: locale))).file("messages")
    let texts = try JSONDecoder().decode(
      [String: String].self, from: Data(contentsOf: URL(filePath: messages)))
    let which = try #require(texts["Which move?"])
    let knight = try #require(texts["N"])
    let refusal = try #require(texts["That is not legal here: %@."])
    let illegal = refusal.prefix { $0 != "%" }
    let names = try JSONDecoder().decode(
      [String: String].self,
      from: Data(
        contentsOf: URL(
          filePath: try #require(LanguagePack.named(Locale(identifier: locale))).file("openings"))))
    let gambit = try #require(names["Queen's Gambit Declined"])
    for text in [gambit, which, String(illegal), "4. \(knight)gf3", "\n5. "] {
      // Output that is not a terminal gets ASCII.
      let text = text.folding(options: .diacriticInsensitive, locale: nil)
        .replacing("¿", with: "")
      #expect(outcome.output.contains(text), "\(text) is missing in: \(outcome.output)")
    }
  }

  @Test func controlCEndsTheDemoWhileItMakesItsClips() async throws {
    let process = try program.start(
      ["demo", "--locale", "de_DE"], environment: ["TMPDIR": program.folder.path])
    func folders() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
        .filter { $0.hasPrefix("spokenmove-demo-") }
    }
    try await Patience.wait(for: "the clips' folder") { try folders().count == 1 }
    kill(process.processIdentifier, SIGINT)
    let outcome = try program.end(of: process)
    // A slow machine ends it by force.
    #expect(outcome.hasExited, "\(outcome.errors)")
    #expect(outcome.lines.count == 1, "no game has begun: \(outcome.output)")
    #expect(try folders().isEmpty)
  }
}
