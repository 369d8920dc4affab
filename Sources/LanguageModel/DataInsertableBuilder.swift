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
  public typealias DataInsertable = LanguageModel.DataInsertable
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
    public static func buildBlock(
      _ components: any LanguageModel.DataInsertable...
    ) -> any LanguageModel.DataInsertable {
      CompoundData(components: components)
    }

    public static func buildOptional(
      _ component: (any LanguageModel.DataInsertable)?
    ) -> any LanguageModel.DataInsertable {
      CompoundData(components: component.map { [$0] } ?? [])
    }

    public static func buildExpression(
      _ expression: any LanguageModel.DataInsertable
    ) -> any LanguageModel.DataInsertable { expression }

    public static func buildExpression(
      _ expression: (any LanguageModel.DataInsertable)?
    ) -> any LanguageModel.DataInsertable { buildOptional(expression) }

    public static func buildEither(
      first component: any LanguageModel.DataInsertable
    ) -> any LanguageModel.DataInsertable { component }

    public static func buildEither(
      second component: any LanguageModel.DataInsertable
    ) -> any LanguageModel.DataInsertable { component }

    public static func buildArray(
      _ components: [any LanguageModel.DataInsertable]
    ) -> any LanguageModel.DataInsertable {
      CompoundData(components: components)
    }

    public static func buildLimitedAvailability(
      _ component: any LanguageModel.DataInsertable
    ) -> any LanguageModel.DataInsertable { component }
  }

  /// Collects what stands in the braces after the classes.
  @resultBuilder
  public enum TemplateInsertableBuilder {
    public static func buildBlock(
      _ components: any LanguageModel.TemplateInsertable...
    ) -> any LanguageModel.TemplateInsertable {
      CompoundTemplate(components)
    }

    public static func buildOptional(
      _ component: (any LanguageModel.TemplateInsertable)?
    ) -> any LanguageModel.TemplateInsertable {
      CompoundTemplate(component.map { [$0] } ?? [])
    }

    public static func buildExpression(
      _ expression: any LanguageModel.TemplateInsertable
    ) -> any LanguageModel.TemplateInsertable { expression }

    public static func buildExpression(
      _ expression: (any LanguageModel.TemplateInsertable)?
    ) -> any LanguageModel.TemplateInsertable { buildOptional(expression) }

    public static func buildEither(
      first component: any LanguageModel.TemplateInsertable
    ) -> any LanguageModel.TemplateInsertable { component }

    public static func buildEither(
      second component: any LanguageModel.TemplateInsertable
    ) -> any LanguageModel.TemplateInsertable { component }

    public static func buildArray(
      _ components: [any LanguageModel.TemplateInsertable]
    ) -> any LanguageModel.TemplateInsertable {
      CompoundTemplate(components)
    }

    public static func buildLimitedAvailability(
      _ component: any LanguageModel.TemplateInsertable
    ) -> any LanguageModel.TemplateInsertable { component }
  }

  /// Several templates that are inserted as one.
  public struct CompoundTemplate: LanguageModel.TemplateInsertable {
    private let components: [any LanguageModel.TemplateInsertable]

    public init(_ components: [any LanguageModel.TemplateInsertable]) {
      self.components = components
    }

    public func insert(generator: TemplatePhraseCountGenerator) {
      for component in components { component.insert(generator: generator) }
    }
  }

  /// The phrases that templates give with the values of classes put in.
  public struct PhraseCountsFromTemplates: LanguageModel.DataInsertable {
    private let generator = TemplatePhraseCountGenerator()

    /// - Parameters:
    ///   - classes: The values that may stand in each `<name>`; kept sorted by name, since a dictionary has no order.
    ///   - builder: The templates; also ``TemplateClass`` where order matters (an extension of this package).
    public init(
      classes: [String: [String]] = [:],
      @TemplateInsertableBuilder builder: () -> any LanguageModel.TemplateInsertable
    ) {
      for (name, values) in classes.sorted(by: { $0.key < $1.key }) {
        generator.define(className: name, values: values)
      }
      builder().insert(generator: generator)
    }

    public func insert(data: CustomLanguageModelData) {
      data.insert(phraseCountGenerator: generator)
    }
  }
}

public typealias PhraseCount = CustomLanguageModelData.PhraseCount
public typealias CustomPronunciation = CustomLanguageModelData.CustomPronunciation
public typealias PhraseCountGenerator = CustomLanguageModelData.PhraseCountGenerator
public typealias TemplatePhraseCountGenerator = CustomLanguageModelData.TemplatePhraseCountGenerator
public typealias PhraseCountsFromTemplates = CustomLanguageModelData.PhraseCountsFromTemplates
public typealias CompoundTemplate = CustomLanguageModelData.CompoundTemplate
public typealias TemplateClass = CustomLanguageModelData.TemplateClass
public typealias TemplateGroup = CustomLanguageModelData.TemplateGroup
public typealias DataInsertableBuilder = CustomLanguageModelData.DataInsertableBuilder
public typealias TemplateInsertableBuilder = CustomLanguageModelData.TemplateInsertableBuilder
