import Foundation
import TestSupport
import Testing

@testable import LanguageModel

@Suite("Language packs on disk", .tags(.hardwareFree)) struct InstalledPacksTests {
  private let scratch: ScratchDirectory
  private var folders: [String] { ["\(scratch.path)/own", "\(scratch.path)/all", "/nowhere"] }

  init() throws {
    scratch = try ScratchDirectory()
    for file in [
      "own/xx_XX/chess.json", "all/aa-aa/chess.json", "all/xx_XX/chess.json", "all/examples/a.json",
    ] {
      let url = scratch.url.appending(path: file)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("{}".utf8).write(to: url)
    }
  }

  @Test("Each locale is listed once, from the first folder with it")
  func installed() {
    let packs = LanguagePack.installed(in: folders)
    #expect(packs.map(\.locale.identifier) == ["aa_AA", "xx_XX"])
    #expect(packs.last?.file("dialogue") == "\(scratch.path)/own/xx_XX/dialogue.json")
  }

  @Test("A locale is found in any spelling")
  func named() {
    for identifier in ["xx_XX", "xx-xx", "XX_xx"] {
      let pack = LanguagePack.named(Locale(identifier: identifier), in: folders)
      #expect(pack?.directory == "\(scratch.path)/own/xx_XX")
    }
    #expect(LanguagePack.named(Locale(identifier: "xx"), in: folders) == nil)
  }

  @Test("This package's programs find its packs")
  func ofThisPackage() {
    let locales = LanguagePack.installed().map(\.locale.identifier)
    #expect(Set(locales).isSuperset(of: ["de_DE", "en_GB", "en_US"]))
  }

  @Test("A pack may have its own phones")
  func phones() throws {
    let pack = try #require(LanguagePack.named(Locale(identifier: "xx_XX"), in: folders))
    #expect(try pack.phones() == nil)
    let file = URL(filePath: "\(pack.directory)/phones.json")
    try Data(#"{"y": "IY"}"#.utf8).write(to: file)
    #expect(try pack.phones()?.readings == ["y": [["IY"]]])
    try Data("{".utf8).write(to: file)
    #expect(throws: LanguageModelError.self) { try pack.phones() }
  }
}
