/// How each word of a grammar is pronounced: for each word its variants, each a list of the acoustic model's phones.
public struct Lexicon: Sendable, Hashable {
  public var pronunciations: [String: [[String]]]

  public init(pronunciations: [String: [[String]]] = [:]) {
    self.pronunciations = pronunciations
  }
}
