import Synchronization

extension CustomLanguageModelData {
  /// Generates phrases with counts one by one, without keeping them all in memory.
  public class PhraseCountGenerator: AsyncSequence, Hashable, Codable, @unchecked Sendable {
    // Unchecked because the class has a subclass; the mutex protects its only state.
    fileprivate let storage: Mutex<TemplateGroup>

    fileprivate init(_ group: TemplateGroup) {
      storage = Mutex(group)
    }

    /// The current templates and classes.
    public var templateGroup: TemplateGroup { storage.withLock { $0 } }

    /// Iterates over the current templates and classes; later insertions have no effect.
    public func makeAsyncIterator() -> Iterator {
      Iterator(templateGroup)
    }

    /// Expands the templates in insertion order; a template's last reference varies fastest.
    public struct Iterator: AsyncIteratorProtocol {
      private let group: TemplateGroup
      private var expansion: TemplateExpansion?
      private var template = 0
      private var index: UInt64 = 0

      init(_ group: TemplateGroup) {
        self.group = group
      }

      /// The next phrase with its share of its template's count. The shares add up to the count.
      /// If there are more phrases than that, each counts 1.
      ///
      /// Throws a ``LanguageModelError`` that lists the errors if the templates or classes cannot
      /// be expanded.
      public mutating func next() async throws -> PhraseCount? {
        let expansion = try self.expansion ?? TemplateExpansion(group)
        self.expansion = expansion
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

    /// Whether both generate the same phrases.
    public static func == (lhs: PhraseCountGenerator, rhs: PhraseCountGenerator) -> Bool {
      lhs.templateGroup == rhs.templateGroup
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(templateGroup)
    }

    /// Reads the classes and templates that `encode(to:)` wrote. Throws the decoder's own errors.
    public required init(from decoder: any Decoder) throws {
      storage = Mutex(try TemplateGroup(from: decoder))
    }

    /// Writes the classes and the templates, unexpanded.
    public func encode(to encoder: any Encoder) throws {
      try templateGroup.encode(to: encoder)
    }
  }

  /// Generates the phrases of templates with all values of their classes.
  public final class TemplatePhraseCountGenerator: PhraseCountGenerator, @unchecked Sendable {
    /// A phrase in which `<name>` stands for any value of the class with that name.
    public struct Template: Hashable, Codable, Sendable, LanguageModel.TemplateInsertable {
      /// The text with its references.
      public let body: String
      /// How often all its expansions together occur, spread evenly over them; 1 or more.
      public let count: Int
      /// The speaker's request, for programs; nil if the slots are enough. An extension of this
      /// package.
      public let intent: String?

      /// Takes any text and count; expanding or compiling reports errors.
      ///
      /// - Parameters:
      ///   - body: Words, and references such as `<piece>`, separated by spaces.
      ///   - count: How often all its expansions together occur, 1 or more; only ratios matter.
      ///   - intent: What the speaker wants; see ``Intent/name``.
      public init(_ body: String, count: Int, intent: String? = nil) {
        self.body = body
        self.count = count
        self.intent = intent
      }

      /// Adds itself after the generator's other templates.
      public func insert(generator: TemplatePhraseCountGenerator) {
        generator.insert(self)
      }
    }

    /// A generator without templates and classes, which generates no phrases.
    public init() {
      super.init(TemplateGroup())
    }

    /// Reads an encoded generator.
    public required init(from decoder: any Decoder) throws {
      try super.init(from: decoder)
    }

    /// Adds a template; expanding or compiling reports errors in it.
    public func insert(template: String, count: Int) {
      insert(Template(template, count: count))
    }

    fileprivate func insert(_ template: Template) {
      storage.withLock { $0.templates.append(template) }
    }

    /// Defines `<className>`; a second definition replaces the first.
    public func define(className: String, values: [String]) {
      storage.withLock { $0.define(TemplateClass(className, values)) }
    }
  }
}

extension UInt64 {
  /// The share of the item at `index` when `count` is divided among `total` items as evenly as
  /// possible, without a remainder.
  fileprivate static func share(_ index: UInt64, of count: UInt64, among total: UInt64) -> UInt64 {
    func upTo(_ index: UInt64) -> UInt64 {
      // index <= total, so the quotient is at most count and the division cannot overflow.
      let product = index.multipliedFullWidth(by: count)
      return product.high < total ? total.dividingFullWidth(product).quotient : count
    }
    return upTo(index + 1) - upTo(index)
  }
}
