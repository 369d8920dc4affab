extension CustomLanguageModelData {
  /// A named list of what can stand in a template's `<name>`.
  ///
  /// A value may be several words, may contain references to other classes of the group ("<file>
  /// <rank>"), and may be empty, which means that nothing is said; these three are extensions of
  /// this package. It can also be written inside the braces of ``PhraseCountsFromTemplates``, where
  /// unlike in a dictionary the order is kept.
  public struct TemplateClass: Hashable, Codable, Sendable, TemplateInsertable {
    /// What stands between "<" and ">": one letter or more, without spaces.
    public let name: String
    /// What may stand in its place, at least one; a value is as likely as it has expansions.
    public let values: [String]

    /// Takes any name and values; what is wrong with them is told when they are expanded or
    /// compiled.
    public init(_ name: String, _ values: [String]) {
      self.name = name
      self.values = values
    }

    /// Defines the class, in place of an earlier one of that name.
    public func insert(generator: TemplatePhraseCountGenerator) {
      generator.define(className: name, values: values)
    }
  }

  /// Templates and the classes that they refer to, as inserted together.
  public struct TemplateGroup: Hashable, Codable, Sendable {
    /// What references stand for: different names, in the order of definition.
    public var classes: [TemplateClass]
    /// The templates, in the order of insertion; each may refer to any of the classes.
    public var templates: [TemplatePhraseCountGenerator.Template]

    /// Groups them as they are; what is wrong with them is told when they are expanded or compiled.
    public init(
      classes: [TemplateClass] = [], templates: [TemplatePhraseCountGenerator.Template] = []
    ) {
      self.classes = classes
      self.templates = templates
    }

    /// Defines a class, or defines it anew at its old place.
    mutating func define(_ new: TemplateClass) {
      if let index = classes.firstIndex(where: { $0.name == new.name }) {
        classes[index] = new
      } else {
        classes.append(new)
      }
    }
  }
}
