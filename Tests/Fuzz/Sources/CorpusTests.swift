import Foundation
import Testing

/// The inputs that something failed on once, and whole ones: what the fuzzer begins with.
@Suite(.timeLimit(.minutes(5))) struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Corpus").standardized

  /// Where an input ends the process, this test ends with it.
  @Test(arguments: FuzzTarget.all.map(\.name))
  func inputsAreReadOrRefused(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder.appending(path: name), includingPropertiesForKeys: nil)
    #expect(files.count > 0)
    for file in files { target.body(Array(try Data(contentsOf: file))) }
  }

  @Test func eachFolderIsOfATarget() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(folders.sorted() == FuzzTarget.all.map(\.name).sorted())
  }
}
