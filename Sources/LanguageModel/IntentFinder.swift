/// Finds the template that words were made from, and the values of its classes.
public struct IntentFinder: Sendable, Hashable {
  private struct KnownTemplate: Sendable, Hashable {
    var elements: [IntentMatcher.Element]
    var intent: String?
    /// Its count divided by the number of phrases that it stands for.
    var chance: Double
  }

  private struct KnownGroup: Sendable, Hashable {
    var classes: [IntentMatcher.Class]
    var templates: [KnownTemplate]
  }

  private var groups: [KnownGroup] = []

  /// Knows no template.
  public init() {}

  /// Knows the templates of `data`, except for groups that do not compile.
  ///
  /// - Parameter lexicon: The lexicon of the compiled data. It decides how words with hyphens and
  ///   apostrophes are spelled.
  public init(_ data: CustomLanguageModelData, lexicon: Lexicon) {
    let isKnown = { lexicon.pronunciations[$0] != nil }
    for group in data.templateGroups {
      var issues: [LanguageModelError.Issue] = []
      let resolved = ResolvedTemplates(group, issues: &issues)
      guard issues.isEmpty else { continue }
      let classes = resolved.classes.map { definition in
        IntentMatcher.Class(
          name: definition.name,
          values: definition.values.map { IntentMatcher.Value($0, isKnown: isKnown) })
      }
      let counts = Self.phraseCounts(resolved)
      let templates = zip(group.templates, resolved.templates).map { template, elements in
        let count = elements.reduce(1.0) { $0 * $1.phraseCount(counts) }
        return KnownTemplate(
          elements: IntentMatcher.Value(elements, isKnown: isKnown).elements,
          intent: template.intent, chance: Double(template.count) / count)
      }
      groups.append(KnownGroup(classes: classes, templates: templates))
    }
  }

  /// How many phrases each class stands for. Large numbers are not exact.
  private static func phraseCounts(_ resolved: ResolvedTemplates) -> [Double] {
    var counts = Array(repeating: 0.0, count: resolved.classes.count)
    for index in resolved.dependencyOrder {
      counts[index] = resolved.classes[index].values.reduce(0) { sum, value in
        sum + value.reduce(1) { $0 * $1.phraseCount(counts) }
      }
    }
    return counts
  }

  /// What the words ask for, according to the likeliest template that matches; nil if none does.
  ///
  /// If a template matches in several ways, its first classes get as few words as possible; of the
  /// values that match the same words, the first in the data wins.
  public func intent(of words: [String]) -> Intent? {
    var best: (chance: Double, intent: Intent)?
    for group in groups {
      var matcher = IntentMatcher(words: words, classes: group.classes)
      for template in group.templates where best.map({ $0.chance < template.chance }) ?? true {
        guard let slots = matcher.slots(of: template.elements) else { continue }
        best = (template.chance, Intent(name: template.intent, slots: slots))
      }
    }
    return best?.intent
  }
}

extension ResolvedTemplates.Element {
  /// How many phrases it stands for, given the number of each class.
  fileprivate func phraseCount(_ counts: [Double]) -> Double {
    if case .reference(let index, _) = self { counts[index] } else { 1 }
  }
}
