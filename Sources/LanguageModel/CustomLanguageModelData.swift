import Synchronization

/// Phrases, templates and pronunciations: the source of a language model.
///
/// Names follow Apple's Speech framework. Thread-safe.
public final class CustomLanguageModelData: Sendable {
  /// The whole contents, as a value.
  struct Content: Hashable, Codable, Sendable {
    var locale: Locale
    var identifier: String
    var version: String
    var phraseCounts: [PhraseCount] = []
    var templateGroups: [TemplateGroup] = []
    var customPronunciations: [CustomPronunciation] = []
  }

  private let storage: Mutex<Content>

  init(content: Content) {
    storage = Mutex(content)
  }

  /// Makes data without phrases.
  ///
  /// - Parameters:
  ///   - locale: The language that the phrases are in.
  ///   - identifier: A unique name, usually in reverse domain order.
  ///   - version: The version of the phrases, for people.
  public convenience init(locale: Locale, identifier: String, version: String) {
    self.init(content: Content(locale: locale, identifier: identifier, version: version))
  }

  /// Makes data from the phrases, templates and pronunciations listed in the braces.
  public convenience init(
    locale: Locale, identifier: String, version: String,
    @DataInsertableBuilder builder: () -> any DataInsertable
  ) {
    self.init(locale: locale, identifier: identifier, version: version)
    builder().insert(data: self)
  }

  /// A copy of the present contents.
  var content: Content { storage.withLock { $0 } }

  /// The language of the phrases; determines the acoustic model and the symbols for pronunciations.
  public var locale: Locale { content.locale }
  /// A unique name, usually in reverse domain order; shown in errors.
  public var identifier: String { content.identifier }
  /// The version of the phrases, for people only.
  public var version: String { content.version }
  /// The single phrases, in the order of insertion.
  public var phraseCounts: [PhraseCount] { content.phraseCounts }
  /// The templates with their classes, in the order of insertion.
  public var templateGroups: [TemplateGroup] { content.templateGroups }
  /// The pronunciations, in the order of insertion.
  public var customPronunciations: [CustomPronunciation] { content.customPronunciations }

  /// A copy with more values in a class, without duplicates.
  package func adding(_ values: [String], toClass name: String) -> CustomLanguageModelData {
    var content = content
    for group in content.templateGroups.indices {
      for old in content.templateGroups[group].classes where old.name == name {
        let listed = old.values.map { $0.lowercased() }
        let new = values.filter { !listed.contains($0.lowercased()) }
        content.templateGroups[group].define(TemplateClass(name, old.values + new))
      }
    }
    return CustomLanguageModelData(content: content)
  }

  /// A copy with other groups in place of each, and other counts of the single phrases.
  package func replacing(
    phraseCounts: (Int) -> Int, groups: (TemplateGroup) -> TemplateGroup
  ) -> CustomLanguageModelData {
    var content = content
    content.phraseCounts = content.phraseCounts.map {
      PhraseCount(phrase: $0.phrase, count: phraseCounts($0.count))
    }
    content.templateGroups = content.templateGroups.map(groups)
    return CustomLanguageModelData(content: content)
  }

  /// Adds a phrase; compiling reports errors in it.
  public func insert(phraseCount: PhraseCount) {
    storage.withLock { $0.phraseCounts.append(phraseCount) }
  }

  /// Adds the generator's current contents; later changes to it have no effect on the data.
  public func insert(phraseCountGenerator: PhraseCountGenerator) {
    let group = phraseCountGenerator.templateGroup
    storage.withLock { $0.templateGroups.append(group) }
  }

  /// Adds a pronunciation; compiling checks its symbols.
  public func insert(term: CustomPronunciation) {
    storage.withLock { $0.customPronunciations.append(term) }
  }

  /// The X-SAMPA symbols for pronunciations, sorted: for English its own, for any other language
  /// the symbols of all languages.
  public static func supportedPhonemes(locale: Locale) -> [String] {
    (locale.language == "en" ? Array(XSAMPA.english.keys) : Array(XSAMPA.sounds.keys)).sorted()
  }
}

extension CustomLanguageModelData: Hashable {
  /// Whether both have the same contents, in the same order.
  public static func == (lhs: CustomLanguageModelData, rhs: CustomLanguageModelData) -> Bool {
    lhs.content == rhs.content
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(content)
  }
}

extension CustomLanguageModelData: Codable {
  /// Reads what `encode(to:)` wrote. The data file has a different format: see `init(contentsOf:)`.
  public convenience init(from decoder: any Decoder) throws {
    self.init(content: try Content(from: decoder))
  }

  /// Writes everything, for any encoder. The data file has a different format: see `export(to:)`.
  public func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
  }
}
