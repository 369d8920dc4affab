/// Finds lines by names or parts of names.
struct OpeningNameIndex: Sendable {
  /// How a name matches.
  private enum Fit {
    case fullName
    case part
    case fullNameWithoutGenericEnd
    case partWithoutGenericEnd
  }

  /// A name or a part of one, without spaces.
  private struct Key: Hashable {
    var text: String
    var fit: Fit
  }

  static let shared = OpeningNameIndex()

  /// The words of each line's name, so that a search by words need not split them again.
  private static let words = OpeningTable.shared.entries.indices.map { index in
    OpeningWords.words(of: OpeningTable.shared.name(at: index))
  }

  /// The indices of the lines for each key, ascending.
  private var lines: [Key: [UInt16]] = [:]

  private init() {
    for index in OpeningTable.shared.entries.indices {
      for key in Self.keys(of: OpeningTable.shared.name(at: index)) {
        lines[key, default: []].append(UInt16(truncatingIfNeeded: index))
      }
    }
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
    var wanted = [Key(text: full, fit: .fullName)]
    // "Sicilian" alone is the defense, not a part of a longer name that also matches.
    if short != full { wanted.append(Key(text: full, fit: .part)) }
    wanted.append(Key(text: short, fit: .fullNameWithoutGenericEnd))
    wanted.append(Key(text: short, fit: .partWithoutGenericEnd))
    for key in wanted {
      if let found = lines[key] { return ranked(found.map { Int($0) }, key) }
    }
    return nil
  }

  /// The lines in order of likelihood.
  ///
  /// A part of a name most likely means the opening with the most lines that have it in that place,
  /// such as the Sicilian's Alapin rather than the Slav's.
  private func ranked(_ found: [Int], _ key: Key) -> [Int] {
    let table = OpeningTable.shared
    var candidates: [(index: Int, group: String, parts: Int)] = []
    for index in found {
      let parts = OpeningWords.parts(of: table.name(at: index))
      var group = ""
      if key.fit == .part || key.fit == .partWithoutGenericEnd,
        let place = parts.dropFirst().firstIndex(where: {
          OpeningWords.joined($0) == key.text
            || OpeningWords.joinedWithoutGenericEnd($0) == key.text
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
    let found = Self.words.indices.filter { words.allSatisfy(Self.words[$0].contains) }
    return ranked(found, Key(text: "", fit: .fullName))
  }

  private static func keys(of name: String) -> [Key] {
    let parts = OpeningWords.parts(of: name).map { OpeningWords.words(of: $0) }
    let full = Array(parts.joined())
    var keys = [
      Key(text: full.joined(), fit: .fullName),
      Key(
        text: OpeningWords.withoutGenericEnd(full).joined(), fit: .fullNameWithoutGenericEnd),
    ]
    for part in parts.dropFirst() {
      keys.append(Key(text: part.joined(), fit: .part))
      keys.append(
        Key(text: OpeningWords.withoutGenericEnd(part).joined(), fit: .partWithoutGenericEnd))
    }
    return keys
  }
}
