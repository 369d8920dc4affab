/// Finds lines by names or parts of names.
struct OpeningNameIndex: Sendable {
  /// How well a name matches; less is better.
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

  /// The word hashes of each line's name, so that a search by words splits only a few names.
  private static let wordHashes = OpeningTable.shared.entries.indices.map { index in
    OpeningWords.words(of: OpeningTable.shared.name(at: index)).map { hash($0) }
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

  /// The indices of the lines that match a name best, the likeliest first.
  func matches(_ name: String) -> [Int] {
    // No name is longer than 200 letters.
    let name = String(name.prefix(200))
    guard !OpeningWords.words(of: name).allSatisfy(OpeningWords.isGeneric) else { return [] }
    return lookUp(OpeningWords.synonym(of: name) ?? name) ?? matchesByWords(name)
  }

  private func lookUp(_ name: String) -> [Int]? {
    let full = OpeningWords.joined(name)
    let short = OpeningWords.joinedWithoutGenericEnd(name)
    var wanted: [(key: String, fit: Fit)] = [(full, .fullName)]
    // "Sicilian" alone is the defense, not a part of a longer name that also matches.
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

  /// The lines in order of likelihood.
  ///
  /// A part of a name most likely means the opening with the most lines that have it in that place,
  /// such as the Sicilian's Alapin rather than the Slav's.
  private func ranked(_ found: [Int], _ key: String, _ fit: Fit) -> [Int] {
    let table = OpeningTable.shared
    var candidates: [(index: Int, group: String, parts: Int)] = []
    for index in found {
      let parts = OpeningWords.parts(of: table.name(at: index))
      var group = ""
      if fit == .part || fit == .partWithoutGenericEnd,
        let place = parts.dropFirst().firstIndex(where: {
          OpeningWords.joined($0) == key || OpeningWords.joinedWithoutGenericEnd($0) == key
        })
      {
        group = parts[...place].joined(separator: ",")
      }
      candidates.append((index, group, parts.count))
    }
    let groups = Dictionary(grouping: candidates, by: \.group).values
    let ordered = groups.sorted { ($0.count, $1[0].group) > ($1.count, $0[0].group) }
    return ordered.flatMap { group in
      group.sorted { left, right in
        let a = table.entries[left.index]
        let b = table.entries[right.index]
        return (left.parts, b.variations, a.length, left.index)
          < (right.parts, a.variations, b.length, right.index)
      }.map(\.index)
    }
  }

  /// The lines whose names have all the words.
  private func matchesByWords(_ name: String) -> [Int] {
    let words = OpeningWords.words(of: name).filter { !OpeningWords.isGeneric($0) }
    let hashes = words.map { OpeningNameIndex.hash($0) }
    let table = OpeningTable.shared
    let found = table.entries.indices.filter { index in
      guard hashes.allSatisfy(OpeningNameIndex.wordHashes[index].contains) else { return false }
      // Two words may share a hash.
      let candidate = OpeningWords.words(of: table.name(at: index))
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
    let parts = OpeningWords.parts(of: name).map { OpeningWords.words(of: $0) }
    let full = Array(parts.joined())
    var keys: [(key: String, fit: Fit)] = [
      (full.joined(), .fullName),
      (OpeningWords.withoutGenericEnd(full).joined(), .fullNameWithoutGenericEnd),
    ]
    for part in parts.dropFirst() {
      keys.append((part.joined(), .part))
      keys.append((OpeningWords.withoutGenericEnd(part).joined(), .partWithoutGenericEnd))
    }
    return keys
  }

  /// FNV-1a.
  private static func hash(_ key: String) -> UInt32 {
    key.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
