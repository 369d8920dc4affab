import Foundation
import Testing

/// The Swift listings of the README and of the documentation are parts of the files in
/// `Tests/Snippets`, which are compiled, and which `SnippetsTests` runs.
@Suite(.tags(.hardwareFree)) struct ListingsTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The files below `folder` whose names have the ending.
  private static func files(in folder: String, ending: String) throws -> [URL] {
    let all = try #require(
      FileManager.default.enumerator(
        at: package.appending(path: folder), includingPropertiesForKeys: nil))
    return all.compactMap { $0 as? URL }.filter { $0.pathExtension == ending }
  }

  /// The lines between "```swift" and "```".
  private static func listings(in file: URL) throws -> [[String]] {
    var listings: [[String]] = []
    var listing: [String]?
    for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
      if let lines = listing {
        if line == "```" { listings.append(lines) }
        listing = line == "```" ? nil : lines + [line]
      } else if line == "```swift" {
        listing = []
      }
    }
    return listings
  }

  /// Whether the lines occur in `text`, all indented like the first one.
  private static func isPart(_ lines: [String], of text: [String]) -> Bool {
    text.indices.contains { start in
      guard lines.count <= text.count - start, let first = lines.first else { return false }
      let indentation = text[start].prefix { $0 == " " }
      return text[start] == indentation + first
        && zip(lines, text[start...]).allSatisfy { line, other in
          other == (line.isEmpty ? "" : indentation + line)
        }
    }
  }

  @Test func everyListingIsPartOfACompiledFile() throws {
    let snippets = try Self.files(in: "Tests/Snippets", ending: "swift").map {
      try String(contentsOf: $0, encoding: .utf8).components(separatedBy: "\n")
    }
    let documents = try Self.files(in: "Sources", ending: "md")
    #expect(documents.filter { $0.path.contains(".docc/") }.count >= 11)
    var count = 0
    for document in documents + [Self.package.appending(path: "README.md")] {
      for listing in try Self.listings(in: document) {
        count += 1
        #expect(
          snippets.contains { Self.isPart(listing, of: $0) },
          "\(document.lastPathComponent): \(listing.joined(separator: "\n"))")
      }
    }
    #expect(count >= 10)
    #expect(try !Self.listings(in: Self.package.appending(path: "README.md")).isEmpty)
  }

  /// "Coming from the Speech framework" lists all of Apple's names in the module.
  @Test func everyAppleNameIsListed() throws {
    let speech = Self.package.appending(path: "Sources/Speech")
    let article = try String(
      contentsOf: speech.appending(path: "Speech.docc/ComingFromTheSpeechFramework.md"),
      encoding: .utf8)
    var names: [Substring] = []
    for file in ["AppleNames.swift", "SpeechError+Apple.swift"] {
      let text = try String(contentsOf: speech.appending(path: file), encoding: .utf8)
      names += text.matches(of: /public (?:typealias|let|static let) (SF\w+|\w+(?= = Self))/).map(
        \.1)
    }
    #expect(names.contains("SFSpeechRecognizer"))
    for name in names { #expect(article.contains("`\(name)`"), "\(name)") }
  }

  /// "An appliance of your own in 60 lines" shows both files of the tutorial completely.
  @Test func theApplianceHasSixtyLines() throws {
    let lights = try Self.files(in: "Tests/Snippets/Lights", ending: "swift")
    let article = Self.package.appending(path: "Sources/Speech/Speech.docc/YourOwnAppliance.md")
    let listings = try Self.listings(in: article)
    #expect(lights.count == 2)
    for file in lights {
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      #expect(listings.contains(lines.dropLast()), "\(file.lastPathComponent)")
    }
    #expect(listings.reduce(0) { $0 + $1.count } <= 60)
  }
}
