import LanguageModel
import Testing

@Suite("Templates")
struct TemplateTests {
  @Test("A template's elements have their columns")
  func elements() {
    let (elements, issues) = TemplateElement.parse("  Play <the opening> now, <a><b>!")
    #expect(issues.map(\.column) == [8])
    #expect(
      elements == [
        .text("Play", column: 3), .text("now,", column: 22), .reference("a", column: 27),
        .reference("b", column: 30), .text("!", column: 33),
      ])
  }

  @Test(
    "A mistake in a template has its place",
    arguments: [
      ("knight <piece", 8), ("knight piece>", 13), ("a <b <c> d", 6), ("<>", 1), ("< a >", 1),
      ("<piece>s", 8), ("anti<piece>", 1), ("ü <b", 3), ("< ", 1), ("a <b c>", 3),
    ])
  func malformed(template: String, column: Int) {
    let issues = TemplateElement.parse(template).issues
    #expect(issues.map(\.kind) == [.malformedTemplate])
    #expect(issues.map(\.column) == [column])
    #expect(issues.first?.subject == template)
  }

  @Test("After a bracket inside a reference, another one begins")
  func bracketInside() {
    #expect(TemplateElement.parse("a <b <c").issues.map(\.column) == [6, 6])
    #expect(TemplateElement.parse("<a <b> <c").issues.map(\.column) == [4, 8])
  }

  @Test("Phrases expand in order and share the count")
  func expansion() async throws {
    let generator = TemplatePhraseCountGenerator()
    generator.define(className: "file", values: ["a", "b"])
    generator.define(className: "rank", values: ["1", "2"])
    generator.define(className: "square", values: ["<file> <rank>", "nowhere"])
    generator.define(className: "check", values: ["", "with check"])
    generator.insert(template: "to <square> <check>", count: 23)
    generator.insert(template: "stop", count: 5)
    var phrases: [PhraseCount] = []
    for try await phrase in generator { phrases.append(phrase) }
    #expect(
      phrases.map(\.phrase) == [
        "to a 1", "to a 1 with check", "to a 2", "to a 2 with check", "to b 1",
        "to b 1 with check", "to b 2", "to b 2 with check", "to nowhere", "to nowhere with check",
        "stop",
      ])
    #expect(phrases.dropLast().map(\.count).reduce(0, +) == 23)
    #expect(phrases.allSatisfy { $0.count == 2 || $0.count == 3 || $0.phrase == "stop" })
    #expect(phrases.last?.count == 5)
  }

  @Test("A phrase has a count of at least 1")
  func smallCount() async throws {
    let generator = TemplatePhraseCountGenerator()
    generator.define(className: "x", values: ["a", "b", "c"])
    generator.insert(template: "<x>", count: 1)
    var counts: [Int] = []
    for try await phrase in generator { counts.append(phrase.count) }
    #expect(counts == [1, 1, 1])
  }

  @Test("Expanding is lazy: the first of 10^18 phrases comes immediately")
  func laziness() async throws {
    let generator = TemplatePhraseCountGenerator()
    generator.define(className: "x", values: (0..<1000).map { "word\($0)" })
    generator.insert(template: "<x> <x> <x> <x> <x> <x>", count: 1_000_000)
    var iterator = generator.makeAsyncIterator()
    for _ in 0..<1001 { _ = try await iterator.next() }
    let phrase = try await iterator.next()
    #expect(phrase?.phrase == "word0 word0 word0 word0 word1 word1")
  }

  /// A product of 10²¹, and products of 10¹⁸ whose sum is more than 2⁶⁴.
  @Test("Too many phrases to count are refused", arguments: [1, 19])
  func overflow(values: Int) async throws {
    let generator = TemplatePhraseCountGenerator()
    generator.define(className: "x", values: (0..<1000).map { "word\($0)" })
    generator.define(
      className: "y", values: (0..<values).map { "word\($0) <x> <x> <x> <x> <x> <x>" })
    generator.insert(template: values == 1 ? "<y> <x>" : "<y>", count: 1)
    await #expect(throws: LanguageModelError.self) {
      for try await _ in generator { break }
    }
  }

  @Test("Iterating reports an undefined class")
  func undefinedClass() async throws {
    let generator = TemplatePhraseCountGenerator()
    generator.insert(template: "to <square>", count: 1)
    await #expect {
      for try await _ in generator { break }
    } throws: { error in
      (error as? LanguageModelError)?.issues.map(\.kind) == [.undefinedClass]
    }
  }
}
