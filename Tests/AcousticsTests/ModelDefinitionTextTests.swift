import FoundationEssentials
import TestSupport
import Testing

@testable import Acoustics

/// Definitions in text form, as pocketsphinx_mdef_convert and sphinxtrain write them.
@Suite(.tags(.hardwareFree)) struct ModelDefinitionTextTests {
  private static let text = """
    0.3
    5 n_base
    7 n_tri
    48 n_state_map
    36 n_tied_state
    15 n_tied_ci_state
    5 n_tied_tmat
    #
    # Columns definitions
    #base lft  rt p attrib tmat      ... state id's ...
    +NOISE+   -   - - filler    0      0      1      2 N
        A   -   - -    n/a    1      3      4      5 N
        B   -   - -    n/a    2      6      7      8 N
        C   -   - -    n/a    3      9     10     11 N
      SIL   -   - - filler    4     12     13     14 N
        A   B   C i    n/a    1     15     16     17 N
        B   A   A i    n/a    2     18     19     20 N
        A   C   B b    n/a    1     21     22     23 N
        A SIL   B b    n/a    1     24     25     26 N
        C SIL   A s    n/a    3     27     28     29 N
        B   A   C e    n/a    2     30     31     32 N
        B   A SIL e    n/a    2     33     34     35 N

    """

  private func definition(_ text: String) throws -> ModelDefinition {
    let scratch = try ScratchDirectory()
    let path = "\(scratch.path)/mdef"
    try Data(text.utf8).write(to: URL(filePath: path))
    return try ModelDefinition(contentsOf: path)
  }

  private func problem(of text: String) throws -> String {
    let error = try thrown(ModelFileError.self) { try definition(text) }
    #expect(error.path.hasSuffix("/mdef"))
    return error.problem
  }

  @Test func phonesAndTriphonesAreRead() throws {
    let definition = try definition(Self.text)
    #expect(definition.phones == ["+NOISE+", "A", "B", "C", "SIL"])
    #expect(definition.silence == 4)
    #expect(definition.senoneCount == 36)
    #expect(definition.phones.indices.filter(definition.isNoise) == [0])
    for phone in 0..<5 {
      #expect(definition.senones(of: phone).elementsEqual(senones(3 * phone)))
    }
    let triphones: [(Int, Int, Int, ModelDefinition.WordPosition)] = [
      (1, 2, 3, .inside), (2, 1, 1, .inside), (1, 3, 2, .beginning), (1, 4, 2, .beginning),
      (3, 4, 1, .alone), (2, 1, 3, .end), (2, 1, 4, .end),
    ]
    for (number, (phone, left, right, position)) in triphones.enumerated() {
      let found = definition.senones(of: phone, after: left, before: right, position)
      #expect(found.elementsEqual(senones(15 + 3 * number)))
    }
    // A noise as a neighbor counts as silence; an unseen triphone counts as the phone without
    // context.
    #expect(
      definition.senones(of: 1, after: 0, before: 2, .beginning).elementsEqual(senones(24)))
    #expect(definition.senones(of: 3, after: 1, before: 1, .inside).elementsEqual(senones(9)))
    let phones: [UInt8] = [0, 1, 2, 3, 4, 1, 2, 1, 1, 3, 2, 2]
    #expect(definition.codebooks == phones.flatMap { [$0, $0, $0] })
  }

  private func senones(_ first: Int) -> [UInt16] { (0..<3).map { UInt16(first + $0) } }

  @Test func triphonesMayShareTheirStates() throws {
    let definition = try definition(
      Self.text.replacing("27     28     29", with: "15     16     17"))
    #expect(definition.senones(of: 3, after: 4, before: 1, .alone).elementsEqual(senones(15)))
    #expect(definition.senones(of: 1, after: 2, before: 3, .inside).elementsEqual(senones(15)))
  }

  /// Comments, ends of lines as on Windows, no triphone, and any order of triphones and counts.
  @Test func layoutAndOrderMayDiffer() throws {
    let whole = try definition(Self.text)
    #expect(try definition("# über alles\n" + Self.text + "# the end\n\n") == whole)
    #expect(try definition(Self.text.replacing("\n", with: "\r\n")) == whole)
    #expect(try definition(String(Self.text.dropLast())) == whole)
    #expect(
      try definition(
        Self.text.replacing("5 n_base\n", with: "").replacing("#\n", with: "5\tn_base\n"))
        == whole)
    var lines = Self.text.split(separator: "\n")
    lines.swapAt(15, 20)
    let other = try definition(lines.joined(separator: "\n"))
    #expect(other.senones(of: 1, after: 2, before: 3, .inside).elementsEqual(senones(15)))
    let alone = lines.prefix(15).joined(separator: "\n").replacing("7 n_tri", with: "0 n_tri")
      .replacing("48 n_state", with: "20 n_state")
    #expect(try definition(alone).senones(of: 1, after: 2, before: 3, .inside).first == 3)
  }

  @Test(
    arguments: [
      ("0.3\n", "0.4\n", "it is no definition"), ("0.3\n", "0.33\n", "it is no definition"),
      ("0.3\n", "0.3 0.3\n", "it is no definition"),
      ("0.3\n", "# a\n 0.3\n", "it is no definition"), ("5 n_base", "5", "line 2 is no count"),
      ("7 n_tri", "7 n_try", "line 3 is no count"), ("7 n_tri", "-7 n_tri", "line 3 is damaged"),
      ("7 n_tri", "9999999999 n_tri", "line 3 is damaged"), ("7 n_tri", "\n", "line 3 is no count"),
      ("48 n_state", "49 n_state", "its counts are wrong"),
      ("48 n_state", "12 n_state", "its counts are wrong"),
      ("48 n_state", "96 n_state", "its counts are wrong"),
      ("15 n_tied", "16 n_tied", "its counts are wrong"),
      ("36 n_tied", "14 n_tied", "its counts are wrong"),
      ("36 n_tied", "32767 n_tied", "its counts are wrong"),
      ("5 n_tied", "0 n_tied", "its counts are wrong"),
      ("5 n_base", "0 n_base", "its counts are wrong"),
      ("    A   -   - - ", "    B   -   - - ", "line 13: its phones are not in order"),
      ("    A   -   - - ", "    A   -   A - ", "line 12 is damaged"),
      ("    A   -   - -    n/a", "    A   -   - -    n/b", "line 12 is damaged"),
      ("n/a    1      3", "n/a    5      3", "line 12 is damaged"),
      ("9     10     11", "9     10     15", "line 14 is damaged"),
      ("9     10     11", "9     10", "line 14 is damaged"),
      ("9     10     11", "9     10     11     12", "line 14 is damaged"),
      ("11 N", "11 n", "line 14 is damaged"), ("11 N", "11 N N", "line 14 is damaged"),
      ("18     19     20", "18     19     36", "line 17 is damaged"),
      ("A   A i", "A   D i", "line 17 is damaged"), ("A   A i", "A   A x", "line 17 is damaged"),
      ("A   A i    n/a", "A   A i filler", "line 17 is damaged"),
      ("A   A i", "A   A\u{0} i", "line 17 is damaged"),
      ("A   A i", "A   Ä i", "line 17 is damaged"),
      ("    A   C   B b", "    A SIL   B b", "it has a triphone twice"),
      ("33     34     35 N\n", "", "line 22 is damaged"),
      ("    B   A SIL e    n/a    2     33     34     35 N\n", "", "it is cut off after line 21"),
      ("34     35 N\n", "34     35 N\nA\n", "line 23 follows its last phone"),
    ] as [(String, String, String)])
  func damageThatWouldEndTheProcessIsReported(part: String, other: String, reported: String) throws
  {
    let place = try #require(Self.text.ranges(of: part).first)
    let text = Self.text.replacingCharacters(in: place, with: other)
    let problem = try problem(of: text)
    #expect(problem.hasPrefix(reported), "\(problem)")
  }

  @Test func aLineThatIsTooLongIsReported() throws {
    // The library reads the rest of such a line as another line, even of a comment.
    let comment = "#" + String(repeating: " ", count: 1_022)
    #expect(try problem(of: comment + "\n" + Self.text) == "line 1 is damaged")
    _ = try definition(comment.dropLast() + "\n" + Self.text)
  }

  @Test func aTruncatedTextIsReported() throws {
    for count in [1, 5, 11, 20] {
      let lines = Self.text.split(separator: "\n").prefix(count)
      let problem = try problem(of: lines.joined(separator: "\n"))
      #expect(problem == "it is cut off after line \(count)")
    }
    #expect(try problem(of: "#").hasPrefix("it is no definition"))
  }

  @Test func damagedTextIsReadOrRefused() throws {
    var (read, refused) = (0, 0)
    let tokens = ["filler", "n/a", " N\n", "SIL", " - ", "0.3"]
    for bytes in Mutations(of: Array(Self.text.utf8), tokens: tokens, count: 2_000) {
      do {
        let definition = try ModelDefinition(ModelBytes(bytes, name: "mdef"))
        read += definition.phones.isEmpty ? 0 : 1
      } catch {
        refused += 1
      }
    }
    #expect(read > 10 && refused > 1_000, "\(read) read, \(refused) refused")
  }
}
