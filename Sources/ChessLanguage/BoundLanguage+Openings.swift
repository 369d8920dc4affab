import Chess
import LanguageModel

extension ChessLanguage {
  /// The openings that can be said by name.
  public var namedOpenings: [Opening] { openings.compactMap { $0?.opening } }
}

extension BoundLanguage {
  /// Unambiguous ways to say an opening's name, the likeliest first; empty for an opening without a
  /// name here.
  public func phrases(for opening: Opening, limit: Int = 24) -> [String] {
    let templates = language.templates
    let leaves = templates.leaves[.opening] ?? []
    let symbols = leaves.indices.filter { language.openings[$0]?.opening == opening }
      .map { Int32(leaves[$0]) }
    let sequences = templates.templates.filter { $0.scope == .opening }
      .sorted { $0.weight > $1.weight }
      .flatMap { template in
        symbols.map { name in
          template.elements.compactMap { element -> Int32? in
            switch element {
            case .symbol(let symbol): Int32(symbol)
            case .role: name
            case .condition: nil
            }
          }
        }
      }
    return phrases(of: sequences, limit: limit) { interpret($0).opening == opening }
  }
}

extension Interpretation {
  /// The opening; nil for any other interpretation.
  fileprivate var opening: Opening? {
    if case .opening(let said) = self { said.opening } else { nil }
  }
}
