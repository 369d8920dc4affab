import LanguageModel
import TestSupport
import Testing

@Suite("JSGF")
struct JSGFTests {
  /// The phrases of a JSGF text in the generated subset: weights, words, references, <NULL>.
  private func phrases(_ text: String) throws -> Set<[String]> {
    var rules: [String: [[String]]] = [:]
    let body = try #require(text.firstIndex(of: ";").map { text[text.index(after: $0)...] })
    for statement in body.split(separator: ";") {
      guard let equals = statement.firstIndex(of: "=") else { continue }
      let name = try #require(
        statement[..<equals].split(whereSeparator: \.isWhitespace).last.map(String.init))
      rules[name] = statement[statement.index(after: equals)...].split(separator: "|").map {
        $0.split(whereSeparator: \.isWhitespace).map(String.init).filter { !$0.hasPrefix("/") }
      }
    }
    func expand(_ name: String) throws -> Set<[String]> {
      if name == "<NULL>" { return [[]] }
      var found: Set<[String]> = []
      for alternative in try #require(rules[name], "\(name) is not defined") {
        var partial: Set<[String]> = [[]]
        for piece in alternative {
          let ends = piece.hasPrefix("<") ? try expand(piece) : [[piece]]
          partial = Set(partial.flatMap { begin in ends.map { begin + $0 } })
        }
        found.formUnion(partial)
      }
      return found
    }
    return try expand("<phrase>")
  }

  private func sample() -> CustomLanguageModelData {
    let data = data(
      "<piece> to <square> <check>", count: 900,
      classes: [
        "piece": ["King", "rook"], "square": ["<file> 1", "G-4"], "file": ["a", "b", "c"],
        "check": ["", "check", "with check"],
      ])
    data.insert(phraseCount: PhraseCount(phrase: "King a one!", count: 55))
    return data
  }

  @Test("The text has the grammar's phrases")
  func faithful() throws {
    let grammar = try CompiledLanguageModel(sample(), dictionary: smallDictionary).grammar
    let expected = Set(Grammar.Phrases(grammar).prefix(.max))
    #expect(expected.count == 25)
    #expect(try phrases(sample().jsgf(name: "test", dictionary: smallDictionary)) == expected)
  }

  @Test("A text made from templates keeps their classes")
  func readable() throws {
    #expect(
      try sample().jsgf(name: "test", dictionary: smallDictionary) == """
        #JSGF V1.0;
        grammar test;

        public <phrase> =
            /55/ king a one
          | /900/ <piece> to <square> <check>;

        <check> = <NULL> | check | with check;
        <file> = a | b | c;
        <piece> = king | rook;
        <square> = /3/ <file> one | /1/ g four;

        """)
  }

  /// Nested classes stand for more phrases than an integer can count.
  @Test("A weight beyond all integers has an exponent")
  func greatWeights() throws {
    let data = CustomLanguageModelData(
      locale: Locale(identifier: "en_US"), identifier: "org.example.great", version: "1"
    ) {
      PhraseCountsFromTemplates {
        TemplateClass("two", ["a", "b"])
        TemplateClass("many", ["<two> <two> <two> <two>"])
        TemplateClass("more", ["<many> <many> <many> <many>"])
        TemplateClass("most", ["<more> <more> <more> <more>"])
        TemplateClass("any", ["<most>", "<more>", "king"])
        TemplatePhraseCountGenerator.Template("<any>", count: 1)
      }
    }
    let text = try data.jsgf(name: "test", dictionary: smallDictionary)
    #expect(
      text.contains("<any> = /1.8446744073709552e+19/ <most> | /65536/ <more> | /1/ king;"),
      "\(text)")
  }

  @Test("An invalid model has no text")
  func broken() {
    #expect(throws: LanguageModelError.self) {
      try data("<nowhere>").jsgf(name: "test", dictionary: smallDictionary)
    }
  }
}
