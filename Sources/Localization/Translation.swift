/// The messages in one language: a text for each English key.
public struct Translation: Sendable, Hashable {
  /// The keys themselves.
  public static let english = Translation()

  /// An unusable text, with its key.
  public struct Mistake: Error, Sendable, Hashable {
    /// The English text.
    public var key: String
    /// What is wrong with the translation, as a clause.
    public var reason: String
  }

  /// The maximum length of a text, in characters.
  static let longestText = 2_000

  /// The piece letters.
  public private(set) var letters = PieceLetters.english
  private var formats: [String: TextFormat] = [:]
  private var openingNames: [String: String] = [:]

  private init() {}

  /// Takes the texts by their English keys; each must have its key's placeholders.
  ///
  /// - Throws: The first mistake, in the order of the keys.
  public init(_ texts: [String: String]) throws(Mistake) {
    formats = try Self.formats(of: texts)
    guard let letters = PieceLetters(texts) else {
      throw Mistake(
        key: PieceLetters.keys.joined(separator: ", "),
        reason: "the pieces' letters must be different capitals, and not O")
    }
    self.letters = letters
  }

  /// The same messages, with opening names by their English names, or by parts of these, such as
  /// "Sicilian Defense".
  ///
  /// - Throws: The first mistake, in the order of the keys.
  public func naming(openings: [String: String]) throws(Mistake) -> Translation {
    _ = try Self.formats(of: openings)
    var result = self
    result.openingNames = openings
    return result
  }

  private static func formats(
    of texts: [String: String]
  ) throws(Mistake) -> [String: TextFormat] {
    var formats: [String: TextFormat] = [:]
    for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
      let format = TextFormat(text)
      if let reason = problem(with: text, format, for: key) {
        throw Mistake(key: key, reason: reason)
      }
      formats[key] = format
    }
    return formats
  }

  private static func problem(
    with text: String, _ format: TextFormat, for key: String
  ) -> String? {
    if text.allSatisfy(\.isWhitespace) { return "the translation is empty" }
    if text.count > longestText { return "the translation has more than \(longestText) characters" }
    // A terminal would obey them.
    if text.unicodeScalars.contains(where: { isControl($0) }) {
      return "the translation has a control character"
    }
    let (expected, found) = (TextFormat(key).arguments, format.arguments)
    guard expected != found else { return nil }
    func written(_ arguments: Set<Int>) -> String {
      arguments.isEmpty
        ? "none" : arguments.sorted().map { "%\($0 + 1)$@" }.joined(separator: ", ")
    }
    return "its placeholders are \(written(found)), those of the English text \(written(expected))"
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// An opening's name in this language; parts without a translation stay English.
  ///
  /// A name has parts, as in "Sicilian Defense: Najdorf Variation, English Attack". It looks up the
  /// whole name first, then each part.
  func openingName(_ english: String) -> String {
    if let whole = openingNames[english] { return whole }
    for separator in [": ", ", "] {
      if let range = english.firstRange(of: separator) {
        let head = String(english[..<range.lowerBound])
        let tail = String(english[range.upperBound...])
        return openingName(head) + separator + openingName(tail)
      }
    }
    return english
  }

  /// The text for a key; the key itself if it has no translation.
  func format(for key: String) -> TextFormat { formats[key] ?? TextFormat(key) }
}
