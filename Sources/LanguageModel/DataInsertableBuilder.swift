/// Something that can be listed in the braces of a ``CustomLanguageModelData``.
public protocol DataInsertable {
  /// Adds itself to the data.
  func insert(data: CustomLanguageModelData)
}

/// Something for the braces of a ``CustomLanguageModelData/PhraseCountsFromTemplates``.
public protocol TemplateInsertable {
  /// Adds itself to the generator.
  func insert(generator: CustomLanguageModelData.TemplatePhraseCountGenerator)
}

/// A result builder for the braces of the data or of its templates.
public protocol InsertableBuilder {
  /// Something in the braces.
  associatedtype Component

  /// Several components in order as one; there may be none.
  static func joined(_ components: [Component]) -> Component
}

extension InsertableBuilder {
  /// Insertions in order; nothing for empty braces.
  public static func buildBlock(_ components: Component...) -> Component { joined(components) }

  /// The result of an `if` without `else`: its body, or nothing.
  public static func buildOptional(_ component: Component?) -> Component {
    joined(component.map { [$0] } ?? [])
  }

  /// A single insertion.
  public static func buildExpression(_ expression: Component) -> Component { expression }

  /// An optional insertion; nil inserts nothing.
  public static func buildExpression(_ expression: Component?) -> Component {
    buildOptional(expression)
  }

  /// The body of an `if` that has an `else`.
  public static func buildEither(first component: Component) -> Component { component }

  /// The body of the `else`.
  public static func buildEither(second component: Component) -> Component { component }

  /// The bodies of a loop's iterations, in order.
  public static func buildArray(_ components: [Component]) -> Component { joined(components) }

  /// The body of an `if #available`.
  public static func buildLimitedAvailability(_ component: Component) -> Component { component }
}

extension CustomLanguageModelData {
  /// A component of the data's braces, under the framework's name.
  public typealias DataInsertable = LanguageModel.DataInsertable
  /// A component of the braces after the classes, under the framework's name.
  public typealias TemplateInsertable = LanguageModel.TemplateInsertable

  /// Several insertions in order: what a block, a loop or an `if` builds.
  private struct CompoundData: LanguageModel.DataInsertable {
    var components: [any LanguageModel.DataInsertable]

    func insert(data: CustomLanguageModelData) {
      for component in components { component.insert(data: data) }
    }
  }

  /// Collects the contents of the data's braces.
  @resultBuilder
  public enum DataInsertableBuilder: InsertableBuilder {
    /// The insertions as one, in order.
    public static func joined(
      _ components: [any LanguageModel.DataInsertable]
    ) -> any LanguageModel.DataInsertable {
      CompoundData(components: components)
    }
  }

  /// Collects the contents of the braces after the classes.
  @resultBuilder
  public enum TemplateInsertableBuilder: InsertableBuilder {
    /// The templates as one, in order.
    public static func joined(
      _ components: [any LanguageModel.TemplateInsertable]
    ) -> any LanguageModel.TemplateInsertable {
      CompoundTemplate(components)
    }
  }

  /// Several templates that are inserted as one.
  public struct CompoundTemplate: LanguageModel.TemplateInsertable {
    private let components: [any LanguageModel.TemplateInsertable]

    /// Takes the components in order of insertion; may be empty.
    public init(_ components: [any LanguageModel.TemplateInsertable]) {
      self.components = components
    }

    /// Adds its components to the generator, in order.
    public func insert(generator: TemplatePhraseCountGenerator) {
      for component in components { component.insert(generator: generator) }
    }
  }

  /// The phrases of templates with all values of their classes.
  public struct PhraseCountsFromTemplates: LanguageModel.DataInsertable {
    private let generator = TemplatePhraseCountGenerator()

    /// - Parameters:
    ///   - classes: The possible values of each `<name>`; kept sorted by name, since a dictionary
    ///     has no order.
    ///   - builder: The templates; also ``TemplateClass`` if order matters (an extension of this
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

/// ``CustomLanguageModelData/PhraseCount``, for use without the data's name.
public typealias PhraseCount = CustomLanguageModelData.PhraseCount
/// ``CustomLanguageModelData/CustomPronunciation``, for use without the data's name.
public typealias CustomPronunciation = CustomLanguageModelData.CustomPronunciation
/// ``CustomLanguageModelData/PhraseCountGenerator``, for use without the data's name.
public typealias PhraseCountGenerator = CustomLanguageModelData.PhraseCountGenerator
/// ``CustomLanguageModelData/TemplatePhraseCountGenerator``, for use without the data's name.
public typealias TemplatePhraseCountGenerator = CustomLanguageModelData.TemplatePhraseCountGenerator
/// ``CustomLanguageModelData/PhraseCountsFromTemplates``, for use without the data's name.
public typealias PhraseCountsFromTemplates = CustomLanguageModelData.PhraseCountsFromTemplates
/// ``CustomLanguageModelData/CompoundTemplate``, for use without the data's name.
public typealias CompoundTemplate = CustomLanguageModelData.CompoundTemplate
/// ``CustomLanguageModelData/TemplateClass``, for use without the data's name.
public typealias TemplateClass = CustomLanguageModelData.TemplateClass
/// ``CustomLanguageModelData/TemplateGroup``, for use without the data's name.
public typealias TemplateGroup = CustomLanguageModelData.TemplateGroup
/// ``CustomLanguageModelData/DataInsertableBuilder``, for use without the data's name.
public typealias DataInsertableBuilder = CustomLanguageModelData.DataInsertableBuilder
/// ``CustomLanguageModelData/TemplateInsertableBuilder``, for use without the data's name.
public typealias TemplateInsertableBuilder = CustomLanguageModelData.TemplateInsertableBuilder
