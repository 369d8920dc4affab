import Foundation
import Testing

/// Inputs that once failed, and valid ones: the fuzzer's seeds.
@Suite(.timeLimit(.minutes(5))) struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Corpus").standardized

  /// If an input ends the process, this test ends with it. One test has both kinds of inputs,
  /// because a target writes them to one file.
  @Test(arguments: FuzzTarget.all.map(\.name))
  func inputsAreReadOrRefused(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder.appending(path: name), includingPropertiesForKeys: nil)
    #expect(files.count > 0)
    let extremes = try Self.extremes()
    #expect(extremes.count > 30)
    for file in files {
      let bytes = Array(try Data(contentsOf: file))
      target.body(bytes)
      guard !file.lastPathComponent.hasPrefix("found-") else { continue }
      for input in Self.inputs(bytes, with: extremes) { target.body(input) }
    }
  }

  /// The texts of the fuzzer's dictionary: the extremes of number types.
  private static func extremes() throws -> [[UInt8]] {
    let text = try String(
      contentsOf: folder.appending(path: "../numbers.dict").standardized, encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      line.hasPrefix("\"") && !line.contains("\\") ? Array(line.dropFirst().dropLast().utf8) : nil
    }
  }

  /// A valid input, in which each number takes the largest and smallest possible values.
  private static func inputs(_ bytes: [UInt8], with extremes: [[UInt8]]) -> [[UInt8]] {
    let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
    let starts = digits.filter { $0 == 0 || !(48...57).contains(bytes[$0 - 1]) }
    let step = max(1, starts.count / 8)
    var inputs: [[UInt8]] = []
    for (turn, place) in stride(from: 0, to: starts.count, by: step).enumerated() {
      let end = bytes[starts[place]...].firstIndex { !(48...57).contains($0) } ?? bytes.count
      // A quarter of them at each place, so that all are tried.
      for extreme in stride(from: turn % 4, to: extremes.count, by: 4) {
        inputs.append(bytes[..<starts[place]] + extremes[extreme] + bytes[end...])
      }
    }
    return inputs
  }

  @Test func everyFolderBelongsToATarget() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(folders.sorted() == FuzzTarget.all.map(\.name).sorted())
  }
}
