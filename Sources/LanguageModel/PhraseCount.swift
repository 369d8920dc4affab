extension CustomLanguageModelData {
  /// A phrase and how often it is said, relative to the others.
  public struct PhraseCount: Hashable, Codable, Sendable, DataInsertable, CustomStringConvertible {
    /// The words as people write them; compiling normalizes them.
    public let phrase: String
    /// How often it occurs in the imagined text behind the model; 1 or more.
    public let count: Int

    /// Takes any phrase and count; compiling reports errors.
    public init(phrase: String, count: Int) {
      self.phrase = phrase
      self.count = count
    }

    /// Adds itself after the data's other phrases.
    public func insert(data: CustomLanguageModelData) {
      data.insert(phraseCount: self)
    }

    /// The phrase and its count, as in "pawn to e four 10".
    public var description: String { "\(phrase) \(count)" }
  }
}
