/// X-SAMPA symbols, with the nearest phones of the CMU Pronouncing Dictionary; `xsampa.txt` has them.
package enum XSAMPA {
  /// English symbols.
  static let english: [String: [String]] = tables.english.mapValues { $0[0] }

  /// The symbols of all languages, each with its nearest English phones. If listeners hear a sound
  /// differently, it has several readings, the likeliest first.
  static let sounds = tables.english.merging(tables.others) { $1 }

  /// Symbols without a sound of their own: stress, length, syllable and linking marks.
  static let marks: Set<Character> = ["\"", "%", ":", ".", "'", "-", "|"]

  /// The maximum number of readings of a pronunciation.
  static let readingLimit = 8

  package struct Unmappable: Error, Equatable {
    package var symbol: String
    package var column: Int
  }

  private typealias Table = [String: [[String]]]

  // A line is a symbol, then its phones, and other readings after a "|".
  private static let tables: (english: Table, others: Table) = {
    let text = String(decoding: PackageResources.xsampa_txt, as: UTF8.self)
    var tables: [Table] = [[:]]
    for line in text.split(separator: "\n") {
      let fields = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
      switch fields.first {
      case nil: continue
      case "[others]": tables.append([:])
      case let symbol?:
        tables[tables.count - 1][symbol] = fields.dropFirst().split(separator: "|").map(Array.init)
      }
    }
    return (tables[0], tables[1])
  }()
}
