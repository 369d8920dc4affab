import FoundationEssentials

/// An acoustic model's phones for the sounds of X-SAMPA.
///
/// The file `phones.json` has one for a model or a language pack: an object with a symbol's phones
/// by symbol. Where a sound has several readings they are a list, the likeliest first:
///
///     {"i": "IY", "e~": ["AE N", "AE"], "tS": "CH"}
public struct PhoneTable: Sendable, Hashable {
  /// By X-SAMPA symbol: one or more readings, each of one or more phones, the likeliest first.
  public private(set) var readings: [String: [[String]]]
  /// Whether the phones are English ones, and those of another language's sounds the nearest.
  public private(set) var isEnglish: Bool
  private var longest: Int

  /// The file's name.
  public static let fileName = "phones.json"

  init(readings: [String: [[String]]], isEnglish: Bool = false) {
    self.readings = readings
    self.isEnglish = isEnglish
    longest = readings.keys.map(\.count).max() ?? 0
  }

  /// The English phones of the CMU Pronouncing Dictionary for English sounds.
  static let english = PhoneTable(readings: XSAMPA.english.mapValues { [$0] }, isEnglish: true)

  /// The nearest English phones for the sounds of all languages.
  public static let nearestEnglish = PhoneTable(readings: XSAMPA.sounds, isEnglish: true)

  /// All phones of the readings.
  public var phones: Set<String> { Set(readings.values.joined().joined()) }

  /// This table with the rows of `other`, which come before its own.
  public func merging(_ other: PhoneTable) -> PhoneTable {
    PhoneTable(readings: readings.merging(other.readings) { $1 }, isEnglish: isEnglish)
  }

  /// By phone, the nearest English one, as far as single symbols tell.
  package var nearestEnglishPhones: [String: String] {
    var nearest: [String: String] = [:]
    let symbols = Self.nearestEnglish.readings.keys.sorted()
    // Symbols of English first: theirs is the very sound.
    let isEnglish = { (symbol: String) in XSAMPA.english[symbol] != nil }
    for symbol in symbols.filter(isEnglish) + symbols.filter({ !isEnglish($0) }) {
      guard let phones = readings[symbol]?.first, phones.count == 1, let phone = phones.first,
        let english = Self.nearestEnglish.readings[symbol]?.first, english.count == 1
      else { continue }
      nearest[phone] = nearest[phone] ?? english.first
    }
    return nearest
  }

  /// The readings of one pronunciation in phones, the likeliest first.
  ///
  /// Symbols are separated by spaces; without spaces, the longest symbol that fits is taken. Marks
  /// for stress or length are ignored.
  /// - Returns: 1 to ``XSAMPA/readingLimit`` readings, or the first piece that is not a symbol and
  ///   its first character, counted from 1.
  package func readings(of text: String) -> Result<[[String]], XSAMPA.Unmappable> {
    // A reading's rank: how often it does not take a sound's first phones.
    var spoken: [(phones: [String], rank: Int)] = [([], 0)]
    let characters = Array(text)
    var index = 0
    next: while index < characters.count {
      for length in stride(from: min(longest, characters.count - index), to: 0, by: -1) {
        guard let found = readings[String(characters[index..<index + length])] else { continue }
        let longer = found.prefix(XSAMPA.readingLimit).enumerated().flatMap { rank, phones in
          spoken.map { ($0.phones + phones, $0.rank + rank) }
        }
        // Stable, so that readings of the same rank stay in order.
        spoken = Array(longer.sorted { $0.1 < $1.1 }.prefix(XSAMPA.readingLimit))
        index += length
        continue next
      }
      guard characters[index].isWhitespace || XSAMPA.marks.contains(characters[index]) else {
        let end = characters[index...].firstIndex(where: \.isWhitespace) ?? characters.count
        let symbol = String(characters[index..<end])
        return .failure(XSAMPA.Unmappable(symbol: symbol, column: index + 1))
      }
      index += 1
    }
    return .success(spoken.map(\.phones))
  }
}
