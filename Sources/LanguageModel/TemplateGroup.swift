extension CustomLanguageModelData {
  /// The values that can replace a template's `<name>`.
  ///
  /// A value may have several words, contain references to other classes of the group ("<file>
  /// <rank>"), or be empty, for nothing at all; these three are extensions of this package. You can
  /// also list a class in the braces of ``PhraseCountsFromTemplates``, which keep the order, unlike
  /// a dictionary.
  public struct TemplateClass: Hashable, Codable, Sendable, TemplateInsertable {
    /// The text between "<" and ">": one letter or more, without spaces.
    public let name: String
    /// The possible values, at least one; a value's probability is proportional to its expansions.
    /// One that is also a value of the class "only-heard" is rare: a fifth as probable.
    public let values: [String]

    /// Takes any name and values; expanding or compiling reports errors.
    public init(_ name: String, _ values: [String]) {
      self.name = name
      self.values = values
    }

    /// Defines the class, replacing an earlier one of that name.
    public func insert(generator: TemplatePhraseCountGenerator) {
      generator.define(className: name, values: values)
    }
  }

  /// Templates and the classes they refer to, as inserted together.
  public struct TemplateGroup: Hashable, Codable, Sendable {
    /// The classes, with distinct names, in the order of definition.
    public var classes: [TemplateClass]
    /// The templates, in the order of insertion; each may refer to any of the classes.
    public var templates: [TemplatePhraseCountGenerator.Template]
    /// Rare values besides those of the class "only-heard"; not in files.
    package var rareValues: Set<String> = []

    private enum CodingKeys: CodingKey { case classes, templates }

    /// Takes both unchecked; expanding or compiling reports errors.
    public init(
      classes: [TemplateClass] = [], templates: [TemplatePhraseCountGenerator.Template] = []
    ) {
      self.classes = classes
      self.templates = templates
    }

    /// Defines a class, or redefines it in place.
    mutating func define(_ new: TemplateClass) {
      if let index = classes.firstIndex(where: { $0.name == new.name }) {
        classes[index] = new
      } else {
        classes.append(new)
      }
    }
  }
}
