import Foundation
import TestSupport
import Testing

/// The shared library in C and C++: the programs in `Tests/Ports/C`, compiled with GCC.
@Suite(.serialized, .timeLimit(.patientMinutes(2)), .tags(.speech), .skippable(.speech))
struct CPortsTests {
  private static let coffee = PortedProgram.package
    .appending(path: "grammars/examples/coffee.json").path
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  // MARK: C

  @Test func dictationInCReportsEventsInOrder() throws {
    let listen = try compileListen()
    let end = try listen("--whole", try scratch.clip(saying: PortsTests.sentence))
    #expect(end.status == 0)
    #expect(end.lines.first == "speech")
    #expect(end.lines.contains { $0.hasPrefix("partial: what is") })
    #expect(end.lines.last == "ended")
    #expect(end.lines.filter { ["speech", "all heard", "ended"].contains($0) }.count == 3)
    let result = try #require(end.lines.firstIndex { $0.hasPrefix("final: ") })
    #expect(end.lines[result].hasPrefix("final: \(PortsTests.sentence) (understood, "))
    #expect(end.lines[result - 1] == "all heard")
    #expect(!end.lines[result...].contains { $0.hasPrefix("partial: ") })
    #expect(end.lines[result...].contains { $0.contains(" s: weather (") })
  }

  @Test func soundOnStandardInputIsRecognized() throws {
    let clip = try scratch.clip(saying: PortsTests.sentence)
    let input = try FileHandle(forReadingFrom: URL(filePath: clip))
    // After the header of flite's file, the rest is raw.
    try input.seek(toOffset: 44)
    let end = try compileListen()("-", input: input)
    #expect(end.status == 0)
    #expect(end.lines.contains { $0.hasPrefix("final: \(PortsTests.sentence) (") })
  }

  @Test func aLanguageModelInCGivesIntentAndSlots() throws {
    let clip = try scratch.clip(saying: "give me a double shot espresso with soy milk")
    let end = try compileListen()("--data", Self.coffee, prepared, clip)
    #expect(end.status == 0)
    let start = try #require(end.lines.firstIndex { $0.hasPrefix("intent: ") })
    #expect(
      end.lines[start...] == [
        "intent: orderDrink", "  numberOfShots: double shot", "  coffeeDrink: espresso",
        "  milkAmount: soy milk", "ended",
      ])
  }

  @Test func errorsInCSayWhatAndWhere() throws {
    let listen = try compileListen()
    let clip = try scratch.clip(saying: PortsTests.sentence)
    let cases =
      [
        (["--data", "/no.json", prepared, clip], "error 6, SFSpeechErrorDomain 8: ", "/no.json"),
        (["--models", "/nowhere", clip], "error 2, SFSpeechErrorDomain 5: ", "/nowhere"),
        (["--locale", "xx_XX", clip], "error 2, SFSpeechErrorDomain 5: ", "xx_XX"),
        (["--whole", "/nowhere.wav"], "error 8, SFSpeechErrorDomain 2: ", "/nowhere.wav"),
      ] as [([String], String, String)]
    for (arguments, kind, subject) in cases {
      let end = try listen(arguments)
      #expect(end.status == 1)
      let error = try #require(end.lines.first)
      #expect(error.hasPrefix(kind) && error.contains(subject))
    }
    let broken = scratch.url.appending(path: "broken.json")
    try Data(#"{"format": 1, "phrases": 3}"#.utf8).write(to: broken)
    let end = try listen("--data", broken.path, prepared, clip)
    #expect(end.status == 1)
    #expect(end.lines.first?.hasPrefix("error 6, SFSpeechErrorDomain 8: ") == true)
  }

  @Test func aCancelledTaskInCEndsOnce() throws {
    let end = try compileListen()("--cancel", try scratch.clip(saying: PortsTests.sentence))
    #expect(end.status == 1)
    #expect(
      end.lines.suffix(2) == [
        "error 9, SFSpeechErrorDomain 0: Cannot finish the recognition: it was cancelled, or"
          + " another task replaced it", "ended",
      ])
    #expect(!end.lines.contains { $0.hasPrefix("final: ") })
    #expect(end.lines.filter { $0 == "ended" }.count == 1)
  }

  /// Runs with the address sanitizer, which detects any use of freed memory.
  @Test func theLibraryKeepsItsHeadersPromises() throws {
    let contract = try scratch.compile(
      "contract", Self.c + ["-g", "-fsanitize=address,undefined"],
      ["", "-calls", "-heard"].map { "C/contract\($0).c" })
    let clip = try scratch.clip(saying: "make me a latte")
    let end = try PortedProgram.run(
      contract, [clip, Self.coffee, prepared, try damagedModel()],
      // Freed memory in its quarantine would count as growth; valgrind looks for leaks.
      environment: ["ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=1"])
    #expect(end.lines.filter { $0.hasPrefix("broken") } == [])
    #expect(end.lines.contains("memory"))
    #expect(end.lines.last == "0 broken")
    #expect(end.status == 0)
  }

  @Test func valgrindFindsNothing() throws {
    let listen = try compileListen()
    let clip = try scratch.clip(saying: "make me a latte")
    let end = try PortedProgram.run(
      "/usr/bin/valgrind",
      [
        "--quiet", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=definite",
        "--errors-for-leak-kinds=definite", "--log-file=\(scratch.path)/valgrind", listen.path,
        "--data", Self.coffee, prepared, clip,
      ])
    let log = try String(contentsOfFile: "\(scratch.path)/valgrind", encoding: .utf8)
    #expect(end.status == 0, "\(log)")
    #expect(end.lines.contains("intent: orderDrink"))
  }

  @Test func theReadmesExampleTakesDictation() throws {
    let text = try String(
      contentsOf: PortedProgram.package.appending(path: "Sources/CSpeech/README.md"),
      encoding: .utf8)
    let blocks = text.components(separatedBy: "```c\n")
    try #require(blocks.count == 2)
    let example = blocks[1].components(separatedBy: "```")[0]
    let clip = try scratch.clip(saying: PortsTests.sentence)
    let source = scratch.url.appending(path: "move.c")
    try Data(example.replacing("move.wav", with: clip).utf8).write(to: source)
    let end = try PortedProgram.run(try scratch.compile("move", Self.c, [source.path]), [])
    #expect(end.lines == [PortsTests.sentence])
    #expect(end.status == 0)
  }

  // MARK: C++ and the header

  @Test func theHeaderCompilesAsCxx() throws {
    let source = scratch.url.appending(path: "header.cc")
    let text = """
      #include <spokenmove/speech.h>
      int main() { return spm_version() == SPM_VERSION_MAJOR * 1000 + SPM_VERSION_MINOR ? 0 : 1; }

      """
    try Data(text.utf8).write(to: source)
    let program = try scratch.compile(
      "header", ["-std=c++11", "-pedantic"], [source.path], compiler: "g++")
    #expect(try PortedProgram.run(program, []).status == 0)
  }

  @Test func theLibraryHasTheFunctionsOfItsHeader() throws {
    let header = try String(
      contentsOfFile: "\(PortedProgram.headers)/spokenmove/speech.h", encoding: .utf8)
    let declared = header.matches(of: /(?m)^\w[\w ]*?\*?(spm_\w+)\(/).map { String($0.1) }
    let library = try PortedProgram.products.appending(path: "libspokenmove-speech.so").path
    let symbols = try PortedProgram.run("/usr/bin/nm", ["-D", "--defined-only", library])
    let defined = symbols.lines.compactMap { line in
      line.split(separator: " ").last.map(String.init)
    }.filter { $0.hasPrefix("spm_") }
    #expect(Set(defined) == Set(declared) && declared.contains("spm_version"))
  }

  // MARK: Compiling

  private static let c = ["-std=c11", "-D_POSIX_C_SOURCE=200809L"]

  private struct Listen {
    let path: String

    func callAsFunction(
      _ arguments: String..., input: FileHandle = .nullDevice
    ) throws -> PortedProgram.End {
      try PortedProgram.run(path, arguments, input: input)
    }

    func callAsFunction(_ arguments: [String]) throws -> PortedProgram.End {
      try PortedProgram.run(path, arguments)
    }
  }

  private func compileListen() throws -> Listen {
    Listen(path: try scratch.compile("listen", Self.c, ["C/listen.c"]))
  }

  // MARK: Files

  private var prepared: String { scratch.url.appending(path: "LM").path }

  /// A folder with an English model whose definition of phones is cut off.
  private func damagedModel() throws -> String {
    let installed = try #require(
      ["/usr/local/share/pocketsphinx/model", "/usr/share/pocketsphinx/model"].first {
        FileManager.default.fileExists(atPath: "\($0)/en-us/en-us/mdef")
      })
    let models = scratch.url.appending(path: "models").path
    let folder = "\(models)/en-us/en-us"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for file in try FileManager.default.contentsOfDirectory(atPath: "\(installed)/en-us/en-us") {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(file)", withDestinationPath: "\(installed)/en-us/en-us/\(file)")
    }
    let whole = try Data(contentsOf: URL(filePath: "\(folder)/mdef"))
    try FileManager.default.removeItem(atPath: "\(folder)/mdef")
    try whole.prefix(1_000).write(to: URL(filePath: "\(folder)/mdef"))
    return models
  }
}
