/// What can be listed in the braces of a ``CustomLanguageModelData``.
public protocol DataInsertable {
  /// Adds itself to the data.
  func insert(data: CustomLanguageModelData)
}

/// What can be listed in the braces of a ``CustomLanguageModelData/PhraseCountsFromTemplates``.
public protocol TemplateInsertable {
  /// Adds itself to the generator.
  func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator)
}

extension CustomLanguageModelData {
  /// What can be listed in the braces of the data, by the name that the framework has for it.
  public typealias DataInsertable = LanguageModel.DataInsertable
  /// What can be listed in the braces after the classes, by the name that the framework has for it.
  public typealias TemplateInsertable = LanguageModel.TemplateInsertable

  /// Several insertions one after another; what a block, a loop or an `if` is built into.
  private struct CompoundData: LanguageModel.DataInsertable {
    var components: [any LanguageModel.DataInsertable]

    func insert(data: CustomLanguageModelData) {
      for component in components { component.insert(data: data) }
    }
  }

  /// Collects what stands in the braces of the data.
  @resultBuilder
  public enum DataInsertableBuilder {
    /// Insertions one after another, in their order; none if the braces are empty.
    public static func buildBlock(
      _ components: any LanguageModel.DataInsertable...
    ) -> any LanguageModel.DataInsertable {
      CompoundData(components: components)
    }

    /// What an `if` without `else` comes to: its body, or nothing.
    public static func buildOptional(
      _ component: (any LanguageModel.DataInsertable)?
    ) -> any LanguageModel.DataInsertable {
      CompoundData(components: component.map { [$0] } ?? [])
    }

    /// A single insertion.
    public static func buildExpression(
      _ expression: any LanguageModel.DataInsertable
    ) -> any LanguageModel.DataInsertable { expression }

    /// A single insertion that may be missing; nil inserts nothing.
    public static func buildExpression(
      _ expression: (any LanguageModel.DataInsertable)?
    ) -> any LanguageModel.DataInsertable { buildOptional(expression) }

    /// The body of an `if` that has an `else`.
    public static func buildEither(
      first component: any LanguageModel.DataInsertable
    ) -> any LanguageModel.DataInsertable { component }

    /// The body of the `else`.
    public static func buildEither(
      second component: any LanguageModel.DataInsertable
    ) -> any LanguageModel.DataInsertable { component }

    /// The bodies of a loop's turns, in their order.
    public static func buildArray(
      _ components: [any LanguageModel.DataInsertable]
    ) -> any LanguageModel.DataInsertable {
      CompoundData(components: components)
    }

    /// The body of an `if #available`.
    public static func buildLimitedAvailability(
      _ component: any LanguageModel.DataInsertable
    ) -> any LanguageModel.DataInsertable { component }
  }

  /// Collects what stands in the braces after the classes.
  @resultBuilder
  public enum TemplateInsertableBuilder {
    /// Insertions one after another, in their order; none if the braces are empty.
    public static func buildBlock(
      _ components: any LanguageModel.TemplateInsertable...
    ) -> any LanguageModel.TemplateInsertable {
      CompoundTemplate(components)
    }

    /// What an `if` without `else` comes to: its body, or nothing.
    public static func buildOptional(
      _ component: (any LanguageModel.TemplateInsertable)?
    ) -> any LanguageModel.TemplateInsertable {
      CompoundTemplate(component.map { [$0] } ?? [])
    }

    /// A single insertion.
    public static func buildExpression(
      _ expression: any LanguageModel.TemplateInsertable
    ) -> any LanguageModel.TemplateInsertable { expression }

    /// A single insertion that may be missing; nil inserts nothing.
    public static func buildExpression(
      _ expression: (any LanguageModel.TemplateInsertable)?
    ) -> any LanguageModel.TemplateInsertable { buildOptional(expression) }

    /// The body of an `if` that has an `else`.
    public static func buildEither(
      first component: any LanguageModel.TemplateInsertable
    ) -> any LanguageModel.TemplateInsertable { component }

    /// The body of the `else`.
    public static func buildEither(
      second component: any LanguageModel.TemplateInsertable
    ) -> any LanguageModel.TemplateInsertable { component }

    /// The bodies of a loop's turns, in their order.
    public static func buildArray(
      _ components: [any LanguageModel.TemplateInsertable]
    ) -> any LanguageModel.TemplateInsertable {
      CompoundTemplate(components)
    }

    /// The body of an `if #available`.
    public static func buildLimitedAvailability(
      _ component: any LanguageModel.TemplateInsertable
    ) -> any LanguageModel.TemplateInsertable { component }
  }

  /// Several templates that are inserted as one.
  public struct CompoundTemplate: LanguageModel.TemplateInsertable {
    private let components: [any LanguageModel.TemplateInsertable]

    /// Takes the components in the order in which they are to be inserted; none is fine.
    public init(_ components: [any LanguageModel.TemplateInsertable]) {
      self.components = components
    }

    /// Adds its components to the generator, one after another.
    public func insert(generator: TemplatePhraseCountGenerator) {
      for component in components { component.insert(generator: generator) }
    }
  }

  /// The phrases that templates give with the values of classes put in.
  public struct PhraseCountsFromTemplates: LanguageModel.DataInsertable {
    private let generator = TemplatePhraseCountGenerator()

    /// - Parameters:
    ///   - classes: The values that may stand in each `<name>`; kept sorted by name, since a
    ///     dictionary has no order.
    ///   - builder: The templates; also ``TemplateClass`` where order matters (an extension of this
    ///     package).
    public init(
      classes: [String: [String]] = [:],
      @TemplateInsertableBuilder builder: () -> any LanguageModel.TemplateInsertable
    ) {
      for (name, values) in classes.sorted(by: { $0.key < $1.key }) {
        generator.define(className: name, values: values)
      }
      builder().insert(generator: generator)
    }

    /// Adds its templates and classes to the data, as one group.
    public func insert(data: CustomLanguageModelData) {
      data.insert(phraseCountGenerator: generator)
    }
  }
}

/// ``CustomLanguageModelData/PhraseCount``, so that it can be written without the data's name.
public typealias PhraseCount = CustomLanguageModelData.PhraseCount
/// ``CustomLanguageModelData/CustomPronunciation``, so that it can be written without the data's
/// name.
public typealias CustomPronunciation = CustomLanguageModelData.CustomPronunciation
/// ``CustomLanguageModelData/PhraseCountGenerator``, so that it can be written without the data's
/// name.
public typealias PhraseCountGenerator = CustomLanguageModelData.PhraseCountGenerator
/// ``CustomLanguageModelData/TemplatePhraseCountGenerator``, so that it can be written without the
/// data's name.
public typealias TemplatePhraseCountGenerator = CustomLanguageModelData.TemplatePhraseCountGenerator
/// ``CustomLanguageModelData/PhraseCountsFromTemplates``, so that it can be written without the
/// data's name.
public typealias PhraseCountsFromTemplates = CustomLanguageModelData.PhraseCountsFromTemplates
/// ``CustomLanguageModelData/CompoundTemplate``, so that it can be written without the data's name.
public typealias CompoundTemplate = CustomLanguageModelData.CompoundTemplate
/// ``CustomLanguageModelData/TemplateClass``, so that it can be written without the data's name.
public typealias TemplateClass = CustomLanguageModelData.TemplateClass
/// ``CustomLanguageModelData/TemplateGroup``, so that it can be written without the data's name.
public typealias TemplateGroup = CustomLanguageModelData.TemplateGroup
/// ``CustomLanguageModelData/DataInsertableBuilder``, so that it can be written without the data's
/// name.
public typealias DataInsertableBuilder = CustomLanguageModelData.DataInsertableBuilder
/// ``CustomLanguageModelData/TemplateInsertableBuilder``, so that it can be written without the
/// data's name.
public typealias TemplateInsertableBuilder = CustomLanguageModelData.TemplateInsertableBuilder
