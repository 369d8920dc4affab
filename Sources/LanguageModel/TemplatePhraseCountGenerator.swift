import Synchronization

extension CustomLanguageModelData {
  /// Gives phrases with counts, one after another, without ever holding them all.
  public class PhraseCountGenerator: AsyncSequence, Hashable, Codable, @unchecked Sendable {
    // Unchecked because the class has a subclass; its only state is behind the mutex.
    fileprivate let storage: Mutex<TemplateGroup>

    fileprivate init(_ group: TemplateGroup) {
      storage = Mutex(group)
    }

    /// The templates and classes as they are now.
    public var templateGroup: TemplateGroup { storage.withLock { $0 } }

    /// Iterates over the templates and classes as they are now; what is inserted later does not
    /// come up.
    public func makeAsyncIterator() -> Iterator {
      Iterator(templateGroup)
    }

    /// Expands the templates in the order of insertion; the last reference of a template varies
    /// fastest.
    public struct Iterator: AsyncIteratorProtocol {
      private let group: TemplateGroup
      private var expansion: Result<TemplateExpansion, LanguageModelError>?
      private var template = 0
      private var index: UInt64 = 0

      init(_ group: TemplateGroup) {
        self.group = group
      }

      /// The next phrase with its share of its template's count: the shares add up to the count,
      /// except that each is at least 1.
      ///
      /// Throws a ``LanguageModelError`` that lists what is wrong where the templates or classes
      /// cannot be expanded.
      public mutating func next() async throws -> PhraseCount? {
        let expansion = try (self.expansion ?? TemplateExpansion.of(group)).get()
        self.expansion = .success(expansion)
        while template < group.templates.count {
          let total = expansion.counts[template]
          if index < total {
            let count = UInt64(clamping: group.templates[template].count)
            let share = UInt64.share(index, of: count, among: total)
            defer { index += 1 }
            return PhraseCount(
              phrase: expansion.phrase(index, ofTemplate: template), count: Swift.max(1, Int(share))
            )
          }
          template += 1
          index = 0
        }
        return nil
      }
    }

    /// Returns whether both stand for the same phrases.
    public static func == (lhs: PhraseCountGenerator, rhs: PhraseCountGenerator) -> Bool {
      lhs.templateGroup == rhs.templateGroup
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(templateGroup)
    }

    /// Reads what `encode(to:)` wrote: the classes and the templates. Throws the decoder's own
    /// errors.
    public required init(from decoder: any Decoder) throws {
      storage = Mutex(try TemplateGroup(from: decoder))
    }

    /// Writes the classes and the templates, unexpanded.
    public func encode(to encoder: any Encoder) throws {
      try templateGroup.encode(to: encoder)
    }
  }

  /// Gives the phrases that templates make with the values of classes put in.
  public final class TemplatePhraseCountGenerator: PhraseCountGenerator, @unchecked Sendable {
    /// A phrase in which `<name>` stands for any value of the class of that name.
    public struct Template: Hashable, Codable, Sendable, LanguageModel.TemplateInsertable {
      /// The text with its references.
      public let body: String
      /// How often all its expansions together are said; 1 or more, spread evenly over them.
      public let count: Int
      /// What whoever says it wants, for a program; nil where the slots tell enough. An extension of
      /// this package.
      public let intent: String?

      /// Takes any text and count; what is wrong with them is told when they are expanded or
      /// compiled.
      ///
      /// - Parameters:
      ///   - body: Words, and references such as `<piece>`, with spaces between.
      ///   - count: How often all its expansions together are said, 1 or more; only ratios matter.
      ///   - intent: What whoever says it wants, as ``Intent/name`` then has it.
      public init(_ body: String, count: Int, intent: String? = nil) {
        self.body = body
        self.count = count
        self.intent = intent
      }

      /// Adds itself behind the templates that the generator has.
      public func insert(generator: TemplatePhraseCountGenerator) {
        generator.insert(self)
      }
    }

    /// A generator without templates and classes, which gives no phrases.
    public init() {
      super.init(TemplateGroup())
    }

    /// Reads a generator as it was encoded.
    public required init(from decoder: any Decoder) throws {
      try super.init(from: decoder)
    }

    /// Adds a template; what is wrong with it is told when it is expanded or compiled.
    public func insert(template: String, count: Int) {
      insert(Template(template, count: count))
    }

    fileprivate func insert(_ template: Template) {
      storage.withLock { $0.templates.append(template) }
    }

    /// Says what `<className>` stands for; a second definition takes the place of the first.
    public func define(className: String, values: [String]) {
      storage.withLock { $0.define(TemplateClass(className, values)) }
    }
  }
}

extension UInt64 {
  /// What the item at `index` gets when `count` is dealt out evenly among `total` so that it adds
  /// up.
  fileprivate static func share(_ index: UInt64, of count: UInt64, among total: UInt64) -> UInt64 {
    func upTo(_ index: UInt64) -> UInt64 {
      // index <= total, so the quotient is at most count and the division cannot overflow.
      let product = index.multipliedFullWidth(by: count)
      return product.high < total ? total.dividingFullWidth(product).quotient : count
    }
    return upTo(index + 1) - upTo(index)
  }
}
