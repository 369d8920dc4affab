import Testing

@testable import LanguageModel

@Suite("JSON") struct JSONNodeTests {
  /// The values as text; numbers as written.
  private func written(_ node: JSONNode) -> String {
    switch node.value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let text): text
    case .string(let text): "'\(text)'"
    case .array(let nodes): "[" + nodes.map(written).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\($0.0):\(written($0.1))" }.joined(separator: ",") + "}"
    }
  }

  @Test(
    "All kinds of values are read",
    arguments: [
      ("null", "null"), ("true", "true"), (" false\n", "false"), ("\u{FEFF}[]", "[]"), ("0", "0"),
      ("-0", "-0"),
      ("-12.50e-3", "-12.50e-3"), ("1E+2", "1E+2"), ("7e9", "7e9"), ("[]", "[]"), ("{}", "{}"),
      ("[1, -2 ,\"a\"]", "[1,-2,'a']"), ("{\"b\":{\"c\" : [ ]}, \"a\":1}", "{b:{c:[]},a:1}"),
      (#""\"\\\/\b\f\n\r\t""#, "'\"\\/\u{8}\u{C}\n\r\t'"), (#""\u00e9\uD83D\uDE00""#, "'é😀'"),
    ])
  func values(text: String, expected: String) throws {
    let node = try JSONNode.parse(Array(text.utf8))
    #expect(written(node) == expected)
  }

  @Test("An object's members are found by name, and have one type")
  func members() throws {
    let text = #"{"a":"x","b":true,"c":7,"d":["y","z"],"e":["y",1],"f":1.5,"g":{"a":"w"}}"#
    let node = try JSONNode.parse(Array(text.utf8))
    for name in ["a", "b", "c", "d", "e", "f", "g", "h"] {
      let member = node[name]
      #expect(member?.text == (name == "a" ? "x" : nil), "\(name)")
      #expect(member?.flag == (name == "b" ? true : nil), "\(name)")
      #expect(member?.number == (name == "c" ? 7 : nil), "\(name)")
      #expect(member?.texts == (name == "d" ? ["y", "z"] : nil), "\(name)")
    }
    #expect(node["g"]?["a"]?.text == "w" && node["h"] == nil && node["a"]?["a"] == nil)
  }

  /// After any number of values.
  @Test("Values are nested 64 levels deep at most", arguments: ["[", "{\"a\":"])
  func depth(opening: String) throws {
    func nested(_ levels: Int) -> String {
      let closing = opening == "[" ? "]" : "}"
      let ends = [opening, closing].map { String(repeating: $0, count: levels) }
      return "\(ends[0])1\(ends[1])"
    }
    func text(_ levels: Int) -> [UInt8] {
      let before = String(repeating: "[],{\"b\":[{}]},", count: 150)
      return Array("[\(before)\(nested(levels - 1))]".utf8)
    }
    _ = try JSONNode.parse(text(64))
    #expect(throws: JSONNode.Malformed.self) { try JSONNode.parse(text(65)) }
  }

  @Test(
    "A mistake is reported at its place",
    arguments: [
      ("", 0), ("-", 1), ("01", 1), ("1.", 2), ("1e", 2), ("1e+", 3), (".5", 0), ("+1", 0),
      ("nul", 0), ("[1 2]", 3), ("[1,]", 3), ("{\"a\" 1}", 5), ("{\"a\":1,\"a\":2}", 7),
      ("\"a", 0), ("\"\n\"", 1), (#""\x""#, 2), (#""\u12g4""#, 3), ("1 1", 2), ("{1:2}", 1),
    ])
  func mistakes(text: String, offset: Int) {
    do throws(JSONNode.Malformed) {
      _ = try JSONNode.parse(Array(text.utf8))
      Issue.record("It was taken.")
    } catch {
      #expect(error.offset == offset, "\(error.message)")
    }
  }
}
