import Chess
import ChessLanguage
import DeviceIO
import Foundation
import Localization
import TestSupport
import Testing

@testable import Appliance

/// `grammars/LOCALE/messages.json`: complete, and read or refused with any contents.
@Suite(.timeLimit(.patientMinutes(2))) struct MessageFilesTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The languages with messages.
  private static let locales: [String] = {
    let folder = root.appending(path: "grammars").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { FileManager.default.fileExists(atPath: file($0)) }.sorted()
  }()

  private static func file(_ locale: String) -> String {
    root.appending(path: "grammars/\(locale)/messages.json").path
  }

  /// The output of `message-keys` for locales in a source tree.
  private func check(_ locales: [String], in root: URL) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = root.appending(path: "Tests/Tools/message-keys")
    process.arguments = locales
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    return (process.ended().status, text)
  }

  @Test func everyMessageIsTranslated() throws {
    #expect(Self.locales == ["de_DE", "es_ES", "fr_FR", "it_IT", "nl_NL"])
    let (status, text) = try check(Self.locales, in: Self.root)
    #expect(status == 0, "\(text)")
  }

  /// It also checks the placeholders.
  @Test(arguments: locales) func everyPacksMessagesAreRead(locale: String) throws {
    let translation = try Translation(contentsOf: Self.file(locale))
    #expect(Message.notation("Qd2").text(in: translation) == "Dd2")
    // With "init", since tests take a literal for a text without translations.
    let ending = Message.init("checkmate, white wins").text(in: translation)
    #expect(ending != "checkmate, white wins")
  }

  /// Each name is an opening's, or a part of one; and every spoken opening has one.
  @Test(arguments: locales + ["en_GB"]) func everyNamedOpeningExists(locale: String) throws {
    let path = Self.root.appending(path: "grammars/\(locale)/openings.json")
    let names = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: path))
    let parts = Set(Openings.names.flatMap { $0.split(separator: ": ") }.flatMap(Self.parts))
    #expect(names.count >= 140)
    let others = Set(names.keys).subtracting(parts)
    #expect(others.isEmpty, "\(others)")
    let translation = try Translation.english.naming(openingsIn: path.path)
    guard locale != "en_GB" else {
      let name = Message.openingName("French Defense: Winawer Variation").text(in: translation)
      return #expect(name == "French Defence: Winawer Variation")
    }
    for opening in try PackLanguage(locale).language.namedOpenings {
      let name = opening.name
      #expect(Message.openingName(name).text(in: translation) != name, "\(name)")
    }
  }

  private static func parts(of name: Substring) -> [String] {
    String(name).components(separatedBy: ", ")
  }

  @Test func aMessageWithoutATranslationIsFound() throws {
    let scratch = try ScratchDirectory()
    let files = FileManager.default
    for folder in ["Tests/Tools", "Sources", "grammars/de_DE"] {
      try files.createDirectory(
        at: scratch.url.appending(path: folder), withIntermediateDirectories: true)
    }
    try files.copyItem(
      at: Self.root.appending(path: "Tests/Tools/message-keys"),
      to: scratch.url.appending(path: "Tests/Tools/message-keys"))
    let source = #"let message = Message("New: \(count(of: "x")).")"#
    try Data(source.utf8).write(to: scratch.url.appending(path: "Sources/New.swift"))
    let pack = scratch.url.appending(path: "grammars/de_DE/messages.json")
    try Data(#"{"Old.": "Alt."}"#.utf8).write(to: pack)
    let (status, text) = try check(["de_DE"], in: scratch.url)
    #expect(status == 1)
    #expect(text.contains("de_DE does not translate: New: %@."))
    #expect(text.contains("de_DE translates what no message says: Old."))
    try Data(#"{"New: %@.": "Neu: %@."}"#.utf8).write(to: pack)
    #expect(try check(["de_DE"], in: scratch.url).status == 0)
  }

  @Test(
    arguments: [
      ("", "line 1, column 1: "), ("[]", "line 1, column 1: an object is expected"),
      ("{\n  \"a\": 1}", "line 2, column 8: text in quotes is expected"),
      (#"{"a %@": "b"}"#, #""a %@": its placeholders are none"#),
      (#"{"a": "\u001b[2J"}"#, #""a": the translation has a control character"#),
    ] as [(String, String)])
  func mistakesAreReportedWithTheirPlace(text: String, reason: String) throws {
    let error = try thrown(PlainError.self) {
      try Translation(json: Array(text.utf8), file: "m.json")
    }
    let description = error.description
    #expect(description.hasPrefix("Cannot read the messages m.json: "))
    #expect(description.contains(reason), "\(description)")
  }

  @Test func unreadableFilesAreReported() throws {
    let scratch = try ScratchDirectory()
    let large = scratch.url.appending(path: "large.json")
    try Data(repeating: 32, count: Translation.fileLimit + 1).write(to: large)
    for (path, reason) in [
      (large.path, "it has more than 256 KiB"), (scratch.path, "it is not a regular file"),
      ("\(scratch.path)/none.json", "No such file"),
    ] as [(String, String)] {
      let error = try thrown(PlainError.self) {
        try Translation(contentsOf: path)
      }
      #expect("\(error)".contains(reason), "\(error)")
    }
  }

  @Test func damagedFilesAreReadOrRefused() throws {
    let sample = try String(contentsOfFile: Self.file("de_DE"), encoding: .utf8)
      .split(separator: "\n").suffix(40).joined(separator: "\n")
    let tokens = ["%@", "%9$@", "%0$@", "\\u0000", "\\ud800", "[[[[", "null", "\"", "{", "}"]
    var counts = (read: 0, refused: 0)
    for bytes in Mutations(of: "{\(sample)".utf8, tokens: tokens, count: 1_000) {
      do {
        let translation = try Translation(json: Array(bytes), file: "m.json")
        _ = Message.init("There is no \("x").").text(in: translation)
        counts.read += 1
      } catch {
        counts.refused += 1
      }
    }
    #expect(counts.read > 20 && counts.refused > 100, "\(counts)")
  }
}
