import FoundationEssentials

/// Maps the sounds of X-SAMPA to an acoustic model's phones.
///
/// A model or a language pack has it in `phones.json`: an object with the phones of each symbol. A
/// sound with several readings has a list, the likeliest first:
///
///     {"i": "IY", "e~": ["AE N", "AE"], "tS": "CH"}
public struct PhoneTable: Sendable, Hashable {
  /// By X-SAMPA symbol: one or more readings, each of one or more phones, the likeliest first.
  public private(set) var readings: [String: [[String]]]
  /// Whether the phones are English, with the nearest ones for another language's sounds.
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

  /// This table with the rows of `other`, which override its own.
  public func merging(_ other: PhoneTable) -> PhoneTable {
    PhoneTable(readings: readings.merging(other.readings) { $1 }, isEnglish: isEnglish)
  }

  /// For each phone the nearest English one, as far as single symbols show it.
  package var nearestEnglishPhones: [String: String] {
    var nearest: [String: String] = [:]
    let symbols = Self.nearestEnglish.readings.keys.sorted()
    // English symbols first: they are exact.
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
  /// Spaces separate symbols; without spaces, the longest fitting symbol wins. Ignores marks for
  /// stress or length.
  /// - Returns: 1 to ``XSAMPA/readingLimit`` readings, or the first piece that is not a symbol and
  ///   its first character, counted from 1.
  package func readings(of text: String) -> Result<[[String]], XSAMPA.Unmappable> {
    // A reading's rank: how many sounds in it have other than their first phones.
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
