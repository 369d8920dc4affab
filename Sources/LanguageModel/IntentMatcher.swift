/// Matches words with the templates of one group.
///
/// Matches each class only once at each word, which bounds the time.
struct IntentMatcher {
  typealias Element = LanguageModelCompiler.Element

  struct Value: Sendable, Hashable {
    /// The words as the data spells them, nil for each reference.
    private let parts: [String?]
    let elements: [Element]

    init(text: String, elements: [Element]) {
      parts = TemplateElement.parse(text).elements.map { element in
        if case .text(let text, _) = element { text } else { nil }
      }
      self.elements = elements
    }

    /// The value as the data spells it, with the references replaced by `values`, in order.
    func text(with values: [String]) -> String {
      var values = values[...]
      return parts.compactMap { $0 ?? values.popFirst() }.filter { !$0.isEmpty }
        .joined(separator: " ")
    }
  }

  struct Class: Sendable, Hashable {
    var name: String
    var values: [Value]
  }

  /// One way to match some of the words.
  private struct PartialMatch {
    var slots: [Intent.Slot] = []
    /// The values of the references in it, in order.
    var values: [String] = []
  }

  private struct Start: Hashable {
    var definition: Int
    var start: Int
  }

  private let words: [Int32]
  private let classes: [Class]
  /// The matches of a class that begin at a word, by the number of the word after them.
  private var known: [Start: [Int: PartialMatch]] = [:]

  init(words: [Int32], classes: [Class]) {
    self.words = words
    self.classes = classes
  }

  /// The slots of a template that matches all words; nil if it does not match.
  mutating func slots(of elements: [Element]) -> [Intent.Slot]? {
    matches(of: elements, from: 0)[words.count]?.slots
  }

  private mutating func matches(of elements: [Element], from start: Int) -> [Int: PartialMatch] {
    var reached = [start: PartialMatch()]
    for element in elements {
      var next: [Int: PartialMatch] = [:]
      for (place, match) in reached.sorted(by: { $0.key < $1.key }) {
        switch element {
        case .word(let word):
          if place < words.count, words[place] == word { next[place + 1] = match }
        case .reference(let index):
          for (end, inner) in matches(ofClass: index, from: place) where next[end] == nil {
            next[end] = PartialMatch(
              slots: match.slots + inner.slots, values: match.values + inner.values)
          }
        }
      }
      if next.isEmpty { return [:] }
      reached = next
    }
    return reached
  }

  private mutating func matches(ofClass index: Int, from start: Int) -> [Int: PartialMatch] {
    let here = Start(definition: index, start: start)
    if let found = known[here] { return found }
    var found: [Int: PartialMatch] = [:]
    for value in classes[index].values {
      for (end, match) in matches(of: value.elements, from: start) where found[end] == nil {
        let text = value.text(with: match.values)
        let isSlot = !text.isEmpty && !classes[index].name.hasPrefix("_")
        let own = isSlot ? [Intent.Slot(name: classes[index].name, value: text)] : []
        found[end] = PartialMatch(slots: own + match.slots, values: [text])
      }
    }
    known[here] = found
    return found
  }
}
