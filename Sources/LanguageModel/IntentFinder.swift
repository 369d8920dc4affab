/// Finds the template of a phrase, and the values of its classes.
public struct IntentFinder: Sendable, Hashable {
  private struct KnownTemplate: Sendable, Hashable {
    var elements: [LanguageModelCompiler.Element]
    var intent: String?
    /// Its count divided by the number of its phrases.
    var chance: Double
  }

  private struct KnownGroup: Sendable, Hashable {
    var classes: [IntentMatcher.Class]
    var templates: [KnownTemplate]
  }

  private var groups: [KnownGroup] = []
  /// The word numbers that the elements use.
  private var numbers: [String: Int32] = [:]

  /// Makes a finder without templates.
  public init() {}

  /// Makes a finder for the templates of data that has been compiled before.
  ///
  /// - Parameters:
  ///   - data: The phrases, templates and pronunciations.
  ///   - dictionary: The pronunciations that come with the acoustic model, or those of the words in
  ///     `data`.
  /// - Throws: One error that lists everything wrong with the data.
  public init(
    _ data: CustomLanguageModelData, dictionary: PronunciationDictionary
  ) throws(LanguageModelError) {
    let compiler = LanguageModelCompiler(content: data.content, dictionary: dictionary)
    try compiler.check()
    self.init(compiler)
  }

  /// Makes a finder for the templates of a compiler that found no errors.
  init(_ compiler: LanguageModelCompiler) {
    numbers = compiler.numbers
    groups = zip(compiler.content.templateGroups, compiler.groups).map { source, group in
      let counts = group.expansionCounts().map { $0.reduce(0, +) }
      return KnownGroup(
        classes: zip(source.classes, group.classes).map { definition, resolved in
          IntentMatcher.Class(
            name: definition.name,
            values: zip(definition.values, resolved.values).map { text, elements in
              IntentMatcher.Value(text: text, elements: elements)
            })
        },
        templates: zip(source.templates, group.templates).map { template, elements in
          let count = LanguageModelCompiler.Group.expansionCount(of: elements, counts)
          return KnownTemplate(
            elements: elements, intent: template.intent, chance: Double(template.count) / count)
        })
    }
  }

  /// The intent of the likeliest template that matches the words; nil if none matches.
  ///
  /// If a template matches in several ways, its first classes get as few words as possible. If
  /// several values match the same words, the first in the data wins.
  public func intent(of words: [String]) -> Intent? {
    let known = words.compactMap { numbers[$0] }
    guard known.count == words.count else { return nil }
    var best: (chance: Double, intent: Intent)?
    for group in groups {
      var matcher = IntentMatcher(words: known, classes: group.classes)
      for template in group.templates where best.map({ $0.chance < template.chance }) ?? true {
        guard let slots = matcher.slots(of: template.elements) else { continue }
        best = (template.chance, Intent(name: template.intent, slots: slots))
      }
    }
    return best?.intent
  }
}
