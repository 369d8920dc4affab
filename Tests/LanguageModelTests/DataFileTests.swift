import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import LanguageModel

@Suite("The data file")
struct DataFileTests {
  private func sample() -> CustomLanguageModelData {
    CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "org.example.\"chess\"", version: "1\n2"
    ) {
      PhraseCount(phrase: "play \\ the \u{1F} gämbit", count: 3)
      PhraseCountsFromTemplates {
        TemplateClass("rank", ["1", "2"])
        TemplateClass("file", ["a", "b", ""])
        TemplatePhraseCountGenerator.Template("<file> <rank>", count: 10)
        TemplatePhraseCountGenerator.Template("<rank>", count: .max)
      }
      PhraseCountsFromTemplates(classes: [:]) {
        TemplatePhraseCountGenerator.Template("stop", count: 1)
      }
      CustomPronunciation(grapheme: "gämbit", phonemes: ["g { m b I t", "x"])
      CustomPronunciation(grapheme: "a", phonemes: ["eI"], replacesDictionary: true)
    }
  }

  @Test("Written data is read back, and written again as the same bytes")
  func roundTrip() async throws {
    try await withTemporaryFile { url in
      for data in [sample(), emptyData()] {
        try await data.export(to: url)
        let read = try CustomLanguageModelData(contentsOf: url)
        #expect(read == data)
        #expect(read.fileText == data.fileText)
      }
    }
  }

  @Test("Encoded data is decoded unchanged")
  func codable() throws {
    let bytes = try JSONEncoder().encode(sample())
    #expect(try JSONDecoder().decode(CustomLanguageModelData.self, from: bytes) == sample())
    let generator = TemplatePhraseCountGenerator()
    generator.insert(template: "<a>", count: 2)
    generator.define(className: "a", values: ["b"])
    let copy = try JSONDecoder().decode(
      TemplatePhraseCountGenerator.self, from: try JSONEncoder().encode(generator))
    #expect(copy == generator)
  }

  @Test("The layout is for people: one template or class per line, in order")
  func layout() {
    #expect(
      sample().fileText == #"""
        {
          "format": 1,
          "locale": "en_US",
          "identifier": "org.example.\"chess\"",
          "version": "1\n2",
          "phrases": [
            {"phrase": "play \\ the \u001f gämbit", "count": 3}
          ],
          "groups": [{
            "classes": {
              "rank": ["1", "2"],
              "file": ["a", "b", ""]
            },
            "templates": [
              {"template": "<file> <rank>", "count": 10},
              {"template": "<rank>", "count": 9223372036854775807}
            ]
          }, {
            "classes": {
            },
            "templates": [
              {"template": "stop", "count": 1}
            ]
          }],
          "pronunciations": [
            {"word": "gämbit", "phonemes": ["g { m b I t", "x"]},
            {"word": "a", "phonemes": ["eI"], "replacesDictionary": true}
          ]
        }

        """#)
  }

  @Test("A file written by hand may have other spaces and another order")
  func handWritten() throws {
    let text = """
      \t{"version":"3","identifier":"x","locale":"en-us","format":1,
      "groups":[{"templates":[{"count":2,"template":"caf\\u00e9 \\ud83d\\ude00 <a>"}],"classes":{"a":["\\/"]}}]}
      """
    let data = try CustomLanguageModelData(fileBytes: text.utf8)
    #expect(data.locale == Locale(identifier: "en_US"))
    #expect(data.templateGroups.first?.templates.first?.body == "café 😀 <a>")
    #expect(data.templateGroups.first?.classes.first?.values == ["/"])
    #expect(data.phraseCounts.isEmpty && data.customPronunciations.isEmpty)
  }

  private static let head = #"{"format": 1, "locale": "en_US", "identifier": "i", "version": "v""#

  @Test(
    "Each mistake in a file is reported with its place",
    arguments: [
      ("", "malformedJSON", 1, 1),
      ("{", "malformedJSON", 1, 2),
      ("[1, 2,]", "malformedJSON", 1, 7),
      ("{\"a\": 1,\n \"a\": 2}", "malformedJSON", 2, 2),
      ("{\n\"ä\": tru}", "malformedJSON", 2, 6),
      ("{\"a\": \"\\x\"}", "malformedJSON", 1, 9),
      ("{\"a\": \"b\n\"}", "malformedJSON", 1, 9),
      ("{\"a\": \"b", "malformedJSON", 1, 7),
      ("{\"a\": \"\\ud800\"}", "malformedJSON", 1, 14),
      ("{\"a\": 01}", "malformedJSON", 1, 8),
      ("{\"a\": 1.}", "malformedJSON", 1, 9),
      ("{} {}", "malformedJSON", 1, 4),
      (String(repeating: "[", count: 100_000), "malformedJSON", 1, 65),
      ("[]", "wrongType", 1, 1),
      (head + ", \"phrases\": {}}", "wrongType", 1, 80),
      (head + ",\n\"phrases\": [{\"phrase\": 7, \"count\": 1}]}", "wrongType", 2, 24),
      (head + ",\n\"phrases\": [{\"phrase\": \"x\", \"count\": 1.5}]}", "wrongType", 2, 38),
      (head + ",\n\"phrases\": [{\"phrase\": \"x\", \"count\": 1e2}]}", "wrongType", 2, 38),
      (head + ",\n\"phrases\": [{\"phrase\": \"x\", \"count\": 1E+2}]}", "wrongType", 2, 38),
      (
        head + ",\n\"pronunciations\": [{\"word\": \"x\", \"phonemes\": [\"y\"], "
          + "\"replacesDictionary\": 1}]}", "wrongType", 2, 75
      ),
      (
        head + ",\n\"phrases\": [{\"phrase\": \"x\", \"count\": 99999999999999999999}]}",
        "wrongType", 2, 38
      ),
      (head + ",\n\"phrases\": [{\"phrase\": \"x\"}]}", "missingKey", 2, 13),
      (head + ",\n\"phrase\": []}", "unknownKey", 2, 11),
      (head + ",\n\"groups\": [{\"classes\": [], \"templates\": []}]}", "wrongType", 2, 24),
      (
        head + ",\n\"pronunciations\": [{\"word\": \"x\", \"phonemes\": [\"y\", null]}]}",
        "wrongType", 2, 52
      ),
      (
        #"{"format": 2, "locale": "en_US", "identifier": "i", "version": "v"}"#,
        "unsupportedFormat", 1, 12
      ),
      (
        #"{"format": "1", "locale": "en_US", "identifier": "i", "version": "v"}"#, "wrongType", 1,
        12
      ),
    ])
  func singleIssue(text: String, kind: String, line: Int, column: Int) {
    #expect {
      try CustomLanguageModelData(fileBytes: text.utf8, file: "some.json")
    } throws: { error in
      let error = error as? LanguageModelError
      let issues = error?.issues ?? []
      return error?.code == .malformedFile && error?.file == "some.json"
        && issues.map { "\($0.kind)" } == [kind] && issues.map(\.line) == [line]
        && issues.map(\.column) == [column]
    }
  }

  @Test("Each missing key is named")
  func missingKeys() throws {
    let text = #"{"format": 1, "phrases": [{"count": 3}]}"#
    let error = try thrown(LanguageModelError.self) {
      try CustomLanguageModelData(fileBytes: text.utf8)
    }
    #expect(
      error.issues.map(\.message)
        == ["locale", "identifier", "version", "phrase"].map { "the key \"\($0)\" is missing" })
  }

  @Test(
    "A hundred mistakes are listed, and the others counted", arguments: [100, 101, 107])
  func manyMistakes(count: Int) throws {
    let phrases = Array(repeating: "1", count: count).joined(separator: ",")
    let text = #"{"format": 1, "locale": "en", "identifier": "i", "version": "v", "phrases": ["#
    let error = try thrown(LanguageModelError.self) {
      try CustomLanguageModelData(fileBytes: "\(text)\(phrases)]}".utf8)
    }
    #expect(error.issues.prefix(100).map(\.subject) == (0..<100).map { "$.phrases[\($0)]" })
    let rest = count - 100
    #expect(
      error.issues.dropFirst(100).map(\.message)
        == (rest > 0 ? ["\(rest) more mistakes are not listed"] : []))
  }

  @Test("Bytes that are not UTF-8 are refused")
  func invalidBytes() {
    #expect(throws: LanguageModelError.self) {
      try CustomLanguageModelData(fileBytes: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])
    }
  }

  @Test("Every prefix of a file is refused without a trap")
  func truncation() {
    let bytes = Array(sample().fileText.utf8)
    for count in 0..<(bytes.count - 2) {
      #expect(throws: LanguageModelError.self) {
        try CustomLanguageModelData(fileBytes: bytes[..<count])
      }
    }
  }

  @Test("All wrong values are listed with their paths")
  func severalIssues() {
    let text = """
      {"format": 1, "locale": 5, "identifier": "i", "version": "v",
       "groups": [{"classes": {"file": ["a", 2]}, "templates": [{"template": [], "count": "3"}]}]}
      """
    #expect {
      try CustomLanguageModelData(fileBytes: text.utf8)
    } throws: { error in
      (error as? LanguageModelError)?.issues.map(\.subject) == [
        "$.locale", "$.groups[0].classes[\"file\"][1]", "$.groups[0].templates[0].template",
        "$.groups[0].templates[0].count",
      ]
    }
  }

  @Test(
    "A file that cannot be read or written is named with the reason",
    arguments: [("/nowhere/a.json", "No such file"), ("/proc", "not a regular file")])
  func unreadable(path: String, reason: String) async {
    #expect {
      try CustomLanguageModelData(contentsOf: URL(filePath: path))
    } throws: {
      ($0 as? LanguageModelError)?.code == .unreadableFile && "\($0)".contains(reason)
        && "\($0)".contains(path)
    }
    await #expect {
      try await emptyData().export(to: URL(filePath: path + "/b/c.json"))
    } throws: {
      ($0 as? LanguageModelError)?.code == .unwritableFile && "\($0)".contains(path)
    }
  }

  @Test("A pipe, a device and a huge file are refused unread")
  func notAFileToRead() throws {
    let scratch = try ScratchDirectory()
    let (pipe, huge) = ("\(scratch.path)/pipe", "\(scratch.path)/huge")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(FileManager.default.createFile(atPath: huge, contents: nil))
    #expect(truncate(huge, 1 << 32) == 0)
    for (path, reason) in [
      (pipe, "not a regular file"), ("/dev/zero", "not a regular file"), (huge, "more than"),
    ] as [(String, String)] {
      let url = URL(filePath: path)
      let data = try thrown(LanguageModelError.self) {
        try CustomLanguageModelData(contentsOf: url)
      }
      let table = try thrown(LanguageModelError.self) { try PhoneTable(contentsOf: url) }
      for error in [data, table] {
        #expect(error.code == .unreadableFile && error.file == path)
        #expect("\(error)".contains(reason))
      }
    }
  }

  @Test("A file with an untrue size is read only to the limit")
  func aFileThatReportsNoSizeIsStillLimited() throws {
    // Its size is 0, and it is as large as the address space.
    let error = try thrown(LanguageModelError.self) {
      try CustomLanguageModelData(contentsOf: URL(filePath: "/proc/self/pagemap"))
    }
    #expect("\(error)".contains("more than"), "\(error)")
  }

  @Test("A data file has at most 16 MiB", arguments: [(16 << 20, false), (16 << 20 + 1, true)])
  func size(bytes: Int, isTooLarge: Bool) throws {
    let scratch = try ScratchDirectory()
    let path = "\(scratch.path)/large.json"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    #expect(truncate(path, bytes) == 0)
    let error = try thrown(LanguageModelError.self) {
      try CustomLanguageModelData(contentsOf: URL(filePath: path))
    }
    #expect((error.code == .unreadableFile) == isTooLarge, "\(error)")
  }

  @Test("Exporting leaves no other file")
  func exportIsAside() async throws {
    let folder = URL(filePath: "/tmp/languagemodel-\(UInt64.random(in: 0...(.max)))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a.json")
    try await emptyData().export(to: file)
    try await sample().export(to: file)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.json"])
    #expect(try CustomLanguageModelData(contentsOf: file) == sample())
    // A link stays, and its target changes.
    let link = folder.appending(path: "b.json")
    #expect(symlink("a.json", link.path) == 0)
    try await emptyData().export(to: link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "a.json")
    #expect(try CustomLanguageModelData(contentsOf: file) == emptyData())
  }

  @Test("White space between the parts of a file has no meaning")
  func blanks() throws {
    let parts = [
      "{", "\"format\"", ":", "1", ",", "\"locale\"", ":", "\"en_US\"", ",", "\"identifier\"",
      ":", "\"i\"", ",", "\"version\"", ":", "\"v\"", ",", "\"phrases\"", ":", "[", "{",
      "\"phrase\"", ":", "\"x\"", ",", "\"count\"", ":", "1", "}", ",", "{", "\"phrase\"", ":",
      "\"y\"", ",", "\"count\"", ":", "2", "}", "]", "}",
    ]
    let plain = try CustomLanguageModelData(fileBytes: parts.joined().utf8, file: "some.json")
    for blank in [" ", "\n", "\t", "\r\n  "] {
      let text = blank + parts.joined(separator: blank) + blank
      let data = try CustomLanguageModelData(fileBytes: text.utf8, file: "some.json")
      #expect(data.content.phraseCounts == plain.content.phraseCounts)
      #expect(data.content.phraseCounts.map(\.count) == [1, 2])
    }
  }
}
