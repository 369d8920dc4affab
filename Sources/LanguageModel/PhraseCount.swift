extension CustomLanguageModelData {
  /// A phrase and how often it is said, relative to the others.
  public struct PhraseCount: Hashable, Codable, Sendable, DataInsertable, CustomStringConvertible {
    /// The words as a person writes them; normalised when compiled.
    public let phrase: String
    /// How often it is said in the imagined text that the model is made of; 1 or more.
    public let count: Int

    /// Takes any phrase and count; what is wrong with them is told when they are compiled.
    public init(phrase: String, count: Int) {
      self.phrase = phrase
      self.count = count
    }

    /// Adds itself behind the phrases that the data has.
    public func insert(data: CustomLanguageModelData) {
      data.insert(phraseCount: self)
    }

    /// The phrase and its count, as in "pawn to e four 10".
    public var description: String { "\(phrase) \(count)" }
  }
}
