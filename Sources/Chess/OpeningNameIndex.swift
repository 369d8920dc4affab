/// How names of openings are compared.
enum OpeningName {
  /// Words that one may leave out at the end of a name.
  private static let genericWords: Set<String> = Set(
    [
      "variation", "defense", "opening", "gambit", "attack", "system", "game", "line", "formation",
      "countergambit", "counterattack",
    ].flatMap { words(of: $0) })

  /// Names of another custom for what the table has, folded.
  private static let synonyms: [String: String] = Dictionary(
    uniqueKeysWithValues: [
      ("Spanish", "Ruy Lopez"), ("Spanish Game", "Ruy Lopez"), ("Spanish Opening", "Ruy Lopez"),
      ("Petroff", "Petrov's Defense"), ("Petroff Defense", "Petrov's Defense"),
      ("Petrov", "Petrov's Defense"), ("Russian", "Petrov's Defense"),
      ("Russian Game", "Petrov's Defense"), ("Russian Defense", "Petrov's Defense"),
      ("Scotch Gambit", "Scotch Game: Scotch Gambit"),
      ("Center Counter", "Scandinavian Defense"),
      ("Center Counter Defense", "Scandinavian Defense"),
      ("Sokolsky", "Polish Opening"), ("Orangutan", "Polish Opening"),
    ].map { (joined($0), $1) })

  /// "French Defense: Winawer Variation, Advance Variation" as its three parts.
  static func parts(of name: String) -> [String] {
    let parts = name.utf8.split { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ",") }.map { part in
      String(Substring(part.drop { $0 == UInt8(ascii: " ") }))
    }
    return parts.isEmpty ? [name] : parts
  }

  /// The words in small letters without accents, and without what people spell in different ways.
  static func words(of name: some StringProtocol) -> [String] {
    var words: [String] = []
    var letters: [UInt8] = []
    func endWord() {
      guard !letters.isEmpty else { return }
      switch String(decoding: letters, as: UTF8.self) {
      case "defence": words.append("defense")
      case "centre": words.append("center")
      case "the" where words.isEmpty: break
      case let word: words.append(word)
      }
      letters.removeAll(keepingCapacity: true)
    }
    for scalar in name.unicodeScalars {
      switch scalar {
      case " ", "-", ":", ",", "(": endWord()
      default:
        guard let letter = folded(scalar), letter != letters.last else { continue }
        // "ae", "oe" and "ue" are how keyboards without umlauts write them.
        if letter == UInt8(ascii: "e"), let last = letters.last, "aou".utf8.contains(last) {
          continue
        }
        letters.append(letter)
      }
    }
    endWord()
    return words
  }

  static func joined(_ name: String) -> String { words(of: name).joined() }

  /// The name without the generic words at its end; all of it if nothing else is there.
  static func joinedWithoutGenericEnd(_ name: String) -> String {
    withoutGenericEnd(words(of: name)).joined()
  }

  static func withoutGenericEnd(_ words: [String]) -> [String] {
    var words = words
    while words.count > 1, let last = words.last, genericWords.contains(last) { words.removeLast() }
    return words
  }

  static func isGeneric(_ word: String) -> Bool { genericWords.contains(word) }

  static func synonym(of name: String) -> String? { synonyms[joined(name)] }

  /// The plain letter or digit that stands for a character, nil for those that are left out.
  private static func folded(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar {
    case "w", "W": return UInt8(ascii: "v")
    case "a"..."z", "0"..."9": return UInt8(truncatingIfNeeded: scalar.value)
    case "A"..."Z": return UInt8(truncatingIfNeeded: scalar.value | 32)
    default: break
    }
    guard !scalar.isASCII, let small = scalar.properties.lowercaseMapping.unicodeScalars.first
    else {
      return nil
    }
    switch small {
    case "à"..."æ", "ą": return UInt8(ascii: "a")
    case "ç", "ć", "č": return UInt8(ascii: "c")
    case "è"..."ë", "ę", "ě": return UInt8(ascii: "e")
    case "ì"..."ï": return UInt8(ascii: "i")
    case "ł": return UInt8(ascii: "l")
    case "ñ", "ń": return UInt8(ascii: "n")
    case "ò"..."ö", "ø", "ő": return UInt8(ascii: "o")
    case "ś", "š", "ß": return UInt8(ascii: "s")
    case "ù"..."ü", "ű": return UInt8(ascii: "u")
    case "ý": return UInt8(ascii: "y")
    case "ź", "ż", "ž": return UInt8(ascii: "z")
    default: return nil
    }
  }
}

/// Finds lines by names and parts of names.
struct OpeningNameIndex: Sendable {
  /// How well a name fits; less is better.
  private enum Fit: UInt8 {
    case fullName
    case part
    case fullNameWithoutGenericEnd
    case partWithoutGenericEnd
  }

  private struct Item: Sendable {
    var hash: UInt32
    var index: UInt16
    var fit: UInt8
  }

  static let shared = OpeningNameIndex()

  /// The hashes of the words of each line's name, so that few names need be taken apart to find one
  /// by its words.
  private static let wordHashes = OpeningTable.shared.entries.indices.map { index in
    OpeningName.words(of: OpeningTable.shared.name(at: index)).map { hash($0) }
  }

  /// Sorted by hash.
  private var items: [Item] = []

  private init() {
    for index in OpeningTable.shared.entries.indices {
      for (key, fit) in OpeningNameIndex.keys(of: OpeningTable.shared.name(at: index)) {
        items.append(
          Item(
            hash: OpeningNameIndex.hash(key), index: UInt16(truncatingIfNeeded: index),
            fit: fit.rawValue))
      }
    }
    items.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
  }

  /// The indices of the lines that fit a name best, the likeliest first.
  func matches(_ name: String) -> [Int] {
    // No name is longer than 200 letters.
    let name = String(name.prefix(200))
    guard !OpeningName.words(of: name).allSatisfy(OpeningName.isGeneric) else { return [] }
    return lookUp(OpeningName.synonym(of: name) ?? name) ?? matchesByWords(name)
  }

  private func lookUp(_ name: String) -> [Int]? {
    let full = OpeningName.joined(name)
    let short = OpeningName.joinedWithoutGenericEnd(name)
    var wanted: [(key: String, fit: Fit)] = [(full, .fullName)]
    // "Sicilian" by itself is the defense, not the part of some name that happens to be just that.
    if short != full { wanted.append((full, .part)) }
    wanted += [(short, .fullNameWithoutGenericEnd), (short, .partWithoutGenericEnd)]
    for item in wanted {
      let hash = OpeningNameIndex.hash(item.key)
      let found = items[lowerBound(hash)...].prefix { $0.hash == hash }
        .filter { $0.fit == item.fit.rawValue }
        .map { Int($0.index) }
        // Two names may share a hash.
        .filter { index in
          OpeningNameIndex.keys(of: OpeningTable.shared.name(at: index)).contains { $0 == item }
        }
      if !found.isEmpty { return ranked(found, item.key, item.fit) }
    }
    return nil
  }

  /// The lines in the order in which one is likely to mean them.
  ///
  /// What is meant by part of a name is what has most lines with that part in its place, such as
  /// the Sicilian's Alapin rather than the Slav's.
  private func ranked(_ found: [Int], _ key: String, _ fit: Fit) -> [Int] {
    let table = OpeningTable.shared
    var groups: [String: Int] = [:]
    var candidates: [(index: Int, group: String, parts: Int)] = []
    for index in found {
      let parts = OpeningName.parts(of: table.name(at: index))
      var group = ""
      if fit == .part || fit == .partWithoutGenericEnd {
        let place = parts.dropFirst().firstIndex {
          OpeningName.joined($0) == key || OpeningName.joinedWithoutGenericEnd($0) == key
        }
        group = parts[...(place ?? 0)].joined(separator: ",")
      }
      groups[group, default: 0] += 1
      candidates.append((index, group, parts.count))
    }
    return candidates.sorted { left, right in
      let a = table.entries[left.index]
      let b = table.entries[right.index]
      let mine = groups[left.group] ?? 0
      let other = groups[right.group] ?? 0
      if (mine, left.group) != (other, right.group) {
        return (mine, right.group) > (other, left.group)
      }
      return (left.parts, b.variations, a.length, left.index)
        < (right.parts, a.variations, b.length, right.index)
    }.map(\.index)
  }

  /// The lines whose names have all the words.
  private func matchesByWords(_ name: String) -> [Int] {
    let words = OpeningName.words(of: name).filter { !OpeningName.isGeneric($0) }
    let hashes = words.map { OpeningNameIndex.hash($0) }
    let table = OpeningTable.shared
    let found = table.entries.indices.filter { index in
      guard hashes.allSatisfy(OpeningNameIndex.wordHashes[index].contains) else { return false }
      // Two words may share a hash.
      let candidate = OpeningName.words(of: table.name(at: index))
      return words.allSatisfy(candidate.contains)
    }
    return ranked(Array(found), "", .fullName)
  }

  private func lowerBound(_ hash: UInt32) -> Int {
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func keys(of name: String) -> [(key: String, fit: Fit)] {
    let parts = OpeningName.parts(of: name).map { OpeningName.words(of: $0) }
    let full = Array(parts.joined())
    var keys: [(key: String, fit: Fit)] = [
      (full.joined(), .fullName),
      (OpeningName.withoutGenericEnd(full).joined(), .fullNameWithoutGenericEnd),
    ]
    for part in parts.dropFirst() {
      keys.append((part.joined(), .part))
      keys.append((OpeningName.withoutGenericEnd(part).joined(), .partWithoutGenericEnd))
    }
    return keys
  }

  /// FNV-1a.
  private static func hash(_ key: String) -> UInt32 {
    key.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
