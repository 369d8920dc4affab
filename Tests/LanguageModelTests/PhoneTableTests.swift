import Foundation
import TestSupport
import Testing

@testable import LanguageModel

@Suite("Phones of another acoustic model", .tags(.hardwareFree)) struct PhoneTableTests {
  private static let german = #"{"y": "yy", "p": "pp", "a": ["aa", "ah"], "e~": ["ee nn", "ee"]}"#

  private func table(_ text: String) throws(LanguageModelError) -> PhoneTable {
    try PhoneTable(fileBytes: text.utf8, file: "phones.json")
  }

  @Test("A table gives each symbol's phones, the likeliest first")
  func readings() throws {
    let table = try table(Self.german)
    #expect(!table.isEnglish)
    #expect(table.phones == ["yy", "pp", "aa", "ah", "ee", "nn"])
    #expect(table.readings(of: "\"p y") == .success([["pp", "yy"]]))
    #expect(table.readings(of: "pa") == .success([["pp", "aa"], ["pp", "ah"]]))
    #expect(table.readings(of: "e~") == .success([["ee", "nn"], ["ee"]]))
    #expect(table.readings(of: "p i") == .failure(.init(symbol: "i", column: 3)))
  }

  /// Three symbols with three readings each: a reading's rank is its distance from the first.
  @Test("A word has at most eight readings, the likeliest of all")
  func eightReadings() throws {
    let table = try table(#"{"o": ["a", "b", "c"], "u": ["d", "e", "f"], "y": ["g", "h", "i"]}"#)
    let all = [0, 1, 2].flatMap { first in
      [0, 1, 2].flatMap { second in [0, 1, 2].map { [first, second, $0] } }
    }
    let readings = try table.readings(of: "ouy").get()
    #expect(readings.count == 8 && Set(readings).count == 8)
    let rows = [["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]]
    let ranks = try readings.map { reading in
      try zip(reading, rows).reduce(0) { $0 + (try #require($1.1.firstIndex(of: $1.0))) }
    }
    let least = all.map { $0.reduce(0, +) }.sorted().prefix(8)
    #expect(ranks == Array(least), "\(readings)")
  }

  @Test("Another table's rows override its own")
  func merging() throws {
    let table = PhoneTable.nearestEnglish.merging(try table(#"{"y": "IY", "ts\\": "CH"}"#))
    #expect(table.isEnglish)
    #expect(table.readings["y"] == [["IY"]] && table.readings["i"] == [["IY"], ["IH"]])
  }

  @Test("Each phone maps to the nearest English one")
  func nearestEnglish() throws {
    let nearest = try table(Self.german).nearestEnglishPhones
    #expect(nearest == ["yy": "UW", "pp": "P", "aa": "AA"])
    #expect(PhoneTable.nearestEnglish.nearestEnglishPhones.allSatisfy { $0.key == $0.value })
  }

  @Test("A table has at most 256 KiB")
  func size() throws {
    func bytes(_ count: Int) -> [UInt8] {
      Array(Self.german.utf8) + Array(repeating: 32, count: count - Self.german.utf8.count)
    }
    #expect(try PhoneTable(fileBytes: bytes(256 << 10)) == table(Self.german))
    let error = try thrown(LanguageModelError.self) {
      try PhoneTable(fileBytes: bytes(256 << 10 + 1))
    }
    #expect(error.issues.map(\.kind) == [.tooLarge])
    let scratch = try ScratchDirectory()
    let url = scratch.url.appending(path: "phones.json")
    for (count, isAccepted) in [(256 << 10, true), (256 << 10 + 1, false)] {
      try Data(bytes(count)).write(to: url)
      #expect(((try? PhoneTable(contentsOf: url)) != nil) == isAccepted)
    }
  }

  @Test(
    "A mistake in a file is reported with its place",
    arguments: [
      ("", 1), ("[]", 1), ("{\n\"i\": 1}", 2), ("{\"i\":\n []}", 2), ("{\n\n\"i\": \" \"}", 3),
      ("{\"i j\": \"IY\"}", 1), ("{\"\": \"IY\"}", 1), ("{\"i\": [\"IY\",\n2]}", 1),
    ] as [(String, Int)])
  func malformed(text: String, line: Int) throws {
    let error = try thrown(LanguageModelError.self) { try table(text) }
    #expect(error.code == .malformedFile && error.file == "phones.json")
    #expect(error.issues.first?.line == line)
  }

  @Test("A file that is too large and a missing file are one error each")
  func unreadable() throws {
    let large = #"{"i": ""# + String(repeating: "IY ", count: 100_000) + #""}"#
    let error = try thrown(LanguageModelError.self) { try table(large) }
    #expect(error.issues.map(\.kind) == [.tooLarge])
    let missing = try thrown(LanguageModelError.self) {
      try PhoneTable(contentsOf: URL(filePath: "/nowhere/phones.json"))
    }
    #expect(missing.code == .unreadableFile)
  }

  private func compile(
    _ locale: String, _ phones: Set<String>?, _ table: PhoneTable?
  ) throws -> CompiledLanguageModel {
    let data = CustomLanguageModelData(
      locale: Locale(identifier: locale), identifier: "test", version: "1")
    data.insert(phraseCount: PhraseCount(phrase: "papy", count: 1))
    data.insert(
      term: CustomLanguageModelData.CustomPronunciation(grapheme: "papy", phonemes: ["p a p y"]))
    var dictionary = PronunciationDictionary(text: "")
    dictionary.phones = phones
    dictionary.table = table
    return try CompiledLanguageModel(data, dictionary: dictionary)
  }

  @Test("A pronunciation has the model's phones; without a table, English ones")
  func pronunciations() throws {
    let own = try compile("de_DE", ["yy", "pp", "aa", "ah"], table(Self.german))
    let (first, isMapped) = (own.lexicon.pronunciations["papy"]?.first, own.lexicon.isMapped)
    #expect(first == ["pp", "aa", "pp", "yy"] && !isMapped)
    for phones in [nil, PhoneTable.nearestEnglish.phones] {
      let english = try compile("de_DE", phones, nil)
      let first = english.lexicon.pronunciations["papy"]?.first
      #expect(first == ["P", "AA", "P", "UW"] && english.lexicon.isMapped)
    }
  }

  @Test("Phones that the model lacks are named once, with the place for others")
  func missingPhones() throws {
    let error = try thrown(LanguageModelError.self) {
      _ = try compile("de_DE", ["P", "a", "y"], nil)
    }
    let issues = error.issues
    #expect(issues.count == 1)
    let message = issues.first?.message ?? ""
    #expect(message.contains("has no phone AA, AE, AH, IY, UW: "), "\(message)")
    #expect(message.contains("phones.json") && message.hasSuffix("it has P a y"), "\(message)")
  }
}
