/// Matches words with the templates of one group.
///
/// Each class is matched once at each word, which bounds the time.
struct IntentMatcher {
  enum Element: Sendable, Hashable {
    case word(String)
    /// Index into the group's classes.
    case reference(Int)
  }

  struct Value: Sendable, Hashable {
    var elements: [Element] = []
    /// As the data spells it: text, and nil for each reference.
    var pieces: [String?] = []

    init(_ resolved: [ResolvedTemplates.Element], isKnown: (String) -> Bool) {
      for element in resolved {
        switch element {
        case .text(let text, _):
          elements += SpokenText.words(in: text, isKnown: isKnown).map(Element.word)
          pieces.append(text)
        case .reference(let index, _):
          elements.append(.reference(index))
          pieces.append(nil)
        }
      }
    }
  }

  struct Class: Sendable, Hashable {
    var name: String
    var values: [Value]
  }

  /// One way to match some of the words.
  private struct Reading {
    var slots: [Intent.Slot] = []
    /// The values of the references in it, in order.
    var values: [String] = []
  }

  private struct Place: Hashable {
    var definition: Int
    var start: Int
  }

  private let words: [String]
  private let classes: [Class]
  /// The readings of a class from a word on, by the word after them.
  private var known: [Place: [Int: Reading]] = [:]

  init(words: [String], classes: [Class]) {
    self.words = words
    self.classes = classes
  }

  /// The slots of a template that matches all words; nil if it does not.
  mutating func slots(of elements: [Element]) -> [Intent.Slot]? {
    readings(of: elements, from: 0)[words.count]?.slots
  }

  private mutating func readings(of elements: [Element], from start: Int) -> [Int: Reading] {
    var reached = [start: Reading()]
    for element in elements {
      var next: [Int: Reading] = [:]
      for (place, reading) in reached.sorted(by: { $0.key < $1.key }) {
        switch element {
        case .word(let word):
          if place < words.count, words[place] == word { next[place + 1] = reading }
        case .reference(let index):
          for (end, inner) in readings(ofClass: index, from: place) where next[end] == nil {
            next[end] = Reading(
              slots: reading.slots + inner.slots, values: reading.values + inner.values)
          }
        }
      }
      if next.isEmpty { return [:] }
      reached = next
    }
    return reached
  }

  private mutating func readings(ofClass index: Int, from start: Int) -> [Int: Reading] {
    let place = Place(definition: index, start: start)
    if let found = known[place] { return found }
    var found: [Int: Reading] = [:]
    for value in classes[index].values {
      for (end, reading) in readings(of: value.elements, from: start) where found[end] == nil {
        var values = reading.values[...]
        let text = value.pieces.compactMap { $0 ?? values.popFirst() }.filter { !$0.isEmpty }
          .joined(separator: " ")
        let isSlot = !text.isEmpty && !classes[index].name.hasPrefix("_")
        let own = isSlot ? [Intent.Slot(name: classes[index].name, value: text)] : []
        found[end] = Reading(slots: own + reading.slots, values: [text])
      }
    }
    known[place] = found
    return found
  }
}
